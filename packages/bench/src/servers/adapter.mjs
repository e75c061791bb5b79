// The service on the memory store in the server that the adapter makes: `adapter.mjs [<records>]`. The store begins with
// so many records of the big list.
import { createServer } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { idOf, locationOf } from '../shared/big-list.mjs';
import { serve } from './serve.mjs';

const handle = createHandler({ store: createMemoryStore() });
const headers = { 'content-type': ['application/json'] };
const [, , records = 0] = process.argv;
for (let index = 0; index < Number(records); index++) {
  // From bytes, as requests are: strings that JavaScript has put together take up more memory, and V8 copies
  // them when the list first reads them.
  const target = Buffer.from(`/${idOf(index)}`).toString();
  const bytes = Buffer.from(JSON.stringify(locationOf(index)));
  await handle({ method: 'POST', target, headers, body: async () => bytes });
}
serve(createServer(handle));
