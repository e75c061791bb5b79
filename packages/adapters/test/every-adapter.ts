import { createServer } from 'node:http';
import type { Handler } from '@location-records/core';
import express from 'express';
import express4 from 'express4';
import { createMiddleware } from '../src/express/index.ts';
import { createFetchHandler } from '../src/fetch/index.ts';
import { createServer as createLocationServer } from '../src/node/index.ts';
import { listen } from './listening.ts';

/** A request to an adapter. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Lets the client leave. */
  readonly signal?: AbortSignal;
}

/** What a client gets for it. */
interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The same body. */
  readonly bytes: Uint8Array;
}

/** Sends a request. */
type Ask = (asked: Asked) => Promise<Received>;

/** Each adapter, and how a client asks a handler that it serves. */
export const adapters: readonly (readonly [name: string, serve: (handle: Handler) => Promise<Ask>])[] = [
  ['node:http', async (handle) => askOverHttp(await listen(createLocationServer(handle)))],
  ['Express 5', async (handle) => askOverHttp(await listenExpress(express(), handle))],
  ['Express 4', async (handle) => askOverHttp(await listenExpress(express4(), handle))],
  ['fetch', async (handle) => askFetch(createFetchHandler(handle))],
];

function listenExpress(app: express.Express, handle: Handler): Promise<number> {
  app.use(createMiddleware(handle));
  return listen(createServer(app));
}

function askOverHttp(port: number): Ask {
  return askFetch((request) => fetch(request), `http://127.0.0.1:${port}`);
}

function askFetch(send: (request: Request) => Promise<Response>, origin = 'http://localhost'): Ask {
  return async ({ path, ...init }) => {
    const response = await send(new Request(`${origin}${path}`, init));
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: textOf(bytes),
      bytes,
    };
  };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
