/** What was found for an identifier: a row, or nothing. */
export type FoundRow = readonly (string | null)[] | undefined;

/**
 * Reads the rows of identifiers by one statement, in their order. It must end within the time-out after `since`, the
 * moment on the clock of `performance.now()` at which the first of them was asked for.
 */
export type ReadRows = (ids: readonly string[], since: number) => Promise<readonly FoundRow[]>;

interface Waiting {
  readonly id: string;
  readonly since: number;
  resolve(row: FoundRow): void;
  reject(error: unknown): void;
}

/** One statement reads at most so many records. */
const mostRecords = 64;

/**
 * Reads of single records. So many statements are under way at once; who comes meanwhile waits for one of them to end,
 * and is then asked for together with all others who wait. A statement takes its time before anything else does, so no
 * read waits longer than its own time-out for the turn.
 */
export class ReadQueue {
  readonly #read: ReadRows;
  readonly #mostStatements: number;
  readonly #waiting: Waiting[] = [];
  #underWay = 0;

  constructor(read: ReadRows, mostStatements: number) {
    this.#read = read;
    this.#mostStatements = mostStatements;
  }

  /** Reads the row of an identifier, from a moment after the call. */
  add(id: string): Promise<FoundRow> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, since: performance.now(), resolve, reject });
      if (this.#underWay < this.#mostStatements) void this.#send();
    });
  }

  async #send(): Promise<void> {
    const [first, ...others] = this.#waiting.splice(0, mostRecords);
    if (!first) return;
    const asked = [first, ...others];
    this.#underWay++;
    try {
      const rows = await this.#read(
        asked.map(({ id }) => id),
        first.since,
      );
      for (const [index, { resolve }] of asked.entries()) resolve(rows[index]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.#underWay--;
      void this.#send();
    }
  }
}
