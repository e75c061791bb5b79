import type { Coordinates, Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { findRoute } from '@location-records/core/adapter-kit';
import type { AreaStore } from '@location-records/core/areas';
import type { PlaceCounter } from '../tiles/place-counter.ts';

/** What a write is watched with. */
export interface WatchedWriteOptions {
  readonly handle: Handler;
  readonly store: AreaStore;
  readonly baseSegments: readonly string[];
  readonly counter: PlaceCounter;
}

/**
 * Gives a request to the handler of the service. If it writes a record, the records where that was and where it is now
 * are counted again, so that a map that shows numbers shows the write before the next count of all.
 */
export async function watchWrite(
  request: LocationRequest,
  { handle, store, baseSegments, counter }: WatchedWriteOptions,
): Promise<LocationResponse> {
  const route = findRoute(request.target, baseSegments);
  if (route.kind !== 'record') return handle(request);
  const before = await readPlace(store, route.id);
  const response = await handle(request);
  if (response.status < 300) {
    // The client does not wait for it.
    void readPlace(store, route.id).then((after) => {
      for (const place of [before, after]) if (place) counter.recount(place);
    });
  }
  return response;
}

/** Where a record is. A store that fails is left to the handler of the service to tell of, and to the next count. */
async function readPlace(store: AreaStore, id: string): Promise<Coordinates | undefined> {
  try {
    return (await store.get(id))?.coordinates;
  } catch {
    return undefined;
  }
}
