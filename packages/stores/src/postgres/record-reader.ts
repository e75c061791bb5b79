import { BatchSize } from '../shared/batches.ts';
import { encodeText } from './columns.ts';
import { isRefusalOfReads } from './failures.ts';
import { slotsFor } from './slots.ts';
import { maxTogether, StatementQueue } from './statement-queue.ts';
import type { StatementRunner } from './statement-runner.ts';
import { queryOf, type Statements } from './statements.ts';

/** What was found for an identifier: a row or nothing. */
type FoundRow = readonly (string | null)[] | undefined;

/** Reads single records. Reads that wait share a statement. */
export class RecordReader {
  readonly #runner: StatementRunner;
  readonly #statements: Statements;
  readonly #queue: StatementQueue<string, FoundRow>;
  readonly #size = new BatchSize(maxTogether, maxTogether);

  /** Reads use half of `connections`. */
  constructor(runner: StatementRunner, statements: Statements, connections: number) {
    this.#runner = runner;
    this.#statements = statements;
    this.#queue = new StatementQueue({
      send: (ids, since) => this.#read(ids, since),
      ...slotsFor(connections),
      isRefusal: isRefusalOfReads,
      together: () => this.#size.rows,
      ...runner.limits('read from'),
    });
  }

  /** The row of a record, or `undefined` where it is absent. */
  get(id: string): Promise<FoundRow> {
    return this.#queue.add({ value: encodeText(id) });
  }

  /** Resolves when no read is waiting. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #read(ids: readonly string[], since: number): Promise<readonly FoundRow[]> {
    const found = await this.#find(ids, since);
    // Large records take memory, and delay all reads of their statement.
    const characters = found.reduce((sum, row) => sum + (row?.[0]?.length ?? 0), 0);
    this.#size.learn(ids.length, characters);
    return found;
  }

  async #find(ids: readonly string[], since: number): Promise<FoundRow[]> {
    const { get, getMany } = this.#statements;
    if (ids.length === 1) {
      const { rows } = await this.#runner.run('read from', queryOf(get, ids), since);
      return [rows[0]];
    }
    const { rows } = await this.#runner.runOnce('read from', queryOf(getMany, [ids]), since);
    const found: FoundRow[] = ids.map(() => undefined);
    for (const [position, ...row] of rows) found[Number(position) - 1] = row;
    return found;
  }
}
