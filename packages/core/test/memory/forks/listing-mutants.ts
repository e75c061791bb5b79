import type { Location, LocationRecord } from '../../../src/index.ts';
import { type ForkMutant, KinStore } from './kin-store.ts';

class ListsOverwrittenTwice extends KinStore {
  override inOrder(): LocationRecord[] {
    const records = super.inOrder();
    return [
      ...records,
      ...records.filter(([id, own]) => this.inherits(id) && this.origin?.entries.get(id) !== own),
    ];
  }
}

class MovesOverwritten extends KinStore {
  override async put(id: string, location: Location): Promise<void> {
    if (this.inherits(id)) this.entries.delete(id);
    await super.put(id, location);
  }
}

class ListsItsOwnFirst extends KinStore {
  override inOrder(): LocationRecord[] {
    return super.inOrder().sort(([a], [b]) => Number(this.inherits(a)) - Number(this.inherits(b)));
  }
}

class ListsFollowForks extends KinStore {
  override *snapshot(): Generator<LocationRecord, undefined> {
    for (const [id, location] of super.snapshot()) yield [id, this.forks.at(-1)?.entries.get(id) ?? location];
  }
}

class ForkingUnfreezesLists extends KinStore {
  override *snapshot(): Generator<LocationRecord, undefined> {
    const { length } = this.forks;
    for (const [id, location] of super.snapshot()) {
      yield [id, (this.forks.length > length && this.entries.get(id)) || location];
    }
  }
}

class ForkingEndsLists extends KinStore {
  override *snapshot(): Generator<LocationRecord, undefined> {
    const { length } = this.forks;
    for (const record of super.snapshot()) {
      if (this.forks.length > length) return;
      yield record;
    }
  }
}

/** Stores whose lists go wrong over forks. */
export const listingMutants: readonly ForkMutant[] = [
  ['lists an inherited record twice that it has overwritten', ListsOverwrittenTwice],
  ['moves an inherited record that is overwritten', MovesOverwritten],
  ['lists what it inherited last', ListsItsOwnFirst],
  ['lists what a fork has written meanwhile', ListsFollowForks],
  ['lists what is written after a fork', ForkingUnfreezesLists],
  ['breaks lists off when it is forked', ForkingEndsLists],
];
