/** Characters that a batch should have: about a millisecond of work, and little memory. */
const length = 131_072;

/** How many rows to ask for in the next batch: few where they are big. */
export class BatchSize {
  readonly #most: number;
  #rows: number;

  constructor(first: number, most: number) {
    this.#rows = first;
    this.#most = most;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Learns from a batch of this many rows and characters. */
  learn(rows: number, characters: number): void {
    const fitting = Math.floor((length * rows) / Math.max(characters, 1));
    this.#rows = Math.max(1, Math.min(this.#most, fitting, this.#rows * 4));
  }
}
