const first = 32;
const most = 256;
/** Characters that a batch should have: about a millisecond of work, and little memory. */
const length = 131_072;

/** How many rows to ask for in the next batch: few at first, and few where they are big. */
export class BatchSize {
  #rows = first;

  get rows(): number {
    return this.#rows;
  }

  /** Learns from a batch of this many rows and characters. */
  learn(rows: number, characters: number): void {
    const fitting = Math.floor((length * rows) / Math.max(characters, 1));
    this.#rows = Math.max(1, Math.min(most, fitting, this.#rows * 4));
  }
}
