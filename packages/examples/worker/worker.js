// A module worker, as Cloudflare Workers, Deno and Bun run it. The records live as long as the worker does.
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createHandler, createMemoryStore } from '@location-records/core';

const handle = createHandler({ store: createMemoryStore(), basePath: '/locations', onError: console.error });
const fetchLocations = createFetchHandler(handle);

export default {
  /** @param {Request} request */
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return new Response('The records are at /locations.');
    return fetchLocations(request);
  },
};
