import { setImmediate } from 'node:timers/promises';

/** What {@link GroupedWrites} works with. */
export interface GroupOptions<Write> {
  /** How many writes a group has: the first of them must not wait for long. */
  readonly maxGroup: number;
  /** Sends a group and settles its writes. It must not reject. */
  send(group: readonly Write[]): Promise<void>;
}

/** Sends writes in groups, one group at a time. The writes that arrive meanwhile are the next group. */
export class GroupedWrites<Write> {
  readonly #options: GroupOptions<Write>;
  readonly #waiting: Write[] = [];
  readonly #flushes: (() => void)[] = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupOptions<Write>) {
    this.#options = options;
  }

  /** Adds a write to the next group. */
  add(write: Write): void {
    this.#waiting.push(write);
    this.#running ??= this.#run();
  }

  /** Puts writes back, first in the next group. Only `send` calls it. */
  retry(writes: readonly Write[]): void {
    this.#waiting.unshift(...writes);
  }

  /** Resolves when one more group was sent, which is empty where no writes are waiting. */
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
      await this.#options.send(this.#waiting.splice(0, this.#options.maxGroup));
      for (const end of flushes) end();
    }
    this.#running = undefined;
  }
}
