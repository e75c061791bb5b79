// The service on the memory store as a listener of a plain node:http server.
import { createServer } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { sayAddress } from './say-address.mjs';

sayAddress(createServer(createListener(createHandler({ store: createMemoryStore() }))));
