import type { Location } from '@location-records/core';
import { encodeText } from './columns.ts';
import { isRefusal } from './failures.ts';
import { slotsFor } from './slots.ts';
import { lockTimeoutOf, StatementQueue } from './statement-queue.ts';
import type { StatementRunner } from './statement-runner.ts';
import { queryOf, type Statements } from './statements.ts';

/** The values of a record for the statements. */
type RowValues = readonly [id: string, description: string | null, latitude: number, longitude: number];

/** How many characters a record may have to share a statement: they are in memory several times. */
const maxSharedLength = 4096;

/** What a write does. */
type Verb = 'put' | 'replace' | 'delete';

/** A write, with the values of its statement. The first is the identifier. */
interface Write {
  readonly verb: Verb;
  readonly values: RowValues | readonly [id: string];
}

/** Puts, replaces and deletes records. Writes of one kind that wait share a statement. */
export class RecordWriter {
  readonly #runner: StatementRunner;
  readonly #statements: Statements;
  readonly #queue: StatementQueue<Write, boolean>;
  /** How long a shared statement waits for a lock on one of its records (ms). */
  readonly #lockTimeout: string;

  /** Writes use half of `connections`. */
  constructor(runner: StatementRunner, statements: Statements, connections: number) {
    this.#runner = runner;
    this.#statements = statements;
    const limits = runner.limits('write to');
    this.#lockTimeout = String(lockTimeoutOf(limits.timeout));
    this.#queue = new StatementQueue({
      send: (writes, since) => this.#send(writes, since),
      ...slotsFor(connections),
      isRefusal,
      ...limits,
    });
  }

  /** Resolves to whether the server wrote this record and all others of its statement. */
  put(id: string, location: Location): Promise<boolean> {
    return this.#add('put', rowValues(id, location));
  }

  /** Resolves to whether the record existed, and was replaced. */
  replace(id: string, location: Location): Promise<boolean> {
    return this.#add('replace', rowValues(id, location));
  }

  /** Resolves when there is no such record. */
  async delete(id: string): Promise<void> {
    await this.#add('delete', [encodeText(id)]);
  }

  /** Resolves when no write is waiting. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #add(verb: Verb, values: Write['values']): Promise<boolean> {
    const [key, description] = values;
    return this.#queue.add({
      value: { verb, values },
      kind: verb,
      // No statement can write one record twice.
      key,
      isSeparate: key.length + (description?.length ?? 0) > maxSharedLength,
    });
  }

  async #send(writes: readonly Write[], since: number): Promise<readonly boolean[]> {
    const [{ verb, values }] = writes as [Write];
    if (writes.length === 1) {
      const query = queryOf(this.#statements[verb], values);
      const { count } = await this.#runner.run('write to', query, since);
      return [count > 0];
    }
    // In the same order in all processes, so that statements cannot deadlock.
    const sorted = writes.toSorted((left, right) => (left.values[0] < right.values[0] ? -1 : 1));
    const columns = values.map((_, column) => sorted.map((write) => write.values[column] ?? null));
    const many = queryOf(this.#statements[`${verb}Many`], [...columns, this.#lockTimeout]);
    const { rows, count } = await this.#runner.runOnce('write to', many, since);
    if (verb === 'replace') {
      const replaced = new Set(rows.map(([position]) => sorted[Number(position) - 1]));
      return writes.map((write) => replaced.has(write));
    }
    // The server counts all of them together. A put needs no more, and a delete ignores it.
    return writes.map(() => count === writes.length);
  }
}

/** The values of a record and its Location. */
function rowValues(id: string, { description, coordinates }: Location): RowValues {
  const text = description === undefined ? null : encodeText(description);
  return [encodeText(id), text, coordinates.latitude, coordinates.longitude];
}
