import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import compression from 'compression';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';

it('a check of the middleware behind compression, below a path, finds nothing', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  const app = express()
    .use(compression({ threshold: 0 }))
    .use('/locations', createMiddleware(handle));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/locations`;
  const report = await checkServer({ url, only: ['SPEC 4', 'SPEC 7'] });
  expect(report).toMatchObject({ failed: 0, findings: [], leftBehind: [] });
});
