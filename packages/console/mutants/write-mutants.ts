import type { Handler, Location, LocationStore } from '@location-records/core';
import { type AreaMemoryStore, createAreaMemoryStore } from '@location-records/core/areas';
import { storeOver } from '@location-records/dev-kit';
import { type ConsoleMutant, type ConsoleServiceOptions, consoleService } from './console-mutant.ts';

/** A console that finds records in an index of its own, which the writes of its service keep in some way. */
function withIndex(
  keep: (store: LocationStore, index: AreaMemoryStore) => Partial<LocationStore>,
): (options: ConsoleServiceOptions) => Handler {
  return (options) => {
    const index = createAreaMemoryStore();
    const { store } = options;
    const complete: Partial<LocationStore> = {
      async put(id, location) {
        await store.put(id, location);
        await index.put(id, location);
      },
      async replace(id, location) {
        const isThere = await store.replace(id, location);
        if (isThere) await index.put(id, location);
        return isThere;
      },
      async delete(id) {
        await store.delete(id);
        await index.delete(id);
      },
    };
    const service = {
      ...storeOver(store, { ...complete, ...keep(store, index) }),
      within: store.within.bind(store),
    };
    return consoleService({ ...options, store: { ...service, guarantees: store.guarantees } }, index);
  };
}

function isMoved(before: Location | undefined, { coordinates: { latitude, longitude } }: Location): boolean {
  if (!before) return true;
  const { coordinates } = before;
  return Math.abs(coordinates.latitude - latitude) + Math.abs(coordinates.longitude - longitude) > 1e-9;
}

/** Consoles that find records as they were, or as they never were. */
export const writeMutants: readonly ConsoleMutant[] = [
  {
    id: 'index-without-replacements-by-post',
    breaks: 'does not notice that POST replaces a record',
    killedBy: 'areas-moved-by-post',
    create: withIndex((store, index) => ({
      async put(id, location) {
        await store.put(id, location);
        if (!(await index.get(id))) await index.put(id, location);
      },
    })),
  },
  {
    id: 'index-without-put',
    breaks: 'does not notice PUT',
    killedBy: 'areas-moved-by-put',
    create: withIndex((store) => ({ replace: (id, location) => store.replace(id, location) })),
  },
  {
    id: 'index-later',
    breaks: 'notices PUT a second later',
    killedBy: 'areas-moved-by-put',
    create: withIndex((store, index) => ({
      async replace(id, location) {
        const isThere = await store.replace(id, location);
        if (isThere) setTimeout(() => index.put(id, location), 1000).unref();
        return isThere;
      },
    })),
  },
  {
    id: 'index-of-moves-alone',
    breaks: 'does not notice another description',
    killedBy: 'areas-changed-by-put',
    create: withIndex((store, index) => ({
      async replace(id, location) {
        const isThere = await store.replace(id, location);
        if (isThere && isMoved(await index.get(id), location)) await index.put(id, location);
        return isThere;
      },
    })),
  },
  {
    id: 'index-of-far-moves',
    breaks: 'does not notice a small move',
    killedBy: 'areas-moved-least',
    create: withIndex((store, index) => ({
      async replace(id, location) {
        const isThere = await store.replace(id, location);
        if (isThere && isMoved(await index.get(id), location)) await index.put(id, location);
        return isThere;
      },
    })),
  },
  {
    id: 'index-without-removals',
    breaks: 'finds records that were removed',
    killedBy: 'areas-deleted',
    create: withIndex((store) => ({ delete: (id) => store.delete(id) })),
  },
  {
    id: 'index-of-refused-writes',
    breaks: 'finds a record whose PUT was refused with 404',
    killedBy: 'areas-refused',
    create: withIndex((store, index) => ({
      async replace(id, location) {
        await index.put(id, location);
        return store.replace(id, location);
      },
    })),
  },
  {
    id: 'index-torn',
    breaks: 'finds a record at its new place with its old description',
    killedBy: 'areas-whole',
    create: withIndex((store, index) => ({
      async replace(id, location) {
        const isThere = await store.replace(id, location);
        const before = await index.get(id);
        const description = before?.description ?? '';
        await index.put(id, { description, coordinates: location.coordinates });
        return isThere;
      },
    })),
  },
];
