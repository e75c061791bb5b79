import type { ParsedEntry } from '@location-records/formats';
import type { Api, LocationRecord, Outcome } from '../api.ts';
import { isSame } from '../editing/change.ts';
import { type Problem, Problems } from './problems.ts';

/** Requests at once. */
const maxRequests = 8;

export interface ImportProgress {
  /** `failed` when the file cannot be read on, and `stopped` when a person has stopped it. */
  readonly state: 'running' | 'paused' | 'done' | 'stopped' | 'failed';
  /** Why it is paused or has failed. */
  readonly message: string | undefined;
  /** How many records of the file were read, the refused ones included. */
  readonly read: number;
  readonly created: number;
  readonly replaced: number;
  /** Records that the service had already, with the same content. Nothing was sent for them. */
  readonly unchanged: number;
  /** Records that the file or the service refused. */
  readonly refused: number;
  /**
   * Records that may or may not be written: the import was stopped while it was paused.
   */
  readonly unsettled: number;
  /** The first of those that were refused. */
  readonly problems: readonly Problem[];
}

/** An import of a file. */
export interface ImportRun {
  readonly progress: ImportProgress;
  /** Goes on after a pause: what has no known outcome is read again before anything is sent again. */
  resume(): void;
  /** Begins no further record. */
  stop(): void;
  /** Resolves at the end, which is also when it was stopped or has failed. */
  readonly ended: Promise<void>;
}

/** Writes the records of a file in its order, several at once, but never two with the same identifier. */
export function startImport(
  batches: AsyncIterable<readonly ParsedEntry[]>,
  api: Pick<Api, 'read' | 'put'>,
  onChange: () => void = () => {},
): ImportRun {
  const counts = { read: 0, created: 0, replaced: 0, unchanged: 0, unsettled: 0 };
  const problems = new Problems();
  const active = new Set<string>();
  let state: ImportProgress['state'] = 'running';
  let message: string | undefined;
  let isStopped = false;
  let waiting: (() => void)[] = [];

  function changed() {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
    onChange();
  }

  async function until(condition: () => boolean) {
    while (!condition()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  async function run() {
    const fault = await readAll().catch((error: Error) => error);
    await until(() => active.size === 0);
    state = isStopped ? 'stopped' : fault ? 'failed' : 'done';
    message = isStopped ? undefined : fault?.message;
    changed();
  }

  async function readAll(): Promise<undefined> {
    for await (const entries of batches) {
      for (const entry of entries) {
        const id = 'record' in entry ? entry.record[0] : undefined;
        // The service keeps the last of several records with the same identifier, so their order matters.
        await until(
          () =>
            isStopped ||
            (state === 'running' && active.size < maxRequests && (id === undefined || !active.has(id))),
        );
        if (isStopped) return undefined;
        counts.read++;
        if ('record' in entry) {
          const [id, location] = entry.record;
          void settle({ id, ...location }, entry.line);
        } else problems.add(entry);
      }
    }
    return undefined;
  }

  /** Writes a record, however often the network fails. */
  async function settle(record: LocationRecord, line: number) {
    active.add(record.id);
    /** What the service had before, once that is known. */
    let before: { readonly value: LocationRecord | undefined } | undefined;

    /** Reads the record, and writes it unless it is the same. */
    async function attempt(): Promise<Outcome<keyof typeof counts>> {
      const read = await api.read(record.id);
      if (read.kind !== 'done') return read;
      const written = (before ?? read).value ? 'replaced' : 'created';
      if (isSame(read.value, record)) return { kind: 'done', value: before ? written : 'unchanged' };
      before ??= read;
      const sent = await api.put(record);
      return sent.kind === 'done' ? { kind: 'done', value: written } : sent;
    }

    let outcome = await attempt();
    while (outcome.kind === 'unknown' && !isStopped) {
      state = 'paused';
      message = outcome.message;
      changed();
      await until(() => isStopped || state === 'running');
      if (!isStopped) outcome = await attempt();
    }
    if (outcome.kind === 'refused') problems.add({ line, id: record.id, reason: outcome.message });
    else counts[outcome.kind === 'done' ? outcome.value : 'unsettled']++;
    active.delete(record.id);
    changed();
  }

  return {
    get progress() {
      return { ...counts, state, message, refused: problems.count, problems: problems.first };
    },
    resume() {
      if (state !== 'paused') return;
      state = 'running';
      message = undefined;
      changed();
    },
    stop() {
      if (isStopped) return;
      isStopped = true;
      changed();
    },
    ended: run(),
  };
}
