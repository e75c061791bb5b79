// The service on the memory store as a listener of a plain node:http server.
import { createServer } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { serve } from './serve.mjs';

serve(createServer(createListener(createHandler({ store: createMemoryStore() }))));
