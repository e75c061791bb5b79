/** Work of which only so much is under way at a time. */
export class BoundedWork {
  readonly #limit: number;
  #running = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Begins something, as soon as there is room for it. Rejects with the first error of what was begun before. */
  async begin(act: () => Promise<void>): Promise<void> {
    while (this.#running >= this.#limit) await this.#changed();
    this.#throwFailure();
    this.#running++;
    void this.#run(act);
  }

  /** Resolves when nothing is under way any more, or rejects then with the first error. */
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
