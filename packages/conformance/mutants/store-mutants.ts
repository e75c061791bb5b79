import { setImmediate } from 'node:timers/promises';
import type { Location, LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { batchOf, copy, pageOf, type Records, RightStore } from './right-store.ts';

/** A store that breaks one promise. */
export interface StoreMutant {
  readonly id: string;
  /** Completes "a store that". */
  readonly breaks: string;
  /** The case of the store contract that must reject it. */
  readonly killedBy: string;
  /** Opens the store over records that other stores may share. */
  readonly open: (records: Records) => AreaStore;
}

type Patch = (right: RightStore) => Partial<AreaStore>;

/** A right store, with some methods replaced by those of `patch`. */
function patched(right: RightStore, patch: Partial<AreaStore>): AreaStore {
  return {
    guarantees: right.guarantees,
    get: (id) => right.get(id),
    put: (id, location) => right.put(id, location),
    replace: (id, location) => right.replace(id, location),
    delete: (id) => right.delete(id),
    list: () => right.list(),
    within: (box, options) => right.within(box, options),
    close: () => right.close(),
    ...patch,
  };
}

/** A store that stores other identifiers or Locations than it is given. */
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

function unchanged(id: string): string {
  return id;
}

/** A store that returns other Locations from `get` and `list` than it has stored. */
function showing(change: (location: Location) => Location): Patch {
  return (right) => ({
    async get(id) {
      const found = await right.get(id);
      return found && change(found);
    },
    async *list() {
      for await (const batch of right.list()) yield batch.map(([id, location]) => [id, change(location)]);
    },
  });
}

/** A list in batches that `read` finds, each given the batch before it, until one is empty. */
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

/** Area queries that read another set of records. */
function indexing(records: (right: RightStore) => readonly LocationRecord[]): Patch {
  return (right) => ({
    async within(box, options) {
      await right.within(box, options);
      return pageOf(records(right), box, options);
    },
  });
}

type Row = readonly [id: string, breaks: string, killedBy: string, patch: Patch];

const writes: readonly Row[] = [
  [
    'put-merges',
    'keeps the old description when put has none',
    'put-removes-the-description',
    (right) => ({ put: (id, location) => right.put(id, { ...right.records.get(id), ...location }) }),
  ],
  [
    'put-tears',
    'writes coordinates and description one after the other',
    'concurrent-writes-seen-in-order',
    (right) => ({
      async put(id, { description, coordinates }) {
        await right.put(id, { coordinates });
        const latest = right.records.get(id);
        if (latest && description !== undefined) await right.put(id, { ...latest, description });
      },
    }),
  ],
  [
    'put-resolves-early',
    'resolves a put before it has taken effect',
    'read-your-writes',
    (right) => ({ put: async (id, location) => void right.put(id, location).catch(() => {}) }),
  ],
  [
    'replace-creates',
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
    'replace-checks-then-writes',
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
    'replace-counts-changes',
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
    'delete-of-absent-rejects',
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
    'delete-by-prefix',
    'deletes every record whose identifier starts with the given one',
    'delete-removes-its-own',
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
    'numbers-in-float32',
    'stores coordinates in single precision',
    'numbers-fractions',
    storing(unchanged, ({ coordinates, ...rest }) => ({
      ...rest,
      coordinates: {
        latitude: Math.fround(coordinates.latitude),
        longitude: Math.fround(coordinates.longitude),
      },
    })),
  ],
  [
    'numbers-limited',
    'forces coordinates into their usual ranges',
    'numbers-signs',
    storing(unchanged, ({ coordinates: { latitude, longitude }, ...rest }) => ({
      ...rest,
      coordinates: {
        latitude: Math.max(-90, Math.min(latitude, 90)),
        longitude: Math.max(-180, Math.min(longitude, 180)),
      },
    })),
  ],
  [
    'description-empty-is-absent',
    'stores an empty description as an absent one',
    'descriptions-empty',
    storing(unchanged, ({ description, coordinates }) => ({
      ...(description && { description }),
      coordinates,
    })),
  ],
  [
    'description-absent-is-null',
    'returns an absent description as null',
    'descriptions-empty',
    showing((location) => ({ description: null, ...location }) as unknown as Location),
  ],
  [
    'description-cut-at-nul',
    'ends a description at NUL, as C does',
    'descriptions-control-characters',
    storing(unchanged, ({ description, coordinates }) => ({
      ...(description !== undefined && { description: description.split('\0', 1)[0] }),
      coordinates,
    })),
  ],
  [
    'ids-cut-at-nul',
    'ends an identifier at NUL, as C does',
    'ids-nul',
    storing((id) => id.split('\0', 1)[0] as string),
  ],
  [
    'ids-cut-when-long',
    'compares only the first 10,000 characters of an identifier',
    'ids-common-prefix',
    storing((id) => id.slice(0, 10_000)),
  ],
  [
    'ids-lower-cased',
    'ignores the case of identifiers, as some collations do',
    'ids-case',
    storing((id) => id.toLowerCase()),
  ],
  [
    'ids-in-three-bytes',
    'replaces every astral character by a question mark',
    'ids-beyond-the-basic-plane',
    storing((id) => id.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ],
];

const callers: readonly Row[] = [
  [
    'get-takes-any-id',
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
    'throws-at-misuse',
    'throws instead of rejecting for an invalid identifier',
    'refuses-identifiers',
    (right) => ({
      delete(id) {
        if (typeof id !== 'string') throw new TypeError('The identifier is not a string.');
        return right.delete(id);
      },
    }),
  ],
  [
    'refuses-the-batch',
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
    'keeps-the-object',
    'keeps the object passed to put',
    'copies-what-is-put',
    (right) => ({
      async put(id, location) {
        await right.put(id, location);
        right.records.set(id, location);
      },
    }),
  ],
  [
    'lists-its-objects',
    'lists its own objects',
    'copies-what-is-listed',
    (right) => ({
      async *list() {
        for await (const batch of right.list()) {
          yield batch.map(([id]) => [id, right.records.get(id) as Location]);
        }
      },
    }),
  ],
];

const lists: readonly Row[] = [
  [
    'list-by-offset',
    'reads a list by offset, which skips records when others are deleted',
    'list-live-among-deletes',
    listing((right, _, step) => right.sorted().slice(step * 256, (step + 1) * 256)),
  ],
  [
    'list-from-last-record',
    'ends a list when its last record was deleted, since it looks for that record',
    'list-live-last-read-deleted',
    listing((right, before) => {
      const records = right.sorted();
      const last = records.findIndex(([id]) => id === before.at(-1)?.[0]);
      return before.length > 0 && last === -1 ? [] : batchOf(records.slice(last + 1));
    }),
  ],
  [
    'list-by-insertion',
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
    'list-mixes-versions',
    'lists old descriptions beside new coordinates',
    'list-live-among-writes',
    (right) => ({
      async *list() {
        const earlier = new Map(right.records);
        for await (const batch of right.list()) {
          yield batch.map(([id, { description, coordinates }]) => {
            const old = earlier.get(id)?.description ?? description;
            return [id, old === undefined ? { coordinates } : { description: old, coordinates }];
          });
        }
      },
    }),
  ],
  [
    'list-by-beginnings',
    'pages by the first 512 characters of identifiers alone',
    'list-live-long-identifiers',
    listing((right, before) => {
      const last = before.at(-1)?.[0].slice(0, 512) ?? '';
      return batchOf(right.sorted().filter(([id]) => id.slice(0, 512) > last));
    }),
  ],
  [
    'list-in-one-batch',
    'lists all records in one batch',
    'list-batches-of-256',
    listing((right, before) => (before.length > 0 ? [] : right.sorted())),
  ],
  [
    'list-by-rows-alone',
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
    'list-ends-at-a-limit',
    'ends a list after 10,000 records, as some engines do',
    'list-many',
    (right) => ({
      async *list() {
        let length = 0;
        for await (const batch of right.list()) {
          yield batch.slice(0, 10_000 - length);
          length += batch.length;
          if (length >= 10_000) return;
        }
      },
    }),
  ],
  [
    'list-drops-the-rest',
    'drops the last batch of a long list, which is not full',
    'list-many',
    (right) => ({
      async *list() {
        let isFirst = true;
        for await (const batch of right.list()) {
          if (isFirst || batch.length === 256) yield batch;
          isFirst = false;
        }
      },
    }),
  ],
  [
    'list-ordered-by-units',
    'sorts identifiers by UTF-16 code units',
    'list-order-id-bytes',
    listing((right, before) => {
      const last = before.at(-1)?.[0] ?? '';
      const records = right.sorted().sort(([a], [b]) => (a < b ? -1 : 1));
      return batchOf(records.filter(([id]) => id > last));
    }),
  ],
  [
    'list-ordered-by-last-put',
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
    'list-ignores-return',
    'goes on with an abandoned list',
    'list-abandoned',
    (right) => ({
      list() {
        const batches = right.list();
        return { [Symbol.asyncIterator]: () => ({ next: () => batches.next(), return: finish }) };
      },
    }),
  ],
  [
    'list-locks-writes',
    'lets no write go on while a list is read',
    'list-stopped',
    (right) => {
      let reading = Promise.resolve();
      return {
        async *list() {
          let end = () => {};
          reading = new Promise((resolve) => {
            end = resolve;
          });
          yield* right.list();
          end();
        },
        async put(id, location) {
          await Promise.race([reading, rejectSoon()]);
          await right.put(id, location);
        },
      };
    },
  ],
  [
    'list-holds-a-connection',
    'has ten connections, and holds one for each list until its end',
    'list-stopped-thousand',
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

const lives: readonly Row[] = [
  [
    'ignores-close',
    'still works after close',
    'closed-methods-reject',
    (right) => ({ close: async () => void (await Promise.all(right.underWay)) }),
  ],
  [
    'close-does-not-wait',
    'resolves close before the writes under way',
    'close-waits-for-writes',
    (right) => ({
      async close() {
        right.isClosed = true;
      },
    }),
  ],
  [
    'list-ends-at-close',
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
    'returns-thenables',
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
    'forgets-on-close',
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
    'loses-late-writes',
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
    'caches-for-good',
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
    'closes-the-others',
    'closes every store over the same records',
    'shared-close-is-its-own',
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
    'area-in-float32',
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
    'area-without-west-edge',
    'leaves out the records on the west edge',
    'area-edges',
    (right) => ({
      async within(box, options) {
        await right.within(box, options);
        const records = [...right.records].filter(([, { coordinates }]) => {
          return coordinates.longitude > box.west;
        });
        return pageOf(records, box, options);
      },
    }),
  ],
  [
    'area-ignores-beyond-180',
    'leaves out longitudes beyond 180, as geographic types do',
    'area-beyond-180',
    indexing(({ records }) =>
      [...records].filter(([, { coordinates }]) => Math.abs(coordinates.longitude) <= 180),
    ),
  ],
  [
    'area-repeats-position',
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
    'area-by-offset',
    'counts the records before a page, and so misses some',
    'area-deleted-position',
    (right) => ({
      async within(box, { after, limit }) {
        await right.within(box, { limit, ...(after && { after }) });
        const { records } = pageOf([...right.records], box, { limit: Number.MAX_SAFE_INTEGER });
        const end = (after?.part ?? 0) + limit;
        const next = { part: end, latitude: 0, longitude: 0, id: 'offset' };
        return { records: records.slice(end - limit, end), next: end < records.length ? next : undefined };
      },
    }),
  ],
  [
    'area-keeps-old-places',
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
    'area-keeps-deleted',
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
    'area-shows-its-objects',
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
    'area-takes-swapped-edges',
    'accepts a box from east to west as an empty one',
    'area-refuses-boxes',
    (right) => ({
      async within(box, options) {
        if (box?.west > box?.east) return { records: [], next: undefined };
        return right.within(box, options);
      },
    }),
  ],
  [
    'area-index-in-memory',
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

const openOver = new WeakMap<Records, Set<RightStore>>();

async function finish(): Promise<IteratorReturnResult<undefined>> {
  return { done: true, value: undefined };
}

/** Rejects as a call does that waits for a lock. */
async function rejectSoon(): Promise<never> {
  await setImmediate();
  throw new Error('The store is locked.');
}

/** Stores that are wrong in one way that real stores were. */
export const storeMutants: readonly StoreMutant[] = [
  ...writes,
  ...values,
  ...callers,
  ...lists,
  ...lives,
  ...areas,
].map(([id, breaks, killedBy, patch]) => ({
  id,
  breaks,
  killedBy,
  open(records) {
    const right = new RightStore(records);
    return patched(right, patch(right));
  },
}));
