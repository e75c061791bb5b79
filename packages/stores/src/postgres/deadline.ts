/** A call took longer than its timeout. */
export class CallTimeout extends Error {
  constructor(timeout: number) {
    super(`no response within ${timeout} ms`);
  }
}

/** The moment at which a call must end. It waits for one promise at a time. */
export class Deadline {
  /** Milliseconds. */
  readonly timeout: number;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  #reject: (reason: unknown) => void = () => {};
  #over: { readonly reason: unknown } | undefined;

  /**
   * `timeout` milliseconds after `since`, a moment on the clock of `performance.now()`; at once when `signal` is
   * aborted.
   */
  constructor(timeout: number, signal?: AbortSignal, since = performance.now()) {
    this.timeout = timeout;
    const left = Math.max(0, since + timeout - performance.now());
    this.#timer = setTimeout(() => this.giveUp(new CallTimeout(timeout)), left);
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort);
    if (signal?.aborted) this.#onAbort();
  }

  /** Resolves like `promise`, or rejects at the deadline. */
  wait<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      promise.then(resolve, reject);
      if (this.#over) reject(this.#over.reason);
    });
  }

  /** Releases the timer and the signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Ends the wait now with `reason`. */
  giveUp(reason: unknown): void {
    this.#over ??= { reason };
    this.#reject(reason);
  }

  readonly #onAbort = () => this.giveUp(this.#signal?.reason);
}
