import { traceBatch } from '../tracing/trace-store.ts';
import { conditional, type Kind } from './statements.ts';

/** The columns of a record besides its identifier. */
export interface Columns {
  readonly description: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** What a call writes, and the content that it needs. */
export interface Content {
  readonly columns?: Columns | undefined;
  readonly expected?: Columns | undefined;
}

/** A call on a record, or several of one kind on the same record unless each has a result of its own. */
export interface Entry<Result> {
  readonly kind: Kind;
  readonly id: string;
  /** What the latest call writes. */
  columns: Columns | undefined;
  readonly expected: Columns | undefined;
  /** When the first call was made, by `performance.now()`. */
  readonly since: number;
  readonly callers: { resolve(result: Result): void; reject(error: unknown): void }[];
}

/** How {@link CallBatches} sends statements. */
interface BatchOptions<Result> {
  /** How many statements may be pending at a time. */
  readonly maxStatements: number;
  /** How many more, for entries sent alone. */
  readonly maxAlone: number;
  /** How many milliseconds a call may wait for its turn. */
  readonly timeout: number;
  /**
   * Runs one statement for entries of one kind, sorted by identifier, without duplicates. Resolves to
   * `undefined` if the server refused it because of one of them, and nothing was done. A statement for one
   * entry alone rejects instead, and may wait for the lock of the record.
   */
  send(
    kind: Kind,
    entries: readonly Entry<Result>[],
    isAlone: boolean,
  ): Promise<readonly Result[] | undefined>;
  /** Creates the error of a call that waited too long for its turn. */
  timeOut(): Error;
}

/** The maximum of entries in a statement, and of characters before the last entry. */
const maxEntries = 256;
const maxCharacters = 1_048_576;

/**
 * Lets the calls of one turn of the event loop, and those made while statements are pending, share one
 * statement per kind. Calls on the same record take effect in the order of the calls.
 *
 * If the server refuses a statement, its entries are sent again one by one, so that only the one at fault
 * rejects, and a locked record stops no other.
 */
export class CallBatches<Result> {
  readonly #options: BatchOptions<Result>;
  #waiting: Entry<Result>[] = [];
  /** The latest waiting entry of each identifier. */
  readonly #latest = new Map<string, Entry<Result>>();
  /** Entries to send alone. */
  readonly #alone: Entry<Result>[] = [];
  /** The identifiers of entries that are pending or to be sent alone. */
  readonly #busy = new Set<string>();
  #statements = 0;
  #statementsAlone = 0;
  #isScheduled = false;
  #onIdle: (() => void) | undefined;

  constructor(options: BatchOptions<Result>) {
    this.#options = options;
  }

  /** Adds a call, and resolves to its result. */
  add(kind: Kind, id: string, { columns, expected }: Content = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const latest = this.#latest.get(id);
      if (latest?.kind === kind && !conditional.has(kind)) {
        latest.columns = columns;
        latest.callers.push({ resolve, reject });
        return;
      }
      const entry = { kind, id, columns, expected, since: performance.now(), callers: [{ resolve, reject }] };
      this.#waiting.push(entry);
      this.#latest.set(id, entry);
      if (!this.#isScheduled) setImmediate(this.#sendAll);
      this.#isScheduled = true;
    });
  }

  /** Resolves when no call is pending. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#sendAll();
    });
  }

  readonly #sendAll = (): void => {
    this.#isScheduled = false;
    const { maxStatements, maxAlone, timeout } = this.#options;
    const latest = performance.now() - timeout;
    while (this.#statementsAlone < maxAlone) {
      const entry = this.#alone.shift();
      if (!entry) break;
      if (entry.since < latest) this.#fail([entry], this.#options.timeOut());
      else void this.#sendAlone(entry);
    }
    while (this.#statements < maxStatements) {
      const batch = this.#take(latest);
      if (batch.length === 0) break;
      void this.#sendBatch(batch);
    }
    if (this.#waiting.length === 0 && this.#busy.size === 0) this.#onIdle?.();
  };

  /**
   * Takes the oldest waiting entry that can be sent, and those that can share its statement. Entries from
   * before `latest` have waited too long.
   */
  #take(latest: number): Entry<Result>[] {
    const batch: Entry<Result>[] = [];
    const left: Entry<Result>[] = [];
    /** The identifiers of entries taken or left behind, which later ones must not join or overtake. */
    const passed = new Set<string>();
    let characters = 0;
    let looked = 0;
    for (const entry of this.#waiting) {
      if (batch.length === maxEntries || characters > maxCharacters) break;
      looked++;
      const { kind, id, columns } = entry;
      if (entry.since < latest) {
        this.#forget(entry);
        reject(entry, this.#options.timeOut());
      } else if ((batch[0] ?? entry).kind === kind && !this.#busy.has(id) && !passed.has(id)) {
        batch.push(entry);
        passed.add(id);
        characters += id.length + (columns?.description?.length ?? 0);
      } else {
        left.push(entry);
        passed.add(id);
      }
    }
    for (const entry of batch) {
      this.#forget(entry);
      this.#busy.add(entry.id);
    }
    this.#waiting = left.concat(this.#waiting.slice(looked));
    return batch.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Makes later calls on the record start a new entry. */
  #forget(entry: Entry<Result>): void {
    if (this.#latest.get(entry.id) === entry) this.#latest.delete(entry.id);
  }

  async #sendBatch(batch: readonly Entry<Result>[]): Promise<void> {
    this.#statements++;
    const isDone = await this.#send(batch, false);
    if (!isDone) this.#alone.push(...batch);
    this.#statements--;
    this.#sendAll();
  }

  async #sendAlone(entry: Entry<Result>): Promise<void> {
    this.#statementsAlone++;
    await this.#send([entry], true);
    this.#statementsAlone--;
    this.#sendAll();
  }

  /**
   * Settles the calls of these entries, and resolves to `true`, or to `false` if they are to be sent alone.
   */
  async #send(batch: readonly Entry<Result>[], isAlone: boolean): Promise<boolean> {
    const { kind } = batch[0] as Entry<Result>;
    try {
      const send = () => this.#options.send(kind, batch, isAlone);
      const results = await traceBatch('postgresql', kind === 'get' ? 'read' : 'write', batch.length, send);
      if (!results) return false;
      for (const [index, { id, callers }] of batch.entries()) {
        this.#busy.delete(id);
        for (const { resolve } of callers) resolve(results[index] as Result);
      }
    } catch (error) {
      this.#fail(batch, error);
    }
    return true;
  }

  #fail(batch: readonly Entry<Result>[], error: unknown): void {
    for (const entry of batch) {
      this.#busy.delete(entry.id);
      reject(entry, error);
    }
  }
}

function reject<Result>({ callers }: Entry<Result>, error: unknown): void {
  for (const caller of callers) caller.reject(error);
}
