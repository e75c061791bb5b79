import { setTimeout } from 'node:timers/promises';
import { StartError } from '../../../errors.ts';
import type { Replacing } from '../log-lines.ts';
import type { StartOrder } from './messages.ts';
import { notCreated, type WorkerEnd, type WorkerProcess } from './worker-process.ts';

/** How many workers may end in a row before any has served. */
const maxFutile = 5;

/** The pause after the second end in a row, in milliseconds. It doubles from there. */
const firstPause = 100;
const longestPause = 10_000;
/** How long no worker may have ended for the pauses to begin anew, in milliseconds. */
const peace = 60_000;

/** A worker, as its pool uses it. */
export type PoolWorker = Pick<WorkerProcess, keyof WorkerProcess>;

/** Options of a {@link WorkerPool}. */
interface PoolOptions {
  readonly count: number;
  /** Starts a process that will be a worker. */
  readonly fork: () => PoolWorker;
  /** Resolves, when the first worker is about to listen, to what each is started with. */
  readonly startOrder: () => Promise<StartOrder>;
  /** Called when a worker has ended unasked. */
  readonly onReplacing: (replacing: Replacing) => void;
}

/** Processes that serve. One that ends is replaced. */
export class WorkerPool {
  /** Resolves when all serve for the first time. */
  readonly serving: Promise<void>;
  /** Rejects when the workers cannot be made to serve. */
  readonly broken: Promise<never>;
  readonly #options: PoolOptions;
  readonly #workers = new Set<PoolWorker>();
  readonly #places: readonly Promise<void>[];
  readonly #closing = new AbortController();
  readonly #killAll = () => {
    for (const worker of this.#workers) worker.kill();
  };
  #hasStarted = false;
  #setServing = () => {};
  #break = (_error: Error) => {};
  /** How many workers have ended in a row before any has served. */
  #futile = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.serving = new Promise((resolve) => {
      this.#setServing = resolve;
    });
    this.broken = new Promise((_, reject) => {
      this.#break = reject;
    });
    // Before all serve and while they stop, it may be that it is not awaited.
    this.broken.catch(() => {});
    // A worker notices that this process has ended, unless it is stuck.
    process.once('exit', this.#killAll);
    this.#places = Array.from({ length: options.count }, () => this.#fillPlace());
  }

  /** How many requests are active. */
  async countRequests(): Promise<number> {
    return sum([...this.#workers].map((worker) => worker.countRequests()));
  }

  /** Lets active requests finish for up to `timeout` milliseconds. Resolves, when all have ended, to how many were cut. */
  async close(timeout: number): Promise<number> {
    this.#closing.abort();
    const requestsCut = await sum([...this.#workers].map((worker) => worker.stop(timeout)));
    await Promise.all(this.#places);
    process.off('exit', this.#killAll);
    return requestsCut;
  }

  /** Runs one worker after the other. */
  async #fillPlace(): Promise<void> {
    const { onReplacing } = this.#options;
    const { signal } = this.#closing;
    const pause = new RestartPause();
    while (!signal.aborted) {
      const end = await this.#runWorker();
      if (signal.aborted || this.#isHopeless(end)) return;
      const { failure: error, ...rest } = end;
      const afterMs = pause.next();
      onReplacing({ ...rest, error, afterMs });
      await setTimeout(afterMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Resolves to how a worker has ended. */
  async #runWorker(): Promise<WorkerEnd> {
    const { fork, startOrder } = this.#options;
    let worker: PoolWorker;
    try {
      worker = fork();
    } catch (error) {
      // The system may have no memory left, or no process.
      this.#futile++;
      return { pid: undefined, exitCode: null, signal: null, failure: notCreated(error) };
    }
    this.#workers.add(worker);
    void worker.loaded.then(async () => worker.start(await startOrder()));
    void worker.serving.then(() => this.#serve());
    const end = await worker.ended;
    this.#workers.delete(worker);
    this.#futile = worker.isServing ? 0 : this.#futile + 1;
    return end;
  }

  #serve(): void {
    this.#futile = 0;
    const isWhole = [...this.#workers].filter(({ isServing }) => isServing).length === this.#options.count;
    if (!isWhole) return;
    this.#hasStarted = true;
    this.#setServing();
  }

  /**
   * Whether the service cannot start, or has no worker left and gets none. While another worker serves, one that ends is
   * replaced as long as it takes: its store may come back.
   */
  #isHopeless({ exitCode, signal, failure }: WorkerEnd): boolean {
    if (!this.#hasStarted && failure !== undefined) {
      this.#break(new StartError(failure));
      return true;
    }
    if (this.#futile < maxFutile || [...this.#workers].some(({ isServing }) => isServing)) return false;
    const how = failure ?? (signal === null ? `exit code ${exitCode}` : `signal ${signal}`);
    const message = `${maxFutile} workers in a row have ended before they served, the last one with: ${how}`;
    this.#break(new StartError(message));
    return true;
  }
}

/** How long to wait before a worker that has ended is replaced: first not at all, then longer each time. */
export class RestartPause {
  #next = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** The pause in milliseconds after a worker has ended at `now`, a time of `performance.now()`. */
  next(now = performance.now()): number {
    const pause = now - this.#latest > peace ? 0 : this.#next;
    this.#latest = now;
    this.#next = pause === 0 ? firstPause : Math.min(2 * pause, longestPause);
    return pause;
  }
}

async function sum(numbers: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((total, number) => total + number, 0);
}
