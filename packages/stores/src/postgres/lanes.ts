/** Lanes of calls with the same key, which run one at a time, in the order in which they came. */
export class Lanes<Waiting> {
  /** The calls that wait behind the one under way. */
  readonly #behind = new Map<string, Waiting[]>();

  /** Adds a call, and returns whether no other is before it. Otherwise the call waits; one without a key never does. */
  enter(key: string | undefined, waiting: Waiting): boolean {
    const behind = key === undefined ? undefined : this.#behind.get(key);
    behind?.push(waiting);
    if (key !== undefined && !behind) this.#behind.set(key, []);
    return behind === undefined;
  }

  /** Ends the call under way, and returns the next one of its lane. */
  leave(key: string | undefined): Waiting | undefined {
    if (key === undefined) return undefined;
    const next = this.#behind.get(key)?.shift();
    if (!next) this.#behind.delete(key);
    return next;
  }
}
