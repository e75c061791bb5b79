import { InvalidArgumentError, type Location } from '@location-records/core';
import { ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

/** A store that takes another look at each identifier than it should. */
function lookingAtIds(read: (id: string) => string): StoreMutant['open'] {
  class Looking extends ReferenceStore {
    override demandIdentifier(id: string): void {
      super.demandIdentifier(read(id));
    }
  }
  return (records) => new Looking(records);
}

/** A store that takes another look at each Location than it should. */
function lookingAtLocations(read: (location: Location) => Location): StoreMutant['open'] {
  class Looking extends ReferenceStore {
    override demandLocation(location: Location): void {
      super.demandLocation(read(location));
    }
  }
  return (records) => new Looking(records);
}

function lookingAtDegrees(read: (degrees: number) => number): StoreMutant['open'] {
  return lookingAtLocations((location) => {
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
    this.demandIdentifier(id);
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
  override demandIdentifier(id: string): void {
    if (typeof id !== 'string' || !id.isWellFormed() || id === '') throw new TypeError('Invalid identifier');
  }
}

class RefusesTheWhole extends ReferenceStore {
  override demandLocation(location: Location): void {
    try {
      super.demandLocation(location);
    } catch {
      throw new InvalidArgumentError('location', 'a Location');
    }
  }
}

class ChecksIdentifiersLast extends ReferenceStore {
  override async put(id: string, location: Location): Promise<void> {
    this.demandOpen();
    this.demandLocation(location);
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
  override demandLocation(location: Location): void {
    try {
      super.demandLocation(location);
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
    this.demandIdentifier(id);
    await super.put(id, location);
  }
}

/** Stores that take what they must refuse, or refuse it in another way. */
export const refusalMutants: readonly StoreMutant[] = [
  {
    id: 'takes-empty-ids',
    breaks: 'takes the empty string for an identifier',
    killedBy: 'refuses-identifiers',
    open: lookingAtIds((id) => (id === '' ? 'empty' : id)),
  },
  {
    id: 'takes-ill-formed-ids',
    breaks: 'takes identifiers with lone surrogates',
    killedBy: 'refuses-identifiers',
    open: lookingAtIds((id) => (typeof id === 'string' ? id.toWellFormed() : id)),
  },
  {
    id: 'converts-ids',
    breaks: 'takes a number for an identifier',
    killedBy: 'refuses-identifiers',
    open: lookingAtIds((id) => (typeof id === 'number' ? String(id) : id)),
  },
  {
    id: 'get-takes-any-id',
    breaks: 'says that what can be no identifier is absent',
    killedBy: 'refuses-identifiers',
    open: (records) => new GetTakesAnyId(records),
  },
  {
    id: 'delete-takes-any-id',
    breaks: 'deletes what can be no identifier',
    killedBy: 'refuses-identifiers',
    open: (records) => new DeleteTakesAnyId(records),
  },
  {
    id: 'throws-at-misuse',
    breaks: 'throws at misuse instead of rejecting',
    killedBy: 'refuses-identifiers',
    open: (records) => new ThrowsAtMisuse(records),
  },
  {
    id: 'refuses-with-another-code',
    breaks: 'refuses identifiers with an error of another kind',
    killedBy: 'refuses-identifiers',
    open: (records) => new RefusesWithAnotherCode(records),
  },
  {
    id: 'takes-null-descriptions',
    breaks: 'takes null for an absent description',
    killedBy: 'refuses-descriptions',
    open: lookingAtLocations((location) => ({
      ...location,
      description: location?.description ?? undefined,
    })),
  },
  {
    id: 'takes-ill-formed-descriptions',
    breaks: 'takes descriptions with lone surrogates',
    killedBy: 'refuses-descriptions',
    open: lookingAtLocations((location) =>
      typeof location?.description === 'string'
        ? { ...location, description: location.description.toWellFormed() }
        : location,
    ),
  },
  {
    id: 'keeps-what-it-refuses',
    breaks: 'refuses a description that it has stored',
    killedBy: 'refuses-descriptions',
    open: (records) => new KeepsWhatItRefuses(records),
  },
  {
    id: 'refuses-the-whole',
    breaks: 'does not tell which part of a Location is wrong',
    killedBy: 'refuses-descriptions',
    open: (records) => new RefusesTheWhole(records),
  },
  {
    id: 'takes-nan',
    breaks: 'takes NaN for a coordinate',
    killedBy: 'refuses-coordinates',
    open: lookingAtDegrees((degrees) => (Number.isNaN(degrees) ? 0 : degrees)),
  },
  {
    id: 'takes-infinity',
    breaks: 'takes infinity for a coordinate',
    killedBy: 'refuses-coordinates',
    open: lookingAtDegrees((degrees) => (degrees === Number.POSITIVE_INFINITY ? 0 : degrees)),
  },
  {
    id: 'converts-numbers',
    breaks: 'takes text for a coordinate',
    killedBy: 'refuses-coordinates',
    open: lookingAtDegrees((degrees) => (typeof degrees === 'string' ? Number(degrees) : degrees)),
  },
  {
    id: 'replace-of-absent-takes-anything',
    breaks: 'looks at a replacement only where there is a record',
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
    breaks: 'looks at the Location before the identifier',
    killedBy: 'refusal-names-the-first',
    open: (records) => new ChecksIdentifiersLast(records),
  },
  {
    id: 'refuses-the-batch',
    breaks: 'fails the writes under way along with one that it refuses',
    killedBy: 'refusal-spares-others',
    open: (records) => new RefusesTheBatch(records),
  },
  {
    id: 'checks-before-closed',
    breaks: 'refuses wrong values even when it is closed',
    killedBy: 'closed-methods-reject-anything',
    open: (records) => new ChecksBeforeClosed(records),
  },
];
