import type { Location, LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { batchOf, copy, pageOf, type Records, RightStore } from './right-store.ts';

/** Methods that replace those of a right store. */
type Patch = (right: RightStore) => Partial<AreaStore>;

/**
 * A fault that a store has had, as a completion of "a store that", and the case of the contract that must
 * reject it.
 */
type Row = readonly [breaks: string, killedBy: string, patch: Patch];

/** Stores other identifiers or Locations than it is given. */
function storing(
  idOf: (id: string) => string,
  locationOf = (location: Location): Location => location,
): Patch {
  return (right) => ({
    get: (id) => right.get(idOf(id)),
    put: (id, location) => right.put(idOf(id), locationOf(location)),
    replace: (id, location) => right.replace(idOf(id), locationOf(location)),
    delete: (id) => right.delete(idOf(id)),
  });
}

/** Stores other Locations than it is given. */
function storingLocations(locationOf: (location: Location) => Location): Patch {
  return storing((id) => id, locationOf);
}

/** Stores other descriptions than it is given. */
function storingDescriptions(change: (description: string) => string | undefined): Patch {
  return storingLocations(({ description, coordinates }) => {
    const changed = description === undefined ? undefined : change(description);
    return changed === undefined ? { coordinates } : { description: changed, coordinates };
  });
}

/** Stores other numbers than it is given. */
function storingNumbers(change: (number: number, limit: number) => number): Patch {
  return storingLocations(({ coordinates: { latitude, longitude }, ...rest }) => ({
    ...rest,
    coordinates: { latitude: change(latitude, 90), longitude: change(longitude, 180) },
  }));
}

/** Changes put alone. */
function putting(put: (right: RightStore, id: string, location: Location) => Promise<void>): Patch {
  return (right) => ({ put: (id, location) => put(right, id, location) });
}

/** Lists in batches that `read` finds, each given the batch before it, until one is empty. */
function listing(
  read: (right: RightStore, before: readonly LocationRecord[], step: number) => LocationRecord[],
): Patch {
  return (right) => ({
    async *list() {
      let batch: LocationRecord[] = [];
      for (let step = 0; ; step++) {
        await right.turn();
        batch = read(right, batch, step);
        if (batch.length === 0) return;
        yield batch;
      }
    },
  });
}

/** Changes the records of each batch of a list. */
function listingAs(change: (right: RightStore, record: LocationRecord) => LocationRecord): Patch {
  return (right) => ({
    async *list() {
      for await (const batch of right.list()) yield batch.map((record) => change(right, record));
    },
  });
}

/** Finds the records of a box among others than those stored. */
function indexing(records: (right: RightStore) => readonly LocationRecord[]): Patch {
  return (right) => ({
    async within(box, options) {
      await right.within(box, options);
      return pageOf(records(right), box, options);
    },
  });
}

const exchanges: readonly Row[] = [
  [
    'reads, compares and then writes',
    'exchange-increments',
    (right) => ({
      async exchange(id, expected, next) {
        if (JSON.stringify(await right.get(id)) !== JSON.stringify(expected && copy(expected))) return false;
        await (next ? right.put(id, next) : right.delete(id));
        return true;
      },
    }),
  ],
  [
    'compares the description alone',
    'exchange-alike',
    (right) => ({
      exchange: async (id, expected, next) => {
        const stored = right.records.get(id);
        const isSame = stored && expected && stored.description === expected.description;
        return right.exchange(id, isSame ? stored : expected, next);
      },
    }),
  ],
  [
    'creates a record where one was expected',
    'exchange-absent',
    (right) => ({
      exchange: (id, expected, next) =>
        right.exchange(id, right.records.has(id) ? expected : undefined, next),
    }),
  ],
  [
    'inserts or replaces where no record was expected',
    'exchange-creates-once',
    (right) => ({
      async exchange(id, expected, next) {
        if (expected || !next) return right.exchange(id, expected, next);
        await right.put(id, next);
        return true;
      },
    }),
  ],
];

const writes: readonly Row[] = [
  [
    'keeps the old description when put has none',
    'put-replaces-every-field',
    putting((right, id, location) => right.put(id, { ...right.records.get(id), ...location })),
  ],
  [
    'keeps the first of several puts',
    'put-replaces-every-field',
    putting(async (right, id, location) => (right.records.has(id) ? undefined : right.put(id, location))),
  ],
  [
    'leaves out a put that changes the case of the description alone',
    'changes-slightly',
    putting(async (right, id, location) => {
      const before = JSON.stringify(right.records.get(id) ?? '').toLowerCase();
      if (before !== JSON.stringify(copy(location)).toLowerCase()) await right.put(id, location);
    }),
  ],
  [
    'writes coordinates and description one after the other',
    'concurrent-histories',
    putting(async (right, id, { description, coordinates }) => {
      await right.put(id, { coordinates });
      const latest = right.records.get(id);
      if (latest && description !== undefined) await right.put(id, { ...latest, description });
    }),
  ],
  [
    'reads before it inserts or updates, so that two concurrent puts of a new identifier conflict',
    'concurrent-puts-to-one',
    putting(async (right, id, location) => {
      if ((await right.get(id)) !== undefined) return right.put(id, location);
      return right.commit(() => {
        if (right.records.has(id)) throw new Error('UNIQUE constraint failed');
        right.records.set(id, copy(location));
      });
    }),
  ],
  [
    'resolves a put before it has taken effect',
    'read-your-writes',
    putting(async (right, id, location) => void right.put(id, location).catch(() => {})),
  ],
  [
    'repeats a put that seemed to have failed, although it had not',
    'no-late-writes',
    putting(async (right, id, location) => {
      await right.put(id, location);
      setTimeout(() => right.put(id, location).catch(() => {}), 5);
    }),
  ],
  [
    'creates the record that replace does not find',
    'replace-absent-creates-nothing',
    (right) => ({
      async replace(id, location) {
        const found = right.records.has(id);
        await right.put(id, location);
        return found;
      },
    }),
  ],
  [
    'lets a delete come between the two steps of replace',
    'concurrent-replace-and-delete',
    (right) => ({
      async replace(id, location) {
        if ((await right.get(id)) === undefined) return false;
        await right.put(id, location);
        return true;
      },
    }),
  ],
  [
    'resolves replace to false when it changes nothing, as an engine that counts changed rows',
    'replace-with-the-same-says-true',
    (right) => ({
      async replace(id, location) {
        const before = JSON.stringify(right.records.get(id));
        return (await right.replace(id, location)) && before !== JSON.stringify(copy(location));
      },
    }),
  ],
  [
    'rejects the delete of an absent record',
    'delete-absent-is-no-failure',
    (right) => ({
      async delete(id) {
        if (!right.isClosed && !right.records.has(id)) throw new Error('There is no such record.');
        await right.delete(id);
      },
    }),
  ],
  [
    'deletes every record whose identifier starts with the given one',
    'delete-removes-one-record',
    (right) => ({
      async delete(id) {
        const ids = [...right.records.keys()].filter((other) => other.startsWith(id));
        await Promise.all([id, ...ids].map((other) => right.delete(other)));
      },
    }),
  ],
];

const values: readonly Row[] = [
  [
    'stores coordinates in single precision',
    'numbers-exact',
    storingNumbers((number) => Math.max(-3e38, Math.min(Math.fround(number), 3e38))),
  ],
  [
    'forces coordinates into their usual ranges',
    'numbers-exact',
    storingNumbers((number, limit) => Math.max(-limit, Math.min(number, limit))),
  ],
  [
    'stores an empty description as an absent one',
    'descriptions-empty',
    storingDescriptions((text) => text || undefined),
  ],
  [
    'returns an absent description as null',
    'descriptions-empty',
    (right) => ({
      async get(id) {
        const found = await right.get(id);
        return found && ({ description: null, ...found } as unknown as Location);
      },
    }),
  ],
  [
    'ends a description at NUL, as C does',
    'descriptions-characters',
    storingDescriptions((text) => text.split('\0', 1)[0]),
  ],
  [
    'cuts a description at 65,535 characters',
    'descriptions-long',
    storingDescriptions((text) => text.slice(0, 65_535).replace(/[\ud800-\udbff]$/, '')),
  ],
  ['reads identifiers as numbers', 'ids-numbers', storing((id) => String(Number(id) || id))],
  [
    'ends an identifier at NUL, as C does',
    'ids-control-characters',
    storing((id) => id.split('\0', 1)[0] || '?'),
  ],
  ['compares 10,000 characters of an identifier', 'ids-long', storing((id) => id.slice(0, 10_000))],
  ['ignores the case of identifiers', 'ids-case-and-form', storing((id) => id.toLowerCase())],
  ['normalises identifiers', 'ids-case-and-form', storing((id) => id.normalize())],
  [
    'ignores spaces at the end of an identifier',
    'ids-white-space',
    storing((id) => id.replace(/ +$/, '') || '?'),
  ],
  [
    'replaces every astral character by a question mark',
    'ids-beyond-the-basic-plane',
    storing((id) => id.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ],
  [
    'keeps records in the members of an object',
    'ids-names',
    (right) => ({ get: async (id) => (await right.get(id)) ?? ({} as Record<string, Location>)[id] }),
  ],
  [
    'finds records by LIKE',
    'ids-patterns',
    (right) => ({
      async get(id) {
        const like = [...right.records.keys()].find(
          (key) => id.endsWith('%') && key.startsWith(id.slice(0, -1)),
        );
        return (await right.get(id)) ?? (like === undefined ? undefined : right.get(like));
      },
    }),
  ],
  [
    'keeps records in files, whose paths it normalises',
    'ids-paths-and-syntax',
    storing((id) => id.replaceAll('/./', '/')),
  ],
];

const callers: readonly Row[] = [
  [
    'returns no record from get for an invalid identifier',
    'refuses-identifiers',
    (right) => ({
      async get(id) {
        right.requireOpen();
        return right.records.has(id) ? right.get(id) : undefined;
      },
    }),
  ],
  [
    'throws instead of rejecting for an invalid identifier',
    'refuses-identifiers',
    (right) => ({
      delete(id) {
        if (typeof id !== 'string') throw new TypeError('The identifier is not a string.');
        return right.delete(id);
      },
    }),
  ],
  ['stores NaN as 0', 'refuses-locations', storingNumbers((number) => (Number.isNaN(number) ? 0 : number))],
  [
    'fails the writes under way together with a refused one',
    'refusal-spares-others',
    (right) => {
      let failures = 0;
      return {
        async put(id, location) {
          const before = failures;
          const written = right.put(id, location);
          written.catch(() => failures++);
          await written;
          if (failures > before) throw new Error('The transaction was rolled back.');
        },
      };
    },
  ],
  [
    'keeps the object passed to put',
    'copies-what-is-put',
    putting(async (right, id, location) => {
      await right.put(id, location);
      right.records.set(id, location);
    }),
  ],
  [
    'lists its own objects',
    'copies-what-is-read',
    listingAs((right, [id, location]) => [id, right.records.get(id) ?? location]),
  ],
  [
    'freezes its arguments',
    'copies-leave-objects-alone',
    putting((right, id, location) => right.put(id, Object.freeze(location))),
  ],
  [
    'reads own members alone',
    'copies-the-members-of-a-location',
    storingLocations((location) => ({ ...location })),
  ],
];

const lists: readonly Row[] = [
  ...['list-live-among-deletes', 'list-live-few-survivors', 'list-live-all-read-deleted'].map(
    (killedBy): Row => [
      'reads a list by offset, which skips records when others are deleted',
      killedBy,
      listing((right, _, step) => right.sorted().slice(step * 256, (step + 1) * 256)),
    ],
  ),
  [
    'continues from the last record of a batch, and ends when that is deleted',
    'list-live-all-read-deleted',
    listing((right, before) => {
      const records = right.sorted();
      const last = records.findIndex(([id]) => id === before.at(-1)?.[0]);
      return before.length > 0 && last === -1 ? [] : batchOf(records.slice(last + 1));
    }),
  ],
  [
    'lists by insertion, and so a record that was created again twice',
    'list-live-second-lives',
    (right) => ({
      async *list() {
        await right.turn();
        let batch: LocationRecord[] = [];
        for (const [id, location] of right.records) {
          batch.push([id, copy(location)]);
          if (batch.length < 256) continue;
          yield batch;
          batch = [];
          await right.turn();
        }
        yield batch;
      },
    }),
  ],
  [
    'lists old descriptions beside new coordinates',
    'list-live-among-writes',
    (right) => ({
      async *list() {
        const earlier = new Map(right.records);
        for await (const batch of right.list()) {
          yield batch.map(([id, location]) => {
            return [id, { ...location, description: earlier.get(id)?.description ?? '' }];
          });
        }
      },
    }),
  ],
  [
    'lists the records of the time when list() was called',
    'list-starts-at-first-next',
    (right) => ({
      list: () => {
        const list = new RightStore(new Map(right.records)).list();
        return { [Symbol.asyncIterator]: () => list };
      },
    }),
  ],
  [
    'gives every reader the same list',
    'list-twice',
    (right) => {
      const list = right.list();
      return { list: () => list };
    },
  ],
  [
    'lists all records in one batch',
    'list-batches-of-256',
    listing((right, before) => (before.length > 0 ? [] : right.sorted())),
  ],
  [
    'bounds the records of a batch and not their bytes',
    'list-batches-of-32-kib',
    listing((right, before) => {
      const last = before.at(-1)?.[0] ?? '';
      return right
        .sorted()
        .filter(([id]) => id > last)
        .slice(0, 256);
    }),
  ],
  [
    'ends a list after 1,000 records, as some engines do',
    'list-many',
    listing((right, _, step) => right.sorted().slice(step * 250, Math.min(1000, (step + 1) * 250))),
  ],
  [
    'sorts identifiers by UTF-16 code units',
    'list-order-id-bytes',
    listing((right, before) => {
      const last = before.at(-1)?.[0] ?? '';
      const records = right.sorted().sort(([a], [b]) => (a < b ? -1 : 1));
      return batchOf(records.filter(([id]) => id > last));
    }),
  ],
  [
    'promises the order of the first puts, and lists by the last puts',
    'list-order-first-put',
    (right) => ({
      guarantees: Object.freeze({ ...right.guarantees, listOrder: 'first-put' as const }),
      async put(id, location) {
        await right.put(id, location);
        right.records.delete(id);
        right.records.set(id, copy(location));
      },
      async *list() {
        yield [...right.records];
      },
    }),
  ],
  [
    'continues an abandoned list',
    'list-abandoned',
    (right) => ({
      list() {
        const batches = right.list();
        const end = async () => ({ done: true, value: undefined }) as const;
        return { [Symbol.asyncIterator]: () => ({ next: () => batches.next(), return: end }) };
      },
    }),
  ],
  [
    'has ten connections, and holds one for each list until its end',
    'list-stopped',
    (right) => {
      let free = 10;
      return {
        async *list() {
          if (free-- === 0) throw new Error('No connection became free in time.');
          try {
            yield* right.list();
          } finally {
            free++;
          }
        },
      };
    },
  ],
];

const openOver = new WeakMap<Records, Set<RightStore>>();

const lives: readonly Row[] = [
  [
    'keeps its records in a variable of its module',
    'unshared-keeps-to-itself',
    (right) => ({ guarantees: Object.freeze({ ...right.guarantees, durable: false, shared: false }) }),
  ],
  [
    'states its guarantees in an object that can be changed',
    'guarantees-stated',
    (right) => ({ guarantees: { ...right.guarantees } }),
  ],
  [
    'fails when it is closed twice, as pools do',
    'close-twice',
    (right) => ({
      async close() {
        if (right.isClosed) throw new Error('Called end on pool more than once');
        await right.close();
      },
    }),
  ],
  [
    'still works after close',
    'closed-methods-reject',
    (right) => ({ close: async () => void (await Promise.all(right.underWay)) }),
  ],
  [
    'resolves close before the writes under way',
    'close-waits-for-writes',
    (right) => ({
      async close() {
        right.isClosed = true;
      },
    }),
  ],
  [
    'ends a list at close as if it were complete',
    'close-ends-lists',
    (right) => ({
      async *list() {
        right.requireOpen();
        for await (const batch of new RightStore(right.records).list()) {
          if (right.isClosed) return;
          yield batch;
        }
      },
    }),
  ],
  [
    'returns a thenable instead of a promise, as query builders do',
    'methods-return-promises',
    (right) => ({
      put(id, location) {
        // biome-ignore lint/suspicious/noThenProperty: query builders return such objects.
        return { then: (...handlers) => right.put(id, location).then(...handlers) } as Promise<void>;
      },
    }),
  ],
  [
    'promises durability, and forgets everything at close',
    'durable-survives-reopening',
    (right) => ({
      async close() {
        await right.close();
        right.records.clear();
      },
    }),
  ],
  [
    'resolves writes under way at close, and loses them',
    'durable-keeps-writes-of-close',
    (right) => ({
      async close() {
        const before = new Map(right.records);
        await right.close();
        right.records.clear();
        for (const [id, location] of before) right.records.set(id, location);
      },
    }),
  ],
  [
    'rejects a put during close, and makes it all the same',
    'durable-keeps-writes-of-close',
    putting(async (right, id, location) => {
      if (right.isClosed) right.records.set(id, copy(location));
      await right.put(id, location);
    }),
  ],
  [
    'keeps cached records when other stores write',
    'shared-sees-writes',
    (right) => {
      const cache: Records = new Map();
      return {
        async get(id) {
          const location = cache.get(id) ?? (await right.get(id));
          if (location) cache.set(id, location);
          right.requireOpen();
          return location && copy(location);
        },
        async put(id, location) {
          await right.put(id, location);
          cache.delete(id);
        },
      };
    },
  ],
  [
    'locks records in its own process alone',
    'shared-histories',
    (right) => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        replace(id, location) {
          const replaced = last.then(async () => {
            if ((await right.get(id)) === undefined) return false;
            await right.put(id, location);
            return true;
          });
          last = replaced.catch(() => {});
          return replaced;
        },
        delete(id) {
          const deleted = last.then(() => right.delete(id));
          last = deleted.catch(() => {});
          return deleted;
        },
      };
    },
  ],
  [
    'closes every store over the same records',
    'shared-close-leaves-others-open',
    (right) => {
      const group = openOver.get(right.records) ?? new Set();
      openOver.set(right.records, group.add(right));
      return {
        async close() {
          await Promise.all([...group].map((store) => store.close()));
        },
      };
    },
  ],
];

const areas: readonly Row[] = [
  [
    'compares float32 numbers, as R*Tree does',
    'area-edges',
    (right) => ({
      async within(box, options) {
        await right.within(box, options);
        const rounded = [box.west, box.south, box.east, box.north].map(Math.fround);
        const [west = 0, south = 0, east = 0, north = 0] = rounded;
        return pageOf([...right.records], { west, south, east, north }, options);
      },
    }),
  ],
  [
    'leaves out longitudes beyond 180, as geographic types do',
    'area-box',
    indexing(({ records }) =>
      [...records].filter(([, { coordinates }]) => Math.abs(coordinates.longitude) <= 180),
    ),
  ],
  [
    'begins a page with the record at the position',
    'area-pages',
    (right) => ({
      async within(box, options) {
        const page = await right.within(box, options);
        const at = options.after && right.records.get(options.after.id);
        if (!options.after || !at) return page;
        return { ...page, records: [[options.after.id, copy(at)], ...page.records.slice(1)] };
      },
    }),
  ],
  [
    'counts the records before a page, and so misses some',
    'area-deleted-position',
    (right) => ({
      async within(box, { after, limit }) {
        await right.within(box, { limit, ...(after && { after }) });
        const { records } = pageOf([...right.records], box, { limit: Number.MAX_SAFE_INTEGER });
        const end = (after?.part ?? 0) + limit;
        const [id, { coordinates }] = records[end - 1] ?? [
          '',
          { coordinates: { latitude: 0, longitude: 0 } },
        ];
        const next = { part: end, ...coordinates, id };
        return { records: records.slice(end - limit, end), next: end < records.length ? next : undefined };
      },
    }),
  ],
  [
    'continues after the coordinates of the last record, and misses others at the same place',
    'area-many-in-one-place',
    (right) => ({
      within: (box, { limit, after }) =>
        right.within(box, { limit, after: after && { ...after, id: '\u{10ffff}' } }),
    }),
  ],
  [
    'finds a record that put moved at its old place',
    'area-put-moves',
    (right) => {
      const index: Records = new Map(right.records);
      return {
        ...indexing(() => [...index])(right),
        async put(id, location) {
          await right.put(id, location);
          if (!index.has(id)) index.set(id, copy(location));
        },
        async delete(id) {
          await right.delete(id);
          index.delete(id);
        },
      };
    },
  ],
  [
    'finds deleted records',
    'area-deletes',
    (right) => {
      const deleted: LocationRecord[] = [];
      return {
        ...indexing(({ records }) => [...records, ...deleted])(right),
        async delete(id) {
          const location = right.records.get(id);
          await right.delete(id);
          if (location) deleted.push([id, location]);
        },
      };
    },
  ],
  [
    'returns the stored Locations in pages',
    'area-copies',
    (right) => ({
      async within(box, options) {
        const { records, next } = await right.within(box, options);
        return { records: records.map(([id]) => [id, right.records.get(id) as Location]), next };
      },
    }),
  ],
  [
    'accepts a box from east to west as an empty one',
    'area-refuses',
    (right) => ({
      async within(box, options) {
        if (box?.west > box?.east) return { records: [], next: undefined };
        return right.within(box, options);
      },
    }),
  ],
  [
    'has an empty index when it is opened again',
    'area-durable',
    (right) => {
      const known = new Set<string>();
      return {
        ...indexing(({ records }) => [...records].filter(([id]) => known.has(id)))(right),
        async put(id, location) {
          await right.put(id, location);
          known.add(id);
        },
      };
    },
  ],
];

/** Stores that are wrong in one way that real stores were. */
export const storeMutants = [
  ...writes,
  ...exchanges,
  ...values,
  ...callers,
  ...lists,
  ...lives,
  ...areas,
].map(([breaks, killedBy, patch]) => ({
  breaks,
  killedBy,
  open: (records: Records) => patched(records, patch),
}));

/** Opens a right store over records that others may share, with some methods replaced by those of `patch`. */
function patched(records: Records, patch: Patch): AreaStore {
  const right = new RightStore(records);
  return {
    guarantees: right.guarantees,
    get: (id) => right.get(id),
    put: (id, location) => right.put(id, location),
    replace: (id, location) => right.replace(id, location),
    delete: (id) => right.delete(id),
    exchange: (id, expected, next) => right.exchange(id, expected, next),
    list: () => right.list(),
    within: (box, options) => right.within(box, options),
    close: () => right.close(),
    ...patch(right),
  };
}
