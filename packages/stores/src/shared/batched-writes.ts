import { setImmediate } from 'node:timers/promises';

/** What {@link BatchedWrites} works with. */
interface BatchOptions<Write> {
  /** How many writes a batch has: the first of them must not wait for long. */
  readonly maxBatch: number;
  /** Sends a batch and settles its writes. It must not reject. */
  send(batch: readonly Write[]): Promise<void>;
}

/** Sends writes in batches, one batch at a time. The writes that arrive meanwhile are the next batch. */
export class BatchedWrites<Write> {
  readonly #options: BatchOptions<Write>;
  readonly #waiting: Write[] = [];
  readonly #flushes: (() => void)[] = [];
  #running: Promise<void> | undefined;

  constructor(options: BatchOptions<Write>) {
    this.#options = options;
  }

  /** Adds a write to the next batch. */
  add(write: Write): void {
    this.#waiting.push(write);
    this.#running ??= this.#run();
  }

  /** Puts writes back, first in the next batch. Only `send` calls it. */
  retry(writes: readonly Write[]): void {
    this.#waiting.unshift(...writes);
  }

  /** Resolves when one more batch was sent, which is empty where no writes are waiting. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#flushes.push(resolve);
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no write is pending. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#flushes.length > 0) {
      // The requests of one turn of the event loop belong together.
      await setImmediate();
      const flushes = this.#flushes.splice(0);
      await this.#options.send(this.#waiting.splice(0, this.#options.maxBatch));
      for (const end of flushes) end();
    }
    this.#running = undefined;
  }
}
