import type { Connection } from './connection.ts';
import { CallTimeout } from './errors.ts';

/** One call of the store, which must end within its timeout. */
export class Call {
  readonly #deadline: number;
  #isOver = false;
  /** The connection whose reply it waits for. */
  connection: Connection | undefined;
  /** Why it must be retried. */
  problem: unknown;

  constructor(timeout: number) {
    this.#deadline = performance.now() + timeout;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Milliseconds. */
  get remaining(): number {
    return this.#deadline - performance.now();
  }

  /** Ends the call, and the connection whose reply is overdue. */
  end(): void {
    this.#isOver = true;
    this.connection?.end('was closed: the server does not respond');
  }
}

/**
 * Runs `act`, and settles with it or when its time is over.
 *
 * @throws {CallTimeout} when `act` takes more than `timeout` milliseconds; its own problem instead, when it was only
 * waiting to try again.
 */
export function withinTime<T>(timeout: number, act: (call: Call) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = new Call(timeout);
    const timer = setTimeout(() => {
      // If this process itself stood still, the reply may have arrived. It is read before this.
      setImmediate(() => {
        const isSent = call.connection !== undefined;
        const late = new CallTimeout(`the server did not respond within ${timeout} ms`, isSent, call.problem);
        call.end();
        reject(isSent ? late : (call.problem ?? late));
      });
    }, timeout);
    act(call)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}
