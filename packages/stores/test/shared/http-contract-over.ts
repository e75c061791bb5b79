import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from '@location-records/adapters/node';
import {
  createFaultyStore,
  type Faults,
  handlerService,
  httpContract,
  registerHttpContract,
  type ServiceOptions,
  type StartedService,
} from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { createHandler, type Handler, type LocationStore } from '@location-records/core';
import { afterAll, describe, it } from 'vitest';

/** A store over new, empty records, and what removes these when it is closed. */
interface OpenedStore {
  readonly store: LocationStore;
  remove(): Promise<unknown>;
}

/** Registers the HTTP contract for a service over such stores: in this process, and on node:http. */
export function registerHttpContractOver(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the service over ${name}, in process`, () => {
    registerHttpContract(httpContract, {
      it,
      afterAll,
      start: (options) => start(options, open, serveHere),
      unmetNeeds: {
        socket: 'A handler in this process has no connection.',
        server: 'A handler in this process has no server around it.',
      },
    });
  });

  describe(`the service over ${name}, on node:http`, () => {
    registerHttpContract(httpContract, {
      it: (title, run) => it.concurrent(title, run, 30_000),
      afterAll,
      start: (options) => start(options, open, serveOverTcp),
    });
  });
}

type Serve = (handle: Handler, faults: Faults) => Promise<StartedService>;

async function start(
  options: ServiceOptions,
  open: () => Promise<OpenedStore>,
  serve: Serve,
): Promise<StartedService> {
  const opened = await open();
  const { store, faults, onError } = createFaultyStore(opened.store);
  const { service, close } = await serve(createHandler({ ...options, store, onError }), faults);
  return {
    service,
    async close() {
      await close?.();
      await opened.store.close();
      await opened.remove();
    },
  };
}

async function serveHere(handle: Handler, faults: Faults): Promise<StartedService> {
  return { service: handlerService(handle, faults) };
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
