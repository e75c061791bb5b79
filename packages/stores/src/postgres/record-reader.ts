import { type FoundRow, ReadQueue } from './read-queue.ts';
import type { StatementRunner } from './statement-runner.ts';
import type { Statements } from './statements.ts';
import { encodeText } from './text.ts';

/** Reads single records: alone where it is quiet, and those that wait together where it is not. */
export class RecordReader {
  readonly #runner: StatementRunner;
  readonly #statements: Statements;
  readonly #queue: ReadQueue;

  /** At most `mostStatements` reads keep a connection each. */
  constructor(runner: StatementRunner, statements: Statements, mostStatements: number) {
    this.#runner = runner;
    this.#statements = statements;
    this.#queue = new ReadQueue((ids, since) => this.#read(ids, since), mostStatements);
  }

  /** The row of a record, or `undefined` where it is absent. */
  get(id: string): Promise<FoundRow> {
    return this.#queue.add(encodeText(id));
  }

  async #read(ids: readonly string[], since: number): Promise<readonly FoundRow[]> {
    if (ids.length === 1) {
      const { rows } = await this.#runner.run(
        'read from',
        { ...this.#statements.get, values: [...ids] },
        since,
      );
      return [rows[0]];
    }
    const { rows } = await this.#runner.run(
      'read from',
      { ...this.#statements.getMany, values: [ids] },
      since,
    );
    const found: FoundRow[] = ids.map(() => undefined);
    for (const [position, ...row] of rows) found[Number(position) - 1] = row;
    return found;
  }
}
