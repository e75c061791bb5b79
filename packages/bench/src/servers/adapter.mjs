// The service on the memory store in the server that the adapter makes.
import { createServer } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { sayAddress } from './say-address.mjs';

sayAddress(createServer(createHandler({ store: createMemoryStore() })));
