import type { Location, LocationRecord } from '@location-records/core';
import { copy, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

/** A store with a key for each identifier, which some identifiers share. */
function keyedBy(change: (id: string) => string): StoreMutant['open'] {
  // An empty key would be refused, and the mutant would not get as far as confusing two records.
  const key = (id: string) => change(id) || id;
  class Keyed extends ReferenceStore {
    override get(id: string): Promise<Location | undefined> {
      return super.get(key(id));
    }
    override put(id: string, location: Location): Promise<void> {
      return super.put(key(id), location);
    }
    override replace(id: string, location: Location): Promise<boolean> {
      return super.replace(key(id), location);
    }
    override delete(id: string): Promise<void> {
      return super.delete(key(id));
    }
  }
  return (records) => new Keyed(records);
}

class PlainObject extends ReferenceStore {
  readonly #members: Record<string, Location> = {};
  override async get(id: string): Promise<Location | undefined> {
    this.requireOpen();
    const location = this.#members[id];
    return location && copy(location);
  }
  override async put(id: string, location: Location): Promise<void> {
    this.#members[id] = location;
    await super.put(id, location);
  }
}

class FindsByPattern extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    const pattern = id
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.');
    const found = [...this.records.keys()].find((key) => new RegExp(`^${pattern}$`, 's').test(key));
    return super.get(found ?? id);
  }
}

class ListsEncodedIds extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().map(([id, location]) => [encodeURIComponent(id), location]);
  }
}

class RefusesLongIds extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    return id.length > 2704
      ? Promise.reject(new Error('index row size exceeds maximum'))
      : super.put(id, location);
  }
}

class ListsIdsInOneFont extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().map(([id, location]) => [id.replace(/[\ue000-\uf8ff]/g, '\ufffd'), location]);
  }
}

class KeepsItsVersionAsARecord extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().filter(([id]) => id !== 'version');
  }
}

class FindsLowerCase extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    return (await super.get(id)) ?? super.get(id.toLowerCase());
  }
}

/** Stores that confuse or refuse identifiers. */
export const identifierMutants: readonly StoreMutant[] = [
  {
    id: 'ids-cut-at-nul',
    breaks: 'ends an identifier at NUL, as C does',
    killedBy: 'ids-nul',
    open: keyedBy((id) => id.split('\0', 1).join()),
  },
  {
    id: 'ids-cut-when-long',
    breaks: 'compares only the first 10,000 characters of an identifier',
    killedBy: 'ids-common-prefix',
    open: keyedBy((id) => id.slice(0, 10_000)),
  },
  {
    id: 'ids-trimmed',
    breaks: 'trims identifiers',
    killedBy: 'ids-white-space',
    open: keyedBy((id) => id.trim()),
  },
  {
    id: 'ids-padded',
    breaks: 'ignores spaces at the end, as some collations do',
    killedBy: 'ids-white-space',
    open: keyedBy((id) => id.replace(/ +$/, '')),
  },
  {
    id: 'ids-lower-cased',
    breaks: 'ignores the case of identifiers',
    killedBy: 'ids-case',
    open: keyedBy((id) => id.toLowerCase()),
  },
  {
    id: 'ids-normalised',
    breaks: 'normalises identifiers',
    killedBy: 'ids-normalisation',
    open: keyedBy((id) => id.normalize('NFC')),
  },
  {
    id: 'ids-as-numbers',
    breaks: 'treats identifiers that look like numbers as numbers',
    killedBy: 'ids-like-numbers',
    open: keyedBy((id) => (id.trim() === '' || Number.isNaN(Number(id)) ? id : String(Number(id)))),
  },
  {
    id: 'ids-in-latin-1',
    breaks: 'keeps only the low byte of each character',
    killedBy: 'ids-beyond-the-basic-plane',
    open: keyedBy((id) => Buffer.from(id, 'latin1').toString('latin1')),
  },
  {
    id: 'ids-in-three-bytes',
    breaks: 'replaces every astral character by a question mark',
    killedBy: 'ids-beyond-the-basic-plane',
    open: keyedBy((id) => id.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    id: 'plain-object',
    breaks: 'keeps records as members of a plain object',
    killedBy: 'ids-object-properties',
    open: (records) => new PlainObject(records),
  },
  {
    id: 'finds-by-pattern',
    breaks: 'treats % and _ as wildcards',
    killedBy: 'ids-patterns',
    open: (records) => new FindsByPattern(records),
  },
  {
    id: 'lists-encoded-ids',
    breaks: 'lists identifiers percent-encoded',
    killedBy: 'ids-quotes-and-syntax',
    open: (records) => new ListsEncodedIds(records),
  },
  {
    id: 'refuses-long-ids',
    breaks: 'refuses identifiers that are too long for its index',
    killedBy: 'ids-long',
    open: (records) => new RefusesLongIds(records),
  },
  {
    id: 'lists-private-characters-as-unknown',
    breaks: 'lists characters for private use as U+FFFD',
    killedBy: 'ids-every-character',
    open: (records) => new ListsIdsInOneFont(records),
  },
  {
    id: 'merges-slashes',
    breaks: 'treats identifiers as paths, in which // is /',
    killedBy: 'ids-like-paths',
    open: keyedBy((id) => id.replaceAll('//', '/')),
  },
  {
    id: 'keeps-its-version-as-a-record',
    breaks: 'does not list the identifier under which it keeps its own version',
    killedBy: 'ids-of-stores',
    open: (records) => new KeepsItsVersionAsARecord(records),
  },
  {
    id: 'finds-lower-case',
    breaks: 'returns the record in lower case when the given one is absent',
    killedBy: 'ids-case',
    open: (records) => new FindsLowerCase(records),
  },
];
