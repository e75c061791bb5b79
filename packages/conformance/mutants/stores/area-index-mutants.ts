import type { Location, LocationRecord } from '@location-records/core';
import type { AreaPage, Box, WithinOptions } from '@location-records/core/areas';
import { AreaReferenceStore } from './area-reference-store.ts';
import { copy, type Records } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

type Index = Map<string, Location>;

/** What a write does to an index. `before` and `after` are the records' own. */
interface IndexedWrite {
  readonly method: 'put' | 'replace' | 'delete';
  readonly id: string;
  readonly before: Location | undefined;
  readonly after: Location | undefined;
  /** How often a write has moved the record. */
  readonly moves: number;
}

/** The usual work of an index. */
function follow(index: Index, { id, after }: IndexedWrite): void {
  if (after) index.set(id, copy(after));
  else index.delete(id);
}

/** A store with an index beside its records, which each write updates with `update`. */
function indexing(
  update: (index: Index, write: IndexedWrite) => void,
  indexOf: (records: Records) => Index = sharedIndex,
): StoreMutant['open'] {
  class Indexing extends AreaReferenceStore {
    readonly #index = indexOf(this.records);
    readonly #moves = new Map<string, number>();

    override async put(id: string, location: Location): Promise<void> {
      await this.#write('put', id, () => super.put(id, location));
    }
    override async replace(id: string, location: Location): Promise<boolean> {
      return this.#write('replace', id, () => super.replace(id, location));
    }
    override async delete(id: string): Promise<void> {
      await this.#write('delete', id, () => super.delete(id));
    }
    override placed(): LocationRecord[] {
      return [...this.#index];
    }

    async #write<T>(method: IndexedWrite['method'], id: string, write: () => Promise<T>): Promise<T> {
      const before = this.records.get(id);
      const result = await write();
      const after = this.records.get(id);
      const moves = (this.#moves.get(id) ?? 0) + 1;
      this.#moves.set(id, moves);
      update(this.#index, { method, id, before, after, moves });
      return result;
    }
  }
  return (records) => new Indexing(records);
}

const indexes = new WeakMap<Records, Index>();

/** The index of records, the same for all stores over them. */
function sharedIndex(records: Records): Index {
  const index = indexes.get(records) ?? new Map(records);
  indexes.set(records, index);
  return index;
}

/** Leaves a second entry at the old place. Its identifier is the same only when it is read. */
class LeavesOldPlaces extends AreaReferenceStore {
  readonly #old: LocationRecord[] = [];
  readonly #method: 'put' | 'replace';

  constructor(records: Records, method: 'put' | 'replace') {
    super(records);
    this.#method = method;
  }
  override async put(id: string, location: Location): Promise<void> {
    if (this.#method === 'put') this.#keep(id);
    await super.put(id, location);
  }
  override async replace(id: string, location: Location): Promise<boolean> {
    if (this.#method === 'replace') this.#keep(id);
    return super.replace(id, location);
  }
  override placed(): LocationRecord[] {
    return [...this.records, ...this.#old];
  }
  #keep(id: string): void {
    const before = this.records.get(id);
    if (before) this.#old.push([id, before]);
  }
}

class RefusedWritesMove extends AreaReferenceStore {
  readonly #moved = new Map<string, Location>();
  override async put(id: string, location: Location): Promise<void> {
    const latitude = location?.coordinates?.latitude;
    if (typeof latitude === 'number') this.#moved.set(id, { coordinates: { latitude, longitude: 0 } });
    await super.put(id, location);
    this.#moved.delete(id);
  }
  override placed(): LocationRecord[] {
    return [...new Map([...this.records, ...this.#moved])];
  }
}

class FirstPictureForEver extends AreaReferenceStore {
  #picture: LocationRecord[] | undefined;
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    this.#picture ??= [...this.records];
    return super.within(box, options);
  }
  override placed(): LocationRecord[] {
    return this.#picture ?? [];
  }
}

/** Stores whose index does not follow the records. */
export const areaIndexMutants: readonly StoreMutant[] = [
  ...(['put', 'replace'] as const).flatMap((method): readonly StoreMutant[] => [
    {
      id: `area-${method}-leaves-old-place`,
      breaks: `finds a record that ${method} moved at both places`,
      killedBy: `area-${method}-moves`,
      open: (records) => new LeavesOldPlaces(records, method),
    },
    {
      id: `area-${method}-does-not-move`,
      breaks: `finds a record that ${method} moved at its old place alone`,
      killedBy: `area-${method}-moves`,
      open: indexing((index, write) => {
        if (write.method !== method || !write.before) follow(index, write);
      }),
    },
    {
      id: `area-${method}-misses-second-move`,
      breaks: `loses a record that ${method} moves a second time`,
      killedBy: `area-${method}-moves`,
      open: indexing((index, write) => {
        if (write.method === method && write.moves > 2) index.delete(write.id);
        else follow(index, write);
      }),
    },
  ]),
  ...(['latitude', 'longitude'] as const).map(
    (member): StoreMutant => ({
      id: `area-moves-by-${member}-alone`,
      breaks: `moves a record only when its ${member} changes`,
      killedBy: 'area-one-coordinate',
      open: indexing((index, write) => {
        const isSame = write.before?.coordinates[member] === write.after?.coordinates[member];
        if (!write.before || !isSame) follow(index, write);
      }),
    }),
  ),
  {
    id: 'area-keeps-old-description',
    breaks: 'shows the old description of a record that stays at its place',
    killedBy: 'area-changes-in-place',
    open: indexing((index, write) => {
      const isSame = JSON.stringify(write.before?.coordinates) === JSON.stringify(write.after?.coordinates);
      if (!isSame) follow(index, write);
    }),
  },
  {
    id: 'area-keeps-deleted',
    breaks: 'finds deleted records',
    killedBy: 'area-deletes',
    open: indexing((index, write) => {
      if (write.method !== 'delete') follow(index, write);
    }),
  },
  {
    id: 'area-refused-writes-move',
    breaks: 'moves a record although it refuses the write',
    killedBy: 'area-refused-writes',
    open: (records) => new RefusedWritesMove(records),
  },
  {
    id: 'area-writes-during-query',
    breaks: 'keeps the records of its first area query for ever',
    killedBy: 'area-writes-at-once',
    open: (records) => new FirstPictureForEver(records),
  },
  {
    id: 'area-index-of-one-store',
    breaks: 'finds only what the same store has written',
    killedBy: 'area-shared',
    open: indexing(follow, () => new Map()),
  },
  {
    id: 'area-index-in-memory',
    breaks: 'has an empty index when it is opened again',
    killedBy: 'area-durable',
    open: indexing(follow, () => new Map()),
  },
];
