import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMiddleware } from '@location-records/adapters/express';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createServer } from '@location-records/adapters/node';
import { createHandler, type Handler } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import express from 'express';
import { afterAll, describe, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { apiCases } from './api-cases.ts';
import { bulkCases } from './bulk-cases.ts';
import type { ConsoleCase, ConsoleService } from './console-case.ts';
import { doorCases } from './door-cases.ts';
import { eventCases } from './event-cases.ts';
import { formatCases } from './format-cases.ts';
import { mapCases } from './map-cases.ts';
import { ogcCases } from './ogc-cases.ts';
import { places } from './places.ts';
import { queryCases } from './query-cases.ts';
import { writeCases } from './write-cases.ts';

/** A running handler: its URL, how requests reach it, and how it ends. */
interface Served extends Pick<ConsoleService, 'url' | 'fetch'> {
  readonly close: () => Promise<void>;
}

/** A host that requests reach a console through. `create` makes the handler below a base path. */
export type Host = (create: (basePath: string) => Handler) => Promise<Served>;

const path = '/api/places';

/** In this process, behind the adapter for fetch. */
export const inProcess: Host = async (create) => {
  const fetch = createFetchHandler(create('/'));
  const call = async (url: string, init?: RequestInit) => fetch(new Request(url, init));
  return { url: 'http://localhost', fetch: call, close: async () => {} };
};

/** On node:http, below a base path. */
export const onNodeHttp: Host = async (create) => {
  const server = createServer(create(path));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => void (await server.shutdown());
  return { url: `http://127.0.0.1:${port}${path}`, fetch, close };
};

/** In an Express app, behind a body parser. */
export const onExpress: Host = async (create) => {
  const app = express().use(express.json({ limit: '16mb' }));
  const server = createHttpServer(app.use(path, createMiddleware(create('/'))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}${path}`, fetch, close };
};

/** Serves a console over a store, into which it puts the places. */
export async function serveConsole(
  opened: AreaStore,
  host: Host = inProcess,
): Promise<{ readonly service: ConsoleService; readonly close: () => Promise<void> }> {
  await Promise.all(places.map(([id, location]) => opened.put(id, location)));
  const failures: Error[] = [];
  const writeFailures: Error[] = [];
  const reported: unknown[] = [];
  const fail = (errors = failures) => {
    const failure = errors.pop();
    if (failure) throw failure;
  };
  const put: AreaStore['put'] = async (...record) => {
    fail(writeFailures);
    await opened.put(...record);
  };
  const store: AreaStore = {
    ...storeOver(opened, { put }),
    guarantees: opened.guarantees,
    within: async (...query) => {
      fail();
      return opened.within(...query);
    },
  };
  const onError = (error: unknown) => void reported.push(error);
  // No case is about the time of a search, and engines may be busy.
  const { url, fetch, close } = await host((basePath) =>
    createConsole(createHandler({ store, basePath, onError }), {
      store,
      basePath,
      onError,
      openApi: {},
      maxDuration: 50_000,
    }),
  );
  return {
    service: {
      url,
      fetch,
      reported,
      failOnce: (error) => void failures.push(error),
      failWrite: (error) => void writeFailures.push(error),
    },
    async close() {
      await close();
      await opened.close();
    },
  };
}

/** The rules of what a console serves, on every store and host. */
const contract: readonly ConsoleCase[] = [
  ...queryCases,
  ...formatCases,
  ...writeCases,
  ...bulkCases,
  ...mapCases,
  ...ogcCases,
  ...eventCases,
  ...doorCases,
  ...apiCases,
];

/** Tests a console over new and empty stores. */
export function testConsole(
  name: string,
  open: () => Promise<AreaStore>,
  host?: Host,
  cases = contract,
): void {
  describe(`a console ${name}`, () => {
    let shared: ReturnType<typeof serve> | undefined;
    const serve = async () => serveConsole(await open(), host);

    it.each(cases)('$title', async ({ isAlone, run }) => {
      if (isAlone) {
        const { service, close } = await serve();
        return run(service).finally(close);
      }
      shared ??= serve();
      await run((await shared).service);
    });

    afterAll(async () => (await shared)?.close());
  });
}
