/**
 * How many writes are under way at a time by default: with fewer, SQLite has too few to commit together, and with more
 * it is not faster. This bounds the memory, beside one batch of each list.
 */
export const defaultMaxWrites = 512;

/** Runs tasks, with a limit on how many are under way at a time. */
export class BoundedWork {
  readonly #limit: number;
  #running = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Begins a task as soon as the limit allows. Rejects with the first error of the tasks that began before. */
  async begin(act: () => Promise<void>): Promise<void> {
    while (this.#running >= this.#limit) await this.#changed();
    this.#throwFailure();
    this.#running++;
    void this.#run(act);
  }

  /** Resolves when no task is under way, or rejects then with the first error. */
  async end(): Promise<void> {
    while (this.#running > 0) await this.#changed();
    this.#throwFailure();
  }

  async #run(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#running--;
      this.#wake?.();
    }
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
