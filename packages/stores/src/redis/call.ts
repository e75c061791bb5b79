import type { Connection } from './connection.ts';
import { CallTimeout } from './errors.ts';

/** One call of the store, which must end within its timeout. */
export class Call {
  readonly #deadline: number;
  readonly #waitedFor: Connection[] = [];
  #isOver = false;
  /** The last error after which it was tried again; `undefined` before the first. */
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

  /** Whether it waits for a reply. */
  get isSent(): boolean {
    return this.#waitedFor.length > 0;
  }

  /** Call it for each command that is sent over a connection. */
  sent(connection: Connection): void {
    this.#waitedFor.push(connection);
  }

  /** Call it when such a command has its reply, or has failed. */
  replied(connection: Connection): void {
    this.#waitedFor.splice(this.#waitedFor.indexOf(connection), 1);
  }

  /** Ends the call, and each connection with a reply that is overdue. */
  end(): void {
    this.#isOver = true;
    for (const connection of new Set(this.#waitedFor)) {
      connection.end('was closed: the server does not respond');
    }
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
        const { isSent } = call;
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
