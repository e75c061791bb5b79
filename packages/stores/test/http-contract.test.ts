import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@location-records/adapters/node';
import { createHandler, type Handler } from '@location-records/core';
import {
  createFaultyStore,
  type Faults,
  handlerService,
  httpContract,
  registerHttpContract,
  type ServiceOptions,
  type StartedService,
} from '@location-records/testing';
import { socketService } from '@location-records/testing/node';
import { afterAll, describe, it } from 'vitest';
import { openSqliteStore } from '../src/sqlite/index.ts';

/** A handler over a SQLite file of its own, served by `serve`. */
async function start(
  options: ServiceOptions,
  serve: (handle: Handler, faults: Faults) => Promise<StartedService>,
): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  const sqlite = await openSqliteStore({ path: join(folder, 'records.db') });
  const { store, faults, onError } = createFaultyStore(sqlite);
  const { service, close } = await serve(createHandler({ ...options, store, onError }), faults);
  return {
    service,
    async close() {
      await close?.();
      await sqlite.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function serveOverTcp(handle: Handler, faults: Faults): Promise<StartedService> {
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    service: socketService({ host: '127.0.0.1', port, faults }),
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

describe('the service over SQLite, in process', () => {
  registerHttpContract(httpContract, {
    it,
    afterAll,
    start: (options) =>
      start(options, async (handle, faults) => ({ service: handlerService(handle, faults) })),
    cannot: {
      socket: 'A handler in this process has no connection.',
      server: 'A handler in this process has no server around it.',
    },
  });
});

describe('the service over SQLite, on node:http', () => {
  registerHttpContract(httpContract, {
    it: (name, run) => it.concurrent(name, run, 30_000),
    afterAll,
    start: (options) => start(options, serveOverTcp),
  });
});
