/** Those with the same key, one after the other, in the order in which they came. */
export class Lanes<Waiting> {
  /** Who waits behind the one that is under way. */
  readonly #behind = new Map<string, Waiting[]>();

  /** Whether nobody is before it; otherwise it waits for its turn. Without a key nobody ever is. */
  enter(key: string | undefined, waiting: Waiting): boolean {
    const behind = key === undefined ? undefined : this.#behind.get(key);
    behind?.push(waiting);
    if (key !== undefined && !behind) this.#behind.set(key, []);
    return behind === undefined;
  }

  /** Lets the next one go whose turn it is, if there is one. */
  leave(key: string | undefined): Waiting | undefined {
    if (key === undefined) return undefined;
    const next = this.#behind.get(key)?.shift();
    if (!next) this.#behind.delete(key);
    return next;
  }
}
