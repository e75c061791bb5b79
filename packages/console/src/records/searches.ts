import { PassedOnError, RequestFault } from './request-fault.ts';

/** How many searches may wait for each one that may run. Those that run end after `maxDuration`. */
const waitingPerRunning = 4;

/**
 * Lets a limited number of searches run at a time. Others wait in the order of their arrival, and leave with
 * their clients.
 */
export class Searches {
  readonly #maxRunning: number;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /**
   * Runs a search when it is its turn.
   *
   * @param signal aborts when the client has left.
   * @param isBegun whether it goes on with a response, which can no longer be 503.
   * @throws {RequestFault} (rejects) 503, when too many wait already.
   * @throws {PassedOnError} (rejects) when the client leaves before the turn comes.
   */
  async run<Result>(
    signal: AbortSignal | undefined,
    search: () => Promise<Result>,
    isBegun = false,
  ): Promise<Result> {
    throwIfLeft(signal);
    if (this.#running < this.#maxRunning) this.#running++;
    else await this.#turn(signal, isBegun);
    try {
      return await search();
    } finally {
      const [next] = this.#waiting;
      // The next one takes the place of this one.
      if (next) next();
      else this.#running--;
    }
  }

  #turn(signal: AbortSignal | undefined, isBegun: boolean): Promise<void> {
    if (!isBegun && this.#waiting.size >= waitingPerRunning * this.#maxRunning) throw tooManySearches();
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(begin);
        signal?.removeEventListener('abort', leave);
      };
      const begin = () => {
        end();
        resolve();
      };
      const leave = () => {
        end();
        reject(leftError(signal));
      };
      this.#waiting.add(begin);
      signal?.addEventListener('abort', leave);
    });
  }
}

/** @throws {PassedOnError} when the client has left. */
export function throwIfLeft(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw leftError(signal);
}

function leftError(signal: AbortSignal | undefined): PassedOnError {
  return new PassedOnError('The client has left.', { cause: signal?.reason });
}

function tooManySearches(): RequestFault {
  return new RequestFault('Service unavailable', 'too many searches at once', 503, { 'Retry-After': '1' });
}
