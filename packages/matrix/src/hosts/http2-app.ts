import { createServer, type Http2Server } from 'node:http2';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';

/** A server of node:http2, without TLS, with the listener. */
export function http2App(handle: Handler): Http2Server {
  const listener = createListener(handle);
  return createServer(listener).on('checkContinue', listener.checkContinue);
}
