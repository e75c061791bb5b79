import { createMemoryStore, type Location, type LocationStore } from '@location-records/core';
import { storeOver } from '@location-records/dev-kit';
import { isSameLocation } from '../../src/shared/location-differences.ts';

/** Options of {@link watchedStore}. */
interface WatchOptions {
  /** How many turns of the event loop each write takes, one after the other and then from the first again. */
  readonly turns?: readonly number[];
  /** After this number of writes the store is gone, as when the process that uses it is killed. */
  readonly acceptedWrites?: number;
}

/** A store whose writes take effect in another order than they begin, and which keeps a record of them. */
export interface WatchedStore {
  readonly store: LocationStore;
  /** The content, in the order of the identifiers. */
  readonly content: () => Map<string, Location>;
  readonly writes: string[];
  /** What an import must never do, in words: none of it happened while this is empty. */
  readonly faults: string[];
}

/** Makes a {@link WatchedStore} with these records. */
export function watchedStore(
  records: ReadonlyMap<string, Location>,
  { turns = [0], acceptedWrites = Number.POSITIVE_INFINITY }: WatchOptions = {},
): WatchedStore {
  const memory = createMemoryStore(records);
  const writes: string[] = [];
  const faults: string[] = [];
  const underWay = new Set<string>();
  let begun = 0;
  const store = storeOver(memory, {
    async put(id, location) {
      if (underWay.has(id)) faults.push(`two writes of ${id} at a time`);
      underWay.add(id);
      try {
        const mine = turns[begun++ % turns.length] as number;
        for (let turn = 0; turn < mine; turn++) await new Promise((resolve) => setImmediate(resolve));
        if (writes.length === acceptedWrites) throw new Error('killed');
        const held = memory.peek(id);
        if (held && isSameLocation(held, location)) faults.push(`${id} is written again`);
        writes.push(id);
        await memory.put(id, location);
      } finally {
        underWay.delete(id);
      }
    },
  });
  return { store, writes, faults, content: () => new Map([...memory.records()].sort(byIdentifier)) };
}

function byIdentifier([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
