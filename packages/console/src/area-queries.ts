import type { Handler, HandlerOptions, LocationStore } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { createConsole } from './console.ts';

/** What a fake says of its service. */
interface FakedService extends Pick<HandlerOptions, 'onError'> {
  readonly store: LocationStore;
  readonly basePath: string;
}

/**
 * Lets a fake of `@location-records/testing` serve `/-/records`: the value for its option `extension`. A
 * `wrapStore` of the fake must then keep the method `within`.
 *
 * @example
 * const fake = createFake({ extension: areaQueries });
 */
export const areaQueries = {
  createStore: createAreaMemoryStore,
  wrapHandler: (handle: Handler, { store, basePath, onError }: FakedService): Handler =>
    createConsole(handle, { store: store as AreaStore, basePath, onError }),
};
