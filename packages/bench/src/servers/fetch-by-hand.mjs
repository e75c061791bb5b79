// A minimal fetch handler as a user would write it: it parses the URL, looks the path up in a Map of ready texts, and
// leaves the length to the runtime. It awaits, decodes and serialises nothing, and does not look at the method.
import process from 'node:process';
import { serveFetch } from './serve.mjs';

const [, , id = '', text = ''] = process.argv;
const records = new Map([[`/${id}`, text]]);
const headers = { 'Content-Type': 'application/json' };

serveFetch((request) => {
  const found = records.get(new URL(request.url).pathname);
  return found === undefined ? new Response(null, { status: 404 }) : new Response(found, { headers });
});
