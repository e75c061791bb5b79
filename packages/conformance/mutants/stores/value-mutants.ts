import type { Location } from '@location-records/core';
import { type Records, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

/** A store that changes every Location before it stores it. */
function changing(change: (location: Location) => Location): StoreMutant['open'] {
  class Changing extends ReferenceStore {
    override put(id: string, location: Location): Promise<void> {
      return super.put(id, change(location));
    }
    override replace(id: string, location: Location): Promise<boolean> {
      return super.replace(id, change(location));
    }
  }
  return (records) => new Changing(records);
}

function changingDescriptions(change: (description: string) => string | undefined): StoreMutant['open'] {
  return changing(({ description, coordinates }) => ({
    description: description === undefined ? undefined : change(description),
    coordinates,
  }));
}

function changingNumbers(change: (degrees: number) => number): StoreMutant['open'] {
  return changing(({ coordinates, ...rest }) => ({
    ...rest,
    coordinates: { latitude: change(coordinates.latitude), longitude: change(coordinates.longitude) },
  }));
}

class KeepsNegativeZero extends ReferenceStore {
  override async put(id: string, { description, coordinates: { ...coordinates } }: Location): Promise<void> {
    await this.commit(() => void this.records.set(id, { description, coordinates }));
  }
  override async get(id: string): Promise<Location | undefined> {
    return (await super.get(id)) && structuredClone(this.records.get(id));
  }
}

/** What is kept of a record whose description is long. */
function longDescription(records: Records, id: string): Partial<Location> {
  const { description = '' } = records.get(id) ?? {};
  return description.length > 4000 ? { description } : {};
}

class KeepsLongOnReplace extends ReferenceStore {
  override replace(id: string, location: Location): Promise<boolean> {
    return super.replace(id, { ...longDescription(this.records, id), ...location });
  }
}

class KeepsLongOnPut extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return super.put(id, { ...longDescription(this.records, id), ...location });
  }
}

class KeepsLongOnDelete extends ReferenceStore {
  readonly #deleted: Records = new Map();

  override put(id: string, location: Location): Promise<void> {
    return super.put(id, { ...longDescription(this.#deleted, id), ...location });
  }
  override async delete(id: string): Promise<void> {
    const location = this.records.get(id);
    if (location) this.#deleted.set(id, location);
    await super.delete(id);
  }
}

class SharesLongDescriptions extends ReferenceStore {
  readonly #latest = new Map<number, string>();

  override put(id: string, location: Location): Promise<void> {
    const { description = '' } = location;
    this.#latest.set(description.length, description);
    return super.put(id, location);
  }
  override async get(id: string): Promise<Location | undefined> {
    const location = await super.get(id);
    const { description = '' } = location ?? {};
    if (!location || description.length <= 4000) return location;
    return { ...location, description: this.#latest.get(description.length) ?? description };
  }
}

class AbsentBecomesEmpty extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return super.put(id, { description: '', ...location });
  }
}

class AbsentComesAsNull extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    const location = await super.get(id);
    return location && ({ description: null, ...location } as unknown as Location);
  }
}

class GetOfAbsentIsNull extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    return (await super.get(id)) ?? (null as unknown as undefined);
  }
}

/** Stores that change values. */
export const valueMutants: readonly StoreMutant[] = [
  {
    id: 'rounds-to-float32',
    breaks: 'stores coordinates in single precision',
    killedBy: 'numbers-fractions',
    open: changingNumbers(Math.fround),
  },
  {
    id: 'keeps-seven-digits',
    breaks: 'keeps only seven digits after the decimal point',
    killedBy: 'numbers-fractions',
    open: changingNumbers((degrees) => (Math.abs(degrees) < 1e15 ? Number(degrees.toFixed(7)) : degrees)),
  },
  {
    id: 'flushes-subnormals',
    breaks: 'stores the smallest numbers as zero',
    killedBy: 'numbers-extremes',
    open: changingNumbers((degrees) => (Math.abs(degrees) < 2 ** -1022 ? 0 : degrees)),
  },
  {
    id: 'cuts-integers-to-32-bits',
    breaks: 'stores whole numbers in 32 bits',
    killedBy: 'numbers-large-integers',
    open: changingNumbers((degrees) =>
      Number.isInteger(degrees) && Math.abs(degrees) < 2 ** 63 ? degrees | 0 : degrees,
    ),
  },
  {
    id: 'clamps-to-ranges',
    breaks: 'forces coordinates into their usual ranges',
    killedBy: 'numbers-signs',
    open: changingNumbers((degrees) => Math.min(Math.max(degrees, -180), 180)),
  },
  {
    id: 'keeps-negative-zero',
    breaks: 'returns -0',
    killedBy: 'numbers-negative-zero',
    open: (records) => new KeepsNegativeZero(records),
  },
  {
    id: 'empty-becomes-absent',
    breaks: 'stores an empty description as an absent one',
    killedBy: 'descriptions-empty',
    open: changingDescriptions((description) => description || undefined),
  },
  {
    id: 'absent-becomes-empty',
    breaks: 'stores an absent description as an empty one',
    killedBy: 'descriptions-empty',
    open: (records) => new AbsentBecomesEmpty(records),
  },
  {
    id: 'absent-comes-as-null',
    breaks: 'returns an absent description as null',
    killedBy: 'descriptions-empty',
    open: (records) => new AbsentComesAsNull(records),
  },
  {
    id: 'get-of-absent-is-null',
    breaks: 'returns null for an absent record',
    killedBy: 'starts-empty',
    open: (records) => new GetOfAbsentIsNull(records),
  },
  {
    id: 'cuts-descriptions-at-nul',
    breaks: 'ends a description at NUL, as C does',
    killedBy: 'descriptions-control-characters',
    open: changingDescriptions((description) => description.split('\0', 1).join()),
  },
  {
    id: 'cuts-long-descriptions',
    breaks: 'cuts descriptions at 65,535 characters',
    killedBy: 'descriptions-long',
    open: changingDescriptions((description) => description.slice(0, 65_535)),
  },
  {
    id: 'keeps-long-descriptions-on-replace',
    breaks: 'keeps a long description when replace stores a Location without a description',
    killedBy: 'descriptions-change-length',
    open: (records) => new KeepsLongOnReplace(records),
  },
  {
    id: 'keeps-long-descriptions-on-put',
    breaks: 'keeps a long description when put stores a Location without a description',
    killedBy: 'descriptions-change-length',
    open: (records) => new KeepsLongOnPut(records),
  },
  {
    id: 'keeps-long-descriptions-on-delete',
    breaks: 'gives a new record without a description the long one of the deleted record before it',
    killedBy: 'descriptions-change-length',
    open: (records) => new KeepsLongOnDelete(records),
  },
  {
    id: 'shares-long-descriptions',
    breaks: 'keeps one text for all long descriptions of the same length',
    killedBy: 'descriptions-change-length',
    open: (records) => new SharesLongDescriptions(records),
  },
  {
    id: 'trims-descriptions',
    breaks: 'trims descriptions',
    killedBy: 'descriptions-unchanged',
    open: changingDescriptions((description) => description.trim()),
  },
  {
    id: 'normalises-line-ends',
    breaks: 'turns CR LF into LF',
    killedBy: 'descriptions-control-characters',
    open: changingDescriptions((description) => description.replaceAll('\r\n', '\n')),
  },
  {
    id: 'reads-numbers-in-descriptions',
    breaks: 'stores a description that looks like a number as a number',
    killedBy: 'descriptions-like-values',
    open: changingDescriptions((description) =>
      (description.trim() && String(Number(description))) === 'NaN'
        ? description
        : String(Number(description)),
    ),
  },
  {
    id: 'spaces-become-plain',
    breaks: 'stores a no-break space as a space',
    killedBy: 'descriptions-every-character',
    open: changingDescriptions((description) => description.replaceAll('\u00a0', ' ')),
  },
  {
    id: 'unescapes-markup',
    breaks: 'stores &amp; as &',
    killedBy: 'descriptions-syntax',
    open: changingDescriptions((description) => description.replaceAll('&amp;', '&')),
  },
];
