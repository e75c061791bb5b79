/** Milliseconds after which a stream ends. The client begins another one. */
const duration = 60_000;

/** Milliseconds between two comments, so that no proxy takes the connection for a dead one. */
const beatInterval = 15_000;

/**
 * The body of a response with server-sent events (`text/event-stream`). It keeps one piece for a client that
 * has not taken the one before. At the next piece, such a client does not read, and the stream ends.
 */
export class EventStream implements AsyncIterableIterator<string, undefined> {
  readonly #onEnd: () => void;
  readonly #timers: readonly (() => void)[];
  #isBegun = false;
  #isOver = false;
  #kept: string | undefined;
  /** Takes the next piece, if the client waits for it. */
  #take: ((piece: IteratorResult<string, undefined>) => void) | undefined;

  /** @param onEnd called once, when the stream has ended. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    const timers = [
      setInterval(() => this.send(':\n\n'), beatInterval),
      setTimeout(() => this.end(), duration),
    ] as const;
    // Waiting clients do not keep the process alive.
    for (const timer of timers as readonly { unref?(): void }[]) timer.unref?.();
    this.#timers = [() => clearInterval(timers[0]), () => clearTimeout(timers[1])];
  }

  /** Sends a piece if the client reads. */
  send(piece: string): void {
    const take = this.#take;
    this.#take = undefined;
    if (take) take({ done: false, value: piece });
    else if (this.#kept === undefined) this.#kept = piece;
    else this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#kept = undefined;
    for (const clear of this.#timers) clear();
    this.#take?.({ done: true, value: undefined });
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    if (this.#isOver) return { done: true, value: undefined };
    if (!this.#isBegun) {
      this.#isBegun = true;
      return { done: false, value: 'retry: 1000\n\n' };
    }
    const value = this.#kept;
    this.#kept = undefined;
    if (value !== undefined) return { done: false, value };
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
