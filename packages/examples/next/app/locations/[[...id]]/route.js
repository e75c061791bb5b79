// A route handler of Next.js. Set `skipTrailingSlashRedirect: true` in next.config.js.
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createHandler, createMemoryStore } from '@location-records/core';

// Replace the store by one that outlives the process, such as openPostgresStore of @location-records/stores.
const store = createMemoryStore();
const fetchLocations = createFetchHandler(
  createHandler({ store, basePath: '/locations', onError: console.error }),
);

export {
  fetchLocations as DELETE,
  fetchLocations as GET,
  fetchLocations as HEAD,
  fetchLocations as OPTIONS,
  fetchLocations as PATCH,
  fetchLocations as POST,
  fetchLocations as PUT,
};
