import { setTimeout } from 'node:timers/promises';
import type { StoreError } from '@location-records/core';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { CallTimeout, Deadline } from './deadline.ts';
import { type Attempt, failures, isConflict, noteSent } from './failures.ts';
import type { Query, QueryResult } from './text-query.ts';

/** What a {@link StatementRunner} works with. */
export interface RunnerParts {
  readonly records: ConnectionPool;
  readonly endpoint: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Runs single statements, each as a transaction of its own. */
export class StatementRunner {
  readonly #parts: RunnerParts;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /**
   * Runs a statement, and retries it on conflicts with others. Rejects with a {@link StoreError} in time,
   * counted from `since`, on the clock of `performance.now()`, or from now.
   */
  run(attempt: Attempt, query: Query, since?: number): Promise<QueryResult> {
    return this.#run(attempt, since, (connection, deadline) => retryOnConflict(connection, query, deadline));
  }

  /** The same without retries. */
  runOnce(attempt: Attempt, query: Query, since: number): Promise<QueryResult> {
    return this.#run(attempt, since, (connection, deadline) => connection.query(query, deadline));
  }

  async #run(
    attempt: Attempt,
    since: number | undefined,
    send: (connection: Connection, deadline: Deadline) => Promise<QueryResult>,
  ): Promise<QueryResult> {
    const deadline = new Deadline(this.#parts.timeout, undefined, since);
    let isSent = false;
    const running = this.#parts.records.use(attempt, deadline, (connection) => {
      isSent = true;
      return send(connection, deadline);
    });
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      if (isSent) noteSent(error);
      throw failures.wrap(attempt, this.#parts.endpoint, error);
    } finally {
      this.#underWay.delete(running);
      deadline.end();
    }
  }

  /** The timeout of a statement (ms), and the error of one that was not sent in time. */
  limits(attempt: Attempt): { readonly timeout: number; timeOut(): StoreError } {
    const { timeout, endpoint } = this.#parts;
    return { timeout, timeOut: () => failures.wrap(attempt, endpoint, new CallTimeout(timeout)) };
  }

  /** Resolves when no statement is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}

/** The maximum pause before a retry (ms). */
const maxPause = 10;

/** Sends a query, and retries it when a concurrent transaction made the server roll it back. */
async function retryOnConflict(
  connection: Connection,
  query: Query,
  deadline: Deadline,
): Promise<QueryResult> {
  for (;;) {
    try {
      return await connection.query(query, deadline);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    await deadline.wait(setTimeout(Math.random() * maxPause));
  }
}
