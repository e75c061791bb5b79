import type { Location, LocationRecord } from '@location-records/core';
import { ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

class KeepsTheObject extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return this.commit(() => void this.records.set(id, location));
  }
}

class CopiesLate extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return this.commit(() => void this.records.set(id, structuredClone(location)));
  }
}

class CopiesShallowly extends ReferenceStore {
  override replace(id: string, location: Location): Promise<boolean> {
    return this.commit(() => this.records.has(id) && Boolean(this.records.set(id, { ...location })));
  }
}

class GivesItsObject extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    this.requireOpen();
    return this.records.get(id);
  }
}

class ListsItsObjects extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().map(([id]) => [id, this.records.get(id) as Location]);
  }
}

class ChangesItsCaller extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    Object.assign(location, { id });
    await super.put(id, location);
  }
}

class KeepsOtherMembers extends ReferenceStore {
  readonly #stored = new Map<string, Location>();
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, location);
    this.#stored.set(id, JSON.parse(JSON.stringify(location)));
  }
  override async get(id: string): Promise<Location | undefined> {
    return (await super.get(id)) && this.#stored.get(id);
  }
}

class RefusesOtherMembers extends ReferenceStore {
  override requireLocation({ description, coordinates, ...others }: Location): void {
    super.requireLocation({ description, coordinates });
    if (Object.keys(others).length > 0) throw new TypeError('A Location does not have such members.');
  }
}

class CopiesOwnMembers extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return super.put(id, { ...location, coordinates: { ...location.coordinates } });
  }
}

class FreezesItsArguments extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, Object.freeze(location));
  }
}

class TidiesItsArguments extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    if (location.description === undefined) delete (location as { description?: string }).description;
    return super.replace(id, location);
  }
}

/** Stores that share objects with their callers. */
export const copyMutants: readonly StoreMutant[] = [
  {
    id: 'keeps-the-object',
    breaks: 'keeps the object passed to put',
    killedBy: 'copies-what-is-put',
    open: (records) => new KeepsTheObject(records),
  },
  {
    id: 'copies-late',
    breaks: 'copies the object passed to put too late',
    killedBy: 'copies-what-is-put',
    open: (records) => new CopiesLate(records),
  },
  {
    id: 'copies-shallowly',
    breaks: 'copies the object passed to replace, but not its coordinates',
    killedBy: 'copies-what-replaces',
    open: (records) => new CopiesShallowly(records),
  },
  {
    id: 'gives-its-object',
    breaks: 'returns its own objects from get',
    killedBy: 'copies-what-is-read',
    open: (records) => new GivesItsObject(records),
  },
  {
    id: 'lists-its-objects',
    breaks: 'lists its own objects',
    killedBy: 'copies-what-is-listed',
    open: (records) => new ListsItsObjects(records),
  },
  {
    id: 'changes-its-caller',
    breaks: 'adds the identifier to the object passed to put',
    killedBy: 'copies-frozen-objects',
    open: (records) => new ChangesItsCaller(records),
  },
  {
    id: 'keeps-other-members',
    breaks: 'stores members that a Location does not have',
    killedBy: 'copies-no-other-members',
    open: (records) => new KeepsOtherMembers(records),
  },
  {
    id: 'refuses-other-members',
    breaks: 'refuses members that a Location does not have',
    killedBy: 'copies-no-other-members',
    open: (records) => new RefusesOtherMembers(records),
  },
  {
    id: 'copies-own-members',
    breaks: 'spreads the object passed to put, which leaves out what its class has',
    killedBy: 'copies-inherited-members',
    open: (records) => new CopiesOwnMembers(records),
  },
  {
    id: 'freezes-its-arguments',
    breaks: 'freezes the object passed to put',
    killedBy: 'copies-leave-objects-alone',
    open: (records) => new FreezesItsArguments(records),
  },
  {
    id: 'tidies-its-arguments',
    breaks: 'deletes an undefined description from the object passed to replace',
    killedBy: 'copies-leave-objects-alone',
    open: (records) => new TidiesItsArguments(records),
  },
];
