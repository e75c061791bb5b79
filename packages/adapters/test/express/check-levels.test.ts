import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';

it('the middleware alone breaks rules only where they concern the server beneath it', async () => {
  const app = express().use(createMiddleware(createHandler({ store: createMemoryStore() })));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const only = ['D14', 'D25', 'D41', 'D41b'];
  const { cases } = await checkServer({ url, only });
  expect(cases.filter(({ failure }) => failure?.level === 'service')).toEqual([]);
  const failed = cases.filter(({ outcome }) => outcome === 'failed').map(({ clause }) => clause);
  expect([...new Set(failed)].sort()).toEqual(only);
});
