// The service on the memory store as a listener of a plain node:http server, in an app that has put its own `push` and `end`
// into messages and responses: the adapter reads the stream there, and calls `end` with the body.
import { createServer, OutgoingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { serve } from './serve.mjs';

/**
 * @this {Readable}
 * @param {unknown} chunk
 */
function push(chunk) {
  return Readable.prototype.push.call(this, chunk);
}

/**
 * @this {OutgoingMessage}
 * @param {unknown[]} args
 */
function end(...args) {
  return Reflect.apply(OutgoingMessage.prototype.end, this, args);
}

const listener = createListener(createHandler({ store: createMemoryStore() }));
serve(
  createServer((req, res) => {
    Object.assign(req, { push });
    Object.assign(res, { end });
    listener(req, res);
  }),
);
