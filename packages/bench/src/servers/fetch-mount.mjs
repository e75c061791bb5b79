// The service on the memory store as the fetch handler of Bun or Deno.
import process from 'node:process';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createHandler } from '@location-records/core';
import { serveFetch } from './serve-fetch.mjs';
import { storeOf } from './store-of.mjs';

serveFetch(createFetchHandler(createHandler({ store: await storeOf(process.argv) })));
