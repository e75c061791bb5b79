import { CopyingStore } from './copying-store.ts';

/** A store that knows what it was forked from, and what was forked from it. */
export class KinStore extends CopyingStore {
  origin: KinStore | undefined;
  readonly forks: KinStore[] = [];

  override copy(): CopyingStore {
    const fork = super.copy() as KinStore;
    fork.origin = this;
    this.forks.push(fork);
    return fork;
  }

  inherits(id: string): boolean {
    return this.origin?.entries.has(id) ?? false;
  }
}

/** A store that breaks one promise: what it does wrong, to follow "a store that". */
export type ForkMutant = readonly [breaks: string, Mutant: typeof CopyingStore];
