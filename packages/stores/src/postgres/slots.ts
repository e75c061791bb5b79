/** How many statements have a place. */
export interface PlacesOptions {
  /** At a time. */
  readonly mostStatements: number;
  /** More of them, while so many others take long. */
  readonly mostLong: number;
  /** What is long, in milliseconds. */
  readonly patience: number;
}

/** The places of reads, or of writes, that share so many connections: half, and all but two while some take long. */
export function placesFor(connections: number): Pick<PlacesOptions, 'mostStatements' | 'mostLong'> {
  return { mostStatements: Math.ceil(connections / 2), mostLong: Math.max(0, connections - 2) };
}

/** Places for statements under way. One that takes long, as when it waits for a lock, lets another have its place. */
export class Places {
  readonly #options: PlacesOptions;
  #taken = 0;
  #long = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Whether there is one. */
  get isFree(): boolean {
    return this.#taken < this.#options.mostStatements;
  }

  /** Takes a place, and gives what leaves it. With `onFree`, which is called then, it is let go of when that takes long. */
  take(onFree?: () => void): () => void {
    this.#taken++;
    let isLong = false;
    const giveWay = () => {
      if (this.#long >= this.#options.mostLong) return;
      isLong = true;
      this.#long++;
      this.#taken--;
      onFree?.();
    };
    const timer = onFree && setTimeout(giveWay, this.#options.patience);
    return () => {
      clearTimeout(timer);
      if (isLong) this.#long--;
      else this.#taken--;
    };
  }
}
