import type { Coordinates, Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { deriveRequest, findRoute } from '@location-records/core/adapter-kit';
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
 * Passes a request to the handler of the service. If it writes a record, the records at its old and at its
 * new place are counted again, so that a map that shows numbers shows the write before the next count of all.
 */
export async function watchWrite(
  request: LocationRequest,
  { handle, store, baseSegments, counter }: WatchedWriteOptions,
): Promise<LocationResponse> {
  const route = findRoute(request.target, baseSegments);
  if (route.kind !== 'record') return handle(request);
  let before: Coordinates | undefined;
  const readBefore = async () => {
    before = await readPlace(store, route.id);
  };
  if (request.method === 'DELETE') await readBefore();
  const body: LocationRequest['body'] = async (...limits) => {
    const bytes = await request.body(...limits);
    // Another client may have moved the record while the body was on its way.
    await readBefore();
    return bytes;
  };
  const response = await handle(deriveRequest(request, { body }));
  // A write that failed may have taken effect.
  if (response.status < 300 || response.status >= 500) {
    // The client does not wait for it.
    void readPlace(store, route.id).then((after) => {
      counter.recount([before, after].filter((place) => place !== undefined));
    });
  }
  return response;
}

/**
 * Where a record is. A store that fails is left to the handler of the service to tell of, and to the next
 * count.
 */
async function readPlace(store: AreaStore, id: string): Promise<Coordinates | undefined> {
  try {
    return (await store.get(id))?.coordinates;
  } catch {
    return undefined;
  }
}
