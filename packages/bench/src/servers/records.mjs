// The service on a memory store that holds as many records as the argument says.
import { createServer } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { idOf, locationOf } from '../list/big-list.mjs';
import { sayAddress } from './say-address.mjs';

const handle = createHandler({ store: createMemoryStore() });
const headers = { 'content-type': ['application/json'] };
const count = Number(process.argv[2]);
for (let index = 0; index < count; index++) {
  // From bytes, as requests are: strings that JavaScript has put together take up more memory, and V8 copies
  // them when the list first reads them.
  const target = Buffer.from(`/${idOf(index)}`).toString();
  const bytes = Buffer.from(JSON.stringify(locationOf(index)));
  await handle({ method: 'POST', target, headers, body: async () => bytes });
}
sayAddress(createServer(handle));
