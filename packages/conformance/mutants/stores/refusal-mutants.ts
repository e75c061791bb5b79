import { InvalidArgumentError, type Location } from '@location-records/core';
import { ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

/** A store that checks a changed identifier instead of the given one. */
function checkingChangedIds(read: (id: string) => string): StoreMutant['open'] {
  class Looking extends ReferenceStore {
    override requireIdentifier(id: string): void {
      super.requireIdentifier(read(id));
    }
  }
  return (records) => new Looking(records);
}

/** A store that checks a changed Location instead of the given one. */
function checkingChangedLocations(read: (location: Location) => Location): StoreMutant['open'] {
  class Looking extends ReferenceStore {
    override requireLocation(location: Location): void {
      super.requireLocation(read(location));
    }
  }
  return (records) => new Looking(records);
}

function checkingChangedDegrees(read: (degrees: number) => number): StoreMutant['open'] {
  return checkingChangedLocations((location) => {
    const { latitude, longitude } = location?.coordinates ?? {};
    return { ...location, coordinates: { latitude: read(latitude), longitude: read(longitude) } };
  });
}

class GetTakesAnyId extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    return this.records.has(id) || this.isClosed ? super.get(id) : undefined;
  }
}

class DeleteTakesAnyId extends ReferenceStore {
  override delete(id: string): Promise<void> {
    return this.commit(() => void this.records.delete(id));
  }
}

class ReplaceOfAbsentTakesAnything extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    return this.records.has(id) || this.isClosed ? super.replace(id, location) : false;
  }
}

class ThrowsAtMisuse extends ReferenceStore {
  override get(id: string): Promise<Location | undefined> {
    this.requireIdentifier(id);
    return super.get(id);
  }
}

class CrashesWithoutCoordinates extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    if (!this.isClosed && !location.coordinates) throw new TypeError('Cannot read coordinates');
    await super.put(id, location);
  }
}

class RefusesWithAnotherCode extends ReferenceStore {
  override requireIdentifier(id: string): void {
    if (typeof id !== 'string' || !id.isWellFormed() || id === '') throw new TypeError('Invalid identifier');
  }
}

class RefusesTheWhole extends ReferenceStore {
  override requireLocation(location: Location): void {
    try {
      super.requireLocation(location);
    } catch {
      throw new InvalidArgumentError('location', 'a Location');
    }
  }
}

class ChecksIdentifiersLast extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    this.requireOpen();
    this.requireLocation(location);
    await super.put(id, location);
  }
}

class KeepsWhatItRefuses extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    if (typeof location?.description === 'number') this.records.set(id, location);
    await super.put(id, location);
  }
}

class RefusesTheBatch extends ReferenceStore {
  #refused = 0;
  override requireLocation(location: Location): void {
    try {
      super.requireLocation(location);
    } catch (error) {
      this.#refused++;
      throw error;
    }
  }
  override commit<T>(write: () => T): Promise<T> {
    const before = this.#refused;
    return super.commit(() => {
      if (this.#refused > before) throw new Error('The batch was rolled back');
      return write();
    });
  }
}

class ChecksBeforeClosed extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    this.requireIdentifier(id);
    await super.put(id, location);
  }
}

/** Stores that accept values that they must refuse, or refuse them wrongly. */
export const refusalMutants: readonly StoreMutant[] = [
  {
    id: 'takes-empty-ids',
    breaks: 'accepts the empty string as an identifier',
    killedBy: 'refuses-identifiers',
    open: checkingChangedIds((id) => (id === '' ? 'empty' : id)),
  },
  {
    id: 'takes-ill-formed-ids',
    breaks: 'accepts identifiers with lone surrogates',
    killedBy: 'refuses-identifiers',
    open: checkingChangedIds((id) => (typeof id === 'string' ? id.toWellFormed() : id)),
  },
  {
    id: 'converts-ids',
    breaks: 'accepts a number as an identifier',
    killedBy: 'refuses-identifiers',
    open: checkingChangedIds((id) => (typeof id === 'number' ? String(id) : id)),
  },
  {
    id: 'get-takes-any-id',
    breaks: 'returns no record from get for invalid identifiers',
    killedBy: 'refuses-identifiers',
    open: (records) => new GetTakesAnyId(records),
  },
  {
    id: 'delete-takes-any-id',
    breaks: 'accepts invalid identifiers in delete',
    killedBy: 'refuses-identifiers',
    open: (records) => new DeleteTakesAnyId(records),
  },
  {
    id: 'throws-at-misuse',
    breaks: 'throws instead of rejecting for an invalid identifier',
    killedBy: 'refuses-identifiers',
    open: (records) => new ThrowsAtMisuse(records),
  },
  {
    id: 'refuses-with-another-code',
    breaks: 'refuses identifiers with another kind of error',
    killedBy: 'refuses-identifiers',
    open: (records) => new RefusesWithAnotherCode(records),
  },
  {
    id: 'takes-null-descriptions',
    breaks: 'accepts null as an absent description',
    killedBy: 'refuses-descriptions',
    open: checkingChangedLocations((location) => ({
      ...location,
      description: location?.description ?? undefined,
    })),
  },
  {
    id: 'takes-ill-formed-descriptions',
    breaks: 'accepts descriptions with lone surrogates',
    killedBy: 'refuses-descriptions',
    open: checkingChangedLocations((location) =>
      typeof location?.description === 'string'
        ? { ...location, description: location.description.toWellFormed() }
        : location,
    ),
  },
  {
    id: 'keeps-what-it-refuses',
    breaks: 'refuses a description, but stores it',
    killedBy: 'refuses-descriptions',
    open: (records) => new KeepsWhatItRefuses(records),
  },
  {
    id: 'refuses-the-whole',
    breaks: 'does not say which part of a Location is wrong',
    killedBy: 'refuses-descriptions',
    open: (records) => new RefusesTheWhole(records),
  },
  {
    id: 'takes-nan',
    breaks: 'accepts NaN as a coordinate',
    killedBy: 'refuses-coordinates',
    open: checkingChangedDegrees((degrees) => (Number.isNaN(degrees) ? 0 : degrees)),
  },
  {
    id: 'takes-infinity',
    breaks: 'accepts infinity as a coordinate',
    killedBy: 'refuses-coordinates',
    open: checkingChangedDegrees((degrees) => (degrees === Number.POSITIVE_INFINITY ? 0 : degrees)),
  },
  {
    id: 'converts-numbers',
    breaks: 'accepts text as a coordinate',
    killedBy: 'refuses-coordinates',
    open: checkingChangedDegrees((degrees) => (typeof degrees === 'string' ? Number(degrees) : degrees)),
  },
  {
    id: 'replace-of-absent-takes-anything',
    breaks: 'checks the arguments of replace only when the record is present',
    killedBy: 'refuses-coordinates',
    open: (records) => new ReplaceOfAbsentTakesAnything(records),
  },
  {
    id: 'crashes-without-coordinates',
    breaks: 'rejects a Location without coordinates with an accidental error',
    killedBy: 'refuses-other-shapes',
    open: (records) => new CrashesWithoutCoordinates(records),
  },
  {
    id: 'checks-identifiers-last',
    breaks: 'checks the Location before the identifier',
    killedBy: 'refusal-names-the-first',
    open: (records) => new ChecksIdentifiersLast(records),
  },
  {
    id: 'refuses-the-batch',
    breaks: 'fails the writes under way together with a refused one',
    killedBy: 'refusal-spares-others',
    open: (records) => new RefusesTheBatch(records),
  },
  {
    id: 'checks-before-closed',
    breaks: 'checks arguments before it checks whether it is closed',
    killedBy: 'closed-methods-reject-anything',
    open: (records) => new ChecksBeforeClosed(records),
  },
];
