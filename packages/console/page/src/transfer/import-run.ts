import type { ParsedEntry, ParsedRecord } from '@location-records/formats';
import type { Api, LocationRecord, PutManyOptions, RecordOutcome } from '../api.ts';
import { type Change, contentOf } from '../editing/change.ts';
import { piecesOf } from './pieces.ts';
import { Problems } from './problems.ts';

export interface ImportProgress {
  /** `failed` when the file cannot be read on or the service refuses, and `stopped` by a person. */
  readonly state: 'running' | 'paused' | 'done' | 'stopped' | 'failed';
  readonly message: string | undefined;
  /** How many records of the file were handled, the refused ones included. */
  readonly read: number;
  readonly created: number;
  readonly replaced: number;
  /** Records that the service had already, with the same content. */
  readonly unchanged: number;
  /** Records that the service had already, with other content that stays. */
  readonly skipped: number;
  /** Records that may or may not be written: the import was stopped while it was paused. */
  readonly unsettled: number;
  /** Records that the file or the service refused. */
  readonly problems: Problems;
}

export type ImportRun = ReturnType<typeof startImport>;

export interface ImportRunOptions {
  readonly onConflict: PutManyOptions['onConflict'];
  /** Whether the contents before are kept, to undo the import. */
  readonly keepsChanges: boolean;
}

/**
 * Writes the records of a file in its order, some hundred at once. They are compared with the service first:
 * what a write without a response has replaced would be lost.
 */
export function startImport(
  batches: AsyncIterable<readonly ParsedEntry[]>,
  api: Pick<Api, 'putMany'>,
  { onConflict, keepsChanges }: ImportRunOptions,
  onChange: () => void = () => {},
) {
  const counts = { read: 0, created: 0, replaced: 0, unchanged: 0, skipped: 0, unsettled: 0 };
  const problems = new Problems();
  const changes = new Map<string, Change>();
  let state: ImportProgress['state'] = 'running';
  let message: string | undefined;
  let isStopped = false;
  let wake = () => {};

  async function run() {
    try {
      await readAll();
      state = isStopped ? 'stopped' : 'done';
    } catch (error) {
      state = isStopped ? 'stopped' : 'failed';
      message = isStopped ? undefined : (error as Error).message;
    }
    onChange();
  }

  async function readAll() {
    for await (const entries of piecesOf(batches)) {
      if (isStopped) return;
      for (const entry of entries) if (!('record' in entry)) problems.add(entry);
      const isSettled = await write(entries.filter((entry) => 'record' in entry));
      if (!isSettled) return;
      counts.read += entries.length;
      onChange();
    }
  }

  /** Resolves to whether it is known what became of the records. */
  async function write(entries: readonly ParsedRecord[]): Promise<boolean> {
    const compared = await insist(entries, true);
    if (!compared) return false;
    for (const { outcome } of compared) {
      if (outcome === 'unchanged' || outcome === 'skipped') counts[outcome]++;
    }
    const sent = entries.filter((_, index) => isToBeWritten(compared[index]));
    const expected = compared.filter(isToBeWritten);
    const written = await insist(sent, false);
    for (const [index, entry] of sent.entries()) {
      settle(entry, expected[index] as RecordOutcome, written?.[index]);
    }
    return written !== undefined;
  }

  function settle(
    { line, record }: ParsedRecord,
    expected: RecordOutcome,
    written: RecordOutcome | undefined,
  ) {
    const [id, location] = record;
    if (written?.outcome === 'refused') return problems.add({ line, id, reason: written.reason ?? '' });
    if (written?.outcome === 'skipped') return counts.skipped++;
    // What is unchanged was written by an earlier attempt, whose response was lost.
    const { outcome, previous } = written && written.outcome !== 'unchanged' ? written : expected;
    if (!written) counts.unsettled++;
    else if (outcome === 'created' || outcome === 'replaced') counts[outcome]++;
    if (keepsChanges) keep({ id, before: contentOf(previous && { id, ...previous }), after: location });
  }

  /** Several records with one identifier are one change. */
  function keep(change: Change) {
    const { before } = changes.get(change.id) ?? change;
    changes.set(change.id, { ...change, before });
  }

  /** Sends records until the service responds; `undefined` if the import is stopped before. */
  async function insist(
    entries: readonly ParsedRecord[],
    dryRun: boolean,
  ): Promise<readonly RecordOutcome[] | undefined> {
    if (entries.length === 0) return [];
    const records = entries.map(({ record: [id, location] }): LocationRecord => ({ id, ...location }));
    for (;;) {
      const outcome = await api.putMany(records, { onConflict, dryRun });
      if (outcome.kind === 'done') return outcome.value;
      if (outcome.kind === 'refused') throw new Error(outcome.message);
      if (!isStopped) await pause(outcome.message);
      if (isStopped) return undefined;
    }
  }

  async function pause(reason: string) {
    state = 'paused';
    message = reason;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    onChange();
    await woken;
  }

  /** Goes on after a pause, with the records that have no known outcome. */
  function resume() {
    if (state !== 'paused') return;
    state = 'running';
    message = undefined;
    onChange();
    wake();
  }

  return {
    get progress(): ImportProgress {
      return { ...counts, state, message, problems };
    },
    /** What was written, a change for each identifier. Empty without `keepsChanges`. */
    get changes(): readonly Change[] {
      return [...changes.values()];
    },
    resume,
    /** Begins no further request. */
    stop() {
      isStopped = true;
      resume();
    },
    /** Resolves at the end, which is also when it was stopped or has failed. */
    ended: run(),
  };
}

function isToBeWritten(compared: RecordOutcome | undefined): boolean {
  return compared?.outcome === 'created' || compared?.outcome === 'replaced';
}
