import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from '@location-records/adapters/node';
import {
  createFaultyStore,
  createHandlerService,
  type HttpContractHost,
  httpContract,
  registerHttpContract,
} from '@location-records/conformance';
import { createUrlService } from '@location-records/conformance/node';
import { createHandler, type Handler, type LocationStore } from '@location-records/core';
import { afterAll, describe, it } from 'vitest';

type Start = HttpContractHost['start'];
type Serve = (handle: Handler, faults: ReturnType<typeof createFaultyStore>['faults']) => ReturnType<Start>;

/** A new, empty store, and a function that removes its data once it is closed. */
interface OpenedStore {
  readonly store: LocationStore;
  remove(): Promise<unknown>;
}

/** Registers the HTTP contract for a service over such stores, in process and on node:http. */
export function registerHttpContractOver(name: string, open: () => Promise<OpenedStore>): void {
  const stores = new EmptyStores(open);

  describe(`the service over ${name}, in process`, () => {
    registerHttpContract(httpContract, {
      it,
      afterAll,
      start: (options) => start(options, stores, serveHere),
      unmetNeeds: {
        socket: 'A handler in this process has no connection.',
        server: 'A handler in this process has no server around it.',
      },
    });
  });

  describe(`the service over ${name}, on node:http`, () => {
    registerHttpContract(httpContract, {
      it: (title, run) => it.concurrent(title, run),
      afterAll,
      start: (options) => start(options, stores, serveOverTcp),
    });
  });

  // After the services of both are closed.
  afterAll(() => stores.close());
}

/** Opens stores, and reuses them for later services, since opening takes much of the time of the contract. */
class EmptyStores {
  readonly #open: () => Promise<OpenedStore>;
  readonly #opened: OpenedStore[] = [];
  readonly #free: LocationStore[] = [];

  constructor(open: () => Promise<OpenedStore>) {
    this.#open = open;
  }

  async take(): Promise<LocationStore> {
    const free = this.#free.pop();
    if (free) return free;
    const opened = await this.#open();
    this.#opened.push(opened);
    return opened.store;
  }

  /** Removes the records of the service that had the store. */
  async giveBack(store: LocationStore): Promise<void> {
    for await (const batch of store.list()) for (const [id] of batch) await store.delete(id);
    this.#free.push(store);
  }

  async close(): Promise<void> {
    for (const { store, remove } of this.#opened) {
      await store.close();
      await remove();
    }
  }
}

async function start(options: Parameters<Start>[0], stores: EmptyStores, serve: Serve) {
  const opened = await stores.take();
  const { store, faults, onError } = createFaultyStore(opened);
  const { service, close } = await serve(createHandler({ ...options, store, onError }), faults);
  return {
    service,
    async close() {
      await close?.();
      await stores.giveBack(opened);
    },
  };
}

const serveHere: Serve = async (handle, faults) => ({ service: createHandlerService(handle, faults) });

const serveOverTcp: Serve = async (handle, faults) => {
  // A head in two parts may wait long for its turn on a busy machine.
  const server = createServer(handle, { headersTimeout: 60_000, requestTimeout: 60_000 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const service = createUrlService(`http://127.0.0.1:${port}`, { faults, timeout: 60_000 });
  return {
    service,
    async close() {
      service.close();
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
