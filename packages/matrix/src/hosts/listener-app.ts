import { createServer, type Server } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';

/** A server of node:http that is not ours, with the listener. */
export function listenerApp(handle: Handler): Server {
  const listener = createListener(handle);
  return createServer(listener).on('checkContinue', listener.checkContinue);
}
