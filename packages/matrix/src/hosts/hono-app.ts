import { createFetchHandler } from '@location-records/adapters/fetch';
import type { Handler } from '@location-records/core';
import { Hono } from 'hono';

/** A Hono app with the service mounted at a path. The worker bundles this file, so it imports nothing of Node.js. */
export function honoApp(handle: Handler, path = '/'): Hono {
  return new Hono().mount(path, createFetchHandler(handle));
}
