/** How many statements have a place. */
export interface SlotsOptions {
  /** At a time. */
  readonly maxStatements: number;
  /** More of them, while so many others take long. */
  readonly maxLong: number;
  /** What is long, in milliseconds. */
  readonly patience: number;
}

/** The places of reads, or of writes, that share so many connections: half, and all but two while some take long. */
export function slotsFor(connections: number): Pick<SlotsOptions, 'maxStatements' | 'maxLong'> {
  return { maxStatements: Math.ceil(connections / 2), maxLong: Math.max(0, connections - 2) };
}

/** Slots for statements under way. One that takes long, as when it waits for a lock, lets another have its place. */
export class Slots {
  readonly #options: SlotsOptions;
  #taken = 0;
  #long = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** Whether there is one. */
  get isFree(): boolean {
    return this.#taken < this.#options.maxStatements;
  }

  /** Takes a place, and gives what leaves it. With `onFree`, which is called then, it is let go of when that takes long. */
  take(onFree?: () => void): () => void {
    this.#taken++;
    let isLong = false;
    const yieldSlot = () => {
      if (this.#long >= this.#options.maxLong) return;
      isLong = true;
      this.#long++;
      this.#taken--;
      onFree?.();
    };
    const timer = onFree && setTimeout(yieldSlot, this.#options.patience);
    return () => {
      clearTimeout(timer);
      if (isLong) this.#long--;
      else this.#taken--;
    };
  }
}
