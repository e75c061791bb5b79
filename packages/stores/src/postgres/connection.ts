import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg';
import { cancelQuery } from './cancel-query.ts';
import { type Deadline, TimeOut } from './deadline.ts';

/** A statement as it is sent: with a name it is prepared, without values it may be several. */
export interface Query {
  readonly text: string;
  readonly name?: string;
  readonly values?: (string | number | null | readonly (string | number | null)[])[];
}

/** The rows of an answer, whose values are all text, and how many rows the statement touched. */
export interface Answer {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly count: number;
}

/** Whatever parsers the application has set. Every column must be text: it may have asked for binary values as well. */
const types = { getTypeParser: () => String };

/** A connection that belongs to one call, until it is given back. */
export class Connection {
  /** Whether statements may be prepared on it. */
  prepares = false;
  readonly #client: PoolClient;
  readonly #onRelease: () => void;
  #isFree = false;
  #failure: unknown;
  #cancelled: Promise<void> | undefined;

  constructor(client: PoolClient, onRelease: () => void) {
    this.#client = client;
    this.#onRelease = onRelease;
    client.on('error', this.#fail);
  }

  /** Sends a query, and resolves to the answer to its last statement. */
  async query({ text, name, values }: Query, deadline: Deadline): Promise<Answer> {
    if (this.#failure) throw this.#failure;
    const prepared = this.prepares ? name : undefined;
    const config = { text, types, rowMode: 'array' as const, name: prepared, values };
    try {
      const results: QueryArrayResult | QueryArrayResult[] = await deadline.wait(
        this.#client.query(config as QueryArrayConfig<unknown[]>),
      );
      const { rows = [], rowCount } = (Array.isArray(results) ? results.at(-1) : results) ?? {};
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      if (error instanceof TimeOut) {
        // It would go on, and a write could take effect long after it was given up.
        this.#cancelled = cancelQuery(this.#client);
        // What is sent next would wait for that.
        this.#failure = error;
      }
      throw error;
    }
  }

  /** Puts it back for the next call. */
  giveBack(): void {
    this.#release(this.#failure !== undefined);
  }

  /** Breaks it off. */
  destroy(): void {
    this.#release(true);
  }

  #release(isBroken: boolean): void {
    if (this.#isFree) return;
    this.#isFree = true;
    const release = () => {
      this.#client.release(isBroken);
      this.#client.off('error', this.#fail);
      this.#onRelease();
    };
    if (this.#cancelled) void this.#cancelled.then(release);
    else release();
  }

  readonly #fail = (error: unknown) => {
    this.#failure = error;
  };
}
