// A fetch handler that does what a service has to: it looks at the method, decodes the identifier, awaits a store of objects,
// and makes the JSON of a record for each response. It checks nothing else.
import process from 'node:process';
import { serveFetch } from './serve.mjs';

const [, , id = '', text = ''] = process.argv;
const records = new Map([[id, JSON.parse(text)]]);
const headers = { 'Content-Type': 'application/json' };
const store = { get: async (/** @type {string} */ key) => records.get(key) };

serveFetch(async (request) => {
  if (request.method !== 'GET') return new Response(null, { status: 405 });
  const found = await store.get(decodeURIComponent(new URL(request.url).pathname.slice(1)));
  return found === undefined
    ? new Response(null, { status: 404 })
    : new Response(JSON.stringify(found), { headers });
});
