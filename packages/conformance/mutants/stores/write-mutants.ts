import { setImmediate } from 'node:timers/promises';
import type { Location } from '@location-records/core';
import { copy, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

class FirstWriteWins extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    if (!this.records.has(id)) await super.put(id, location);
  }
}

class PutMerges extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return super.put(id, { ...this.records.get(id), ...location });
  }
}

class PutTears extends ReferenceStore {
  override async put(id: string, { description, coordinates }: Location): Promise<void> {
    await super.put(id, { coordinates });
    const latest = this.records.get(id);
    if (latest) await super.put(id, description === undefined ? latest : { ...latest, description });
  }
}

class PutSwapsCoordinates extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    const { latitude, longitude } = location.coordinates;
    return super.put(id, { ...location, coordinates: { latitude: longitude, longitude: latitude } });
  }
}

class DeleteDoesNothing extends ReferenceStore {
  override delete(): Promise<void> {
    return this.commit(() => {});
  }
}

class DeleteRemovesAll extends ReferenceStore {
  override delete(): Promise<void> {
    return this.commit(() => this.records.clear());
  }
}

class DeleteByPrefix extends ReferenceStore {
  override async delete(id: string): Promise<void> {
    const matching = [...this.records.keys()].filter((key) => key.startsWith(id));
    await Promise.all([id, ...matching].map((key) => super.delete(key)));
  }
}

class DeleteOfAbsentRejects extends ReferenceStore {
  override async delete(id: string): Promise<void> {
    if (!this.isClosed && !this.records.has(id)) throw new Error('No such record');
    await super.delete(id);
  }
}

class DeleteBlanks extends ReferenceStore {
  override async delete(id: string): Promise<void> {
    await super.replace(id, { description: '', coordinates: { latitude: 0, longitude: 0 } });
  }
}

class ReplaceCreates extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    const found = this.records.has(id);
    await super.put(id, location);
    return found;
  }
}

class ReplaceChecksThenWrites extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    if ((await this.get(id)) === undefined) return false;
    await super.put(id, location);
    return true;
  }
}

class ReplaceSaysChanged extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    const before = JSON.stringify(this.records.get(id));
    return (await super.replace(id, location)) && before !== JSON.stringify(copy(location));
  }
}

class ReplaceAlwaysSaysTrue extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    await super.replace(id, location);
    return true;
  }
}

class ReplaceMerges extends ReferenceStore {
  override replace(id: string, location: Location): Promise<boolean> {
    return super.replace(id, { ...this.records.get(id), ...location });
  }
}

class ResolvesBeforeCommit extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    super.put(id, location).catch(() => {});
  }
}

class LosesOneOfMany extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return this.underWay.size === 100 ? setImmediate() : super.put(id, location);
  }
}

class ReplaceTakesBack extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    if (this.records.has(id)) return super.replace(id, location);
    await super.put(id, location);
    await super.delete(id);
    return false;
  }
}

/** Stores with faulty writes. */
export const writeMutants: readonly StoreMutant[] = [
  {
    id: 'first-write-wins',
    breaks: 'keeps the first Location of a record',
    killedBy: 'put-replaces-every-field',
    open: (records) => new FirstWriteWins(records),
  },
  {
    id: 'put-merges',
    breaks: 'keeps the old description when put has none',
    killedBy: 'put-removes-the-description',
    open: (records) => new PutMerges(records),
  },
  {
    id: 'put-tears',
    breaks: 'writes coordinates and description one after the other',
    killedBy: 'concurrent-writes-seen-in-order',
    open: (records) => new PutTears(records),
  },
  {
    id: 'put-swaps-coordinates',
    breaks: 'swaps latitude and longitude',
    killedBy: 'put-creates',
    open: (records) => new PutSwapsCoordinates(records),
  },
  {
    id: 'delete-does-nothing',
    breaks: 'deletes nothing',
    killedBy: 'delete-removes-its-own',
    open: (records) => new DeleteDoesNothing(records),
  },
  {
    id: 'delete-removes-all',
    breaks: 'deletes everything',
    killedBy: 'delete-removes-its-own',
    open: (records) => new DeleteRemovesAll(records),
  },
  {
    id: 'delete-by-prefix',
    breaks: 'deletes every record whose identifier starts with the given one',
    killedBy: 'delete-removes-its-own',
    open: (records) => new DeleteByPrefix(records),
  },
  {
    id: 'delete-of-absent-rejects',
    breaks: 'rejects the delete of an absent record',
    killedBy: 'delete-absent-is-no-failure',
    open: (records) => new DeleteOfAbsentRejects(records),
  },
  {
    id: 'delete-blanks',
    breaks: 'empties a record instead of deleting it',
    killedBy: 'delete-removes-its-own',
    open: (records) => new DeleteBlanks(records),
  },
  {
    id: 'replace-creates',
    breaks: 'creates the record that replace does not find',
    killedBy: 'replace-absent-creates-nothing',
    open: (records) => new ReplaceCreates(records),
  },
  {
    id: 'replace-checks-then-writes',
    breaks: 'lets a delete come between the two steps of replace',
    killedBy: 'concurrent-replace-and-delete',
    open: (records) => new ReplaceChecksThenWrites(records),
  },
  {
    id: 'replace-says-changed',
    breaks: 'resolves replace to false when it changes nothing',
    killedBy: 'replace-with-the-same-says-true',
    open: (records) => new ReplaceSaysChanged(records),
  },
  {
    id: 'replace-always-says-true',
    breaks: 'resolves replace to true when it finds no record',
    killedBy: 'replace-absent-creates-nothing',
    open: (records) => new ReplaceAlwaysSaysTrue(records),
  },
  {
    id: 'replace-merges',
    breaks: 'keeps the old description when replace has none',
    killedBy: 'replace-replaces-every-field',
    open: (records) => new ReplaceMerges(records),
  },
  {
    id: 'answers-before-commit',
    breaks: 'resolves a put before it has taken effect',
    killedBy: 'read-your-writes',
    open: (records) => new ResolvesBeforeCommit(records),
  },
  {
    id: 'loses-one-of-many',
    breaks: 'resolves a write that it loses when a hundred others are under way',
    killedBy: 'concurrent-writes-of-all-kinds',
    open: (records) => new LosesOneOfMany(records),
  },
  {
    id: 'replace-takes-back',
    breaks: 'creates the record that replace does not find, and deletes it at once',
    killedBy: 'concurrent-reads-see-whole-writes',
    open: (records) => new ReplaceTakesBack(records),
  },
];
