// The service on a memory store that holds as many records as the argument says.
import { createServer } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { idOf, locationOf } from '../list/big-list.mjs';
import { sayAddress } from './say-address.mjs';

const store = createMemoryStore();
const count = Number(process.argv[2]);
for (let index = 0; index < count; index++) await store.put(idOf(index), locationOf(index));
sayAddress(createServer(createHandler({ store })));
