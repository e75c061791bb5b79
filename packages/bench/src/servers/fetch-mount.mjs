// The service on the memory store as the fetch handler of Bun or Deno.
import process from 'node:process';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createHandler, createMemoryStore } from '@location-records/core';
import { serveFetch } from './serve.mjs';

const [, , id = '', text = ''] = process.argv;
const store = createMemoryStore([[id, JSON.parse(text)]]);
serveFetch(createFetchHandler(createHandler({ store })));
