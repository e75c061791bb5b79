/** How many statements have a slot. */
interface SlotsOptions {
  /** How many at a time. */
  readonly maxStatements: number;
  /** How many more may run while that many of those under way take long. */
  readonly maxLong: number;
  /** When a statement takes long (ms). */
  readonly timeout: number;
}

/**
 * The slots of reads or of writes, which share `connections`: half of them, and all but two while some take long.
 */
export function slotsFor(connections: number): Pick<SlotsOptions, 'maxStatements' | 'maxLong'> {
  return { maxStatements: Math.ceil(connections / 2), maxLong: Math.max(0, connections - 2) };
}

/**
 * Slots for statements under way. A statement that takes long, as when it waits for a lock, yields its slot.
 */
export class Slots {
  readonly #options: SlotsOptions;
  #taken = 0;
  #long = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** Whether a slot is free. */
  get isFree(): boolean {
    return this.#taken < this.#options.maxStatements;
  }

  /**
   * Takes a slot and returns a function that releases it. With `onFree`, a statement that takes longer than
   * `timeout` yields its slot early and calls `onFree`.
   */
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
    const timer = onFree && setTimeout(yieldSlot, this.#options.timeout);
    return () => {
      clearTimeout(timer);
      if (isLong) this.#long--;
      else this.#taken--;
    };
  }
}
