import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMiddleware } from '@location-records/adapters/express';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createServer } from '@location-records/adapters/node';
import { createHandler, type Handler, type HandlerOptions } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import express from 'express';
import { createConsole } from '../../src/index.ts';
import type { ConsoleService } from './console-case.ts';
import { places } from './places.ts';

/** What a service with a console is made of. */
export interface ConsoleServiceOptions extends HandlerOptions {
  readonly store: AreaStore;
}

/** Creates a service with a console, right or wrong. */
export type CreateConsoleService = (options: ConsoleServiceOptions) => Handler;

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

/** In Express, which cuts off a mount path. */
export const inExpress: Host = async (create) => {
  const server = createHttpServer(express().use(path, createMiddleware(create('/'))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${port}${path}`, fetch, close };
};

/** The right service. None of the cases is about the time of a search, and engines may be busy. */
export const rightService: CreateConsoleService = (options) => {
  const { store, basePath, onError } = options;
  return createConsole(createHandler(options), { store, basePath, onError, maxDuration: 50_000 });
};

/** Serves a console over a store, into which it puts the places. */
export async function serveConsole(
  opened: AreaStore,
  host: Host = inProcess,
  create: CreateConsoleService = rightService,
): Promise<{ readonly service: ConsoleService; readonly close: () => Promise<void> }> {
  await Promise.all(places.map(([id, location]) => opened.put(id, location)));
  const failures: Error[] = [];
  const reported: unknown[] = [];
  const fail = () => {
    const failure = failures.pop();
    if (failure) throw failure;
  };
  const store: AreaStore = {
    ...storeOver(opened),
    guarantees: opened.guarantees,
    within: async (...query) => {
      fail();
      return opened.within(...query);
    },
  };
  const onError = (error: unknown) => void reported.push(error);
  const { url, fetch, close } = await host((basePath) => create({ store, basePath, onError }));
  return {
    service: { url, fetch, reported, failOnce: (error) => void failures.push(error) },
    async close() {
      await close();
      await opened.close();
    },
  };
}
