import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFaultyStore,
  type HttpContractHost,
  httpContract,
  registerHttpContract,
} from '@location-records/conformance';
import { createUrlService } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createListener, createServer } from '../../src/node/index.ts';

/** Runs the contract over TCP against a server of node:http; gives the cases that it leaves out. */
function register(serve: (handle: Handler) => Server, leaveOut: Pick<HttpContractHost, 'unmetNeeds'> = {}) {
  return registerHttpContract(httpContract, {
    it: (name, run) => it.concurrent(name, run),
    afterAll,
    start: async (options) => {
      const { store, faults, onError } = createFaultyStore(createMemoryStore());
      const server = serve(createHandler({ ...options, store, onError }));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const service = createUrlService(`http://127.0.0.1:${port}`, { faults, timeout: 60_000 });
      return {
        service,
        close: async () => {
          service.close();
          server.closeAllConnections();
          await once(server.close(), 'close');
        },
      };
    },
    ...leaveOut,
  });
}

describe('createServer', () => {
  const leftOut = register(createServer);

  it('createServer runs every case of the HTTP contract', () => {
    expect(leftOut).toEqual([]);
  });
});

describe('createListener', () => {
  const leftOut = register(
    (handle) => {
      const listener = createListener(handle);
      return createHttpServer(listener).on('checkContinue', listener.checkContinue);
    },
    {
      unmetNeeds: { server: 'A listener does not see what node:http responds to by itself.' },
    },
  );

  it('createListener runs all cases of the HTTP contract that a listener can see', () => {
    const server = httpContract.filter(({ needs }) => needs.includes('server'));
    expect(leftOut).toHaveLength(server.length);
  });
});
