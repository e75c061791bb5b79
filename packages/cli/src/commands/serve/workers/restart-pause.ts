/** The pause after the second end in a row, in milliseconds. It doubles from there. */
const first = 100;
const longest = 10_000;
/** How long no worker may have ended for the pauses to begin anew, in milliseconds. */
const peace = 60_000;

/** How long to wait before a worker that has ended is replaced: first not at all, then longer each time. */
export class RestartPause {
  #next = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** The pause, in milliseconds, after a worker has ended at `now`, on the clock of `performance.now()`. */
  next(now = performance.now()): number {
    const pause = now - this.#latest > peace ? 0 : this.#next;
    this.#latest = now;
    this.#next = pause === 0 ? first : Math.min(2 * pause, longest);
    return pause;
  }
}
