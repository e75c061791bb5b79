import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createHandler, createMemoryStore } from '@location-records/core';
import { testMisuse, testWrongCalls, type WrongCall } from '@location-records/workspace/tests';
import express from 'express';
import { describe } from 'vitest';
import * as expressEntry from '../src/express/index.ts';
import * as fetchEntry from '../src/fetch/index.ts';
import * as guardEntry from '../src/guard/index.ts';
import * as nodeEntry from '../src/node/index.ts';

const handle = createHandler({ store: createMemoryStore() });
const notHandlers: readonly WrongCall[] = [
  ['handle'],
  ['handle', null],
  ['handle', { handle }],
  ['handle', Promise.resolve(handle)],
  ['handle', createMemoryStore()],
];

const wrongGuards: readonly WrongCall[] = [
  ['options', null],
  ['options', ['localhost']],
  ['allowedHosts', { allowedHosts: 'example.org' }],
  ['allowedHosts', { allowedHosts: ['Example.org'] }],
  ['allowedHosts', { allowedHosts: ['example.org:8080'] }],
  ['allowedHosts', { allowedHosts: ['*'] }],
  ['allowedOrigins', { allowedOrigins: '*' }],
  ['allowedOrigins', { allowedOrigins: ['https://example.org/'] }],
  ['allowedOrigins', { allowedOrigins: ['example.org'] }],
  ['allowedOrigins', { allowedOrigins: ['https://a*.example.org'] }],
  ['allowedOrigins', { allowedOrigins: [null] }],
  ['advise', { advise: 'start it otherwise' }],
  ['allowedOrigin', { allowedOrigin: ['https://example.org'] }],
];

testMisuse(new URL('../', import.meta.url), {
  './express': {
    exports: expressEntry,
    functions: {
      createMiddleware: [
        ...notHandlers,
        ['options', handle, null],
        ['options', handle, 'next'],
        ['unknownRoutes', handle, { unknownRoutes: 'nxet' }],
        ['unknownRoute', handle, { unknownRoute: 'next' }],
      ],
    },
  },
  './fetch': { exports: fetchEntry, functions: { createFetchHandler: notHandlers } },
  './guard': {
    exports: guardEntry,
    functions: {
      createGuard: wrongGuards,
      withGuard: [
        ...notHandlers,
        ...wrongGuards.map(([about, ...options]): WrongCall => [about, handle, ...options]),
      ],
      withAuthorization: [
        ...notHandlers,
        ['authorize', handle],
        ['options', handle, null],
        ['authorize', handle, {}],
        ['authorize', handle, { authorize: 'secret' }],
        ['basePath', handle, { authorize: () => undefined, basePath: 'v1' }],
        ['authorise', handle, { authorize: () => undefined, authorise: () => undefined }],
      ],
      createMatcher: [['patterns'], ['patterns', 'https://example.org'], ['patterns', [/a/]]],
    },
  },
  './node': {
    exports: nodeEntry,
    functions: {
      createListener: notHandlers,
      createServer: [
        ...notHandlers,
        ['options', handle, 8080],
        ['ERR_INVALID_ARG_TYPE', handle, { headersTimeout: '100' }],
        ['ERR_INVALID_ARG_TYPE', handle, { requestTimeout: null }],
        ['ERR_INVALID_ARG_TYPE', handle, { connectionsCheckingInterval: {} }],
        ['bodyTimeout', handle, { bodyTimeout: -1 }],
        ['bodyTimeout', handle, { bodyTimeout: '10' }],
        ['maxConnections', handle, { maxConnections: 0 }],
        ['maxConnections', handle, { maxConnections: 1.5 }],
        ['ERR_INVALID_ARG_TYPE', handle, { maxHeaderSize: '16' }],
        ['idleTimeout', handle, { idleTimeout: null }],
        ['idleTimeout', handle, { idleTimeout: 0 }],
        ['idleTimeout', handle, { idleTimeout: Number.NaN }],
        ['idleTimeout', handle, { idleTimeout: 2 ** 31 }],
        ['tls', handle, { tls: 'cert.pem' }],
        ['guard', handle, { guard: true }],
        ['headers', handle, { headers: null }],
        ['headers', handle, { headers: ['a: b'] }],
        ['headers', handle, { headers: { 'a b': 'c' } }],
        ['headers', handle, { headers: { a: 'b\r\nc: d' } }],
        ['headers', handle, { headers: { a: undefined } }],
        ['onRequest', handle, { onRequest: null }],
        ['onrequest', handle, { onrequest: () => {} }],
      ],
      enableShutdown: [
        ['server'],
        ['server', null],
        ['server', {}],
        ['server', express()],
        ['server', createHttp2Server()],
        ['server', createSecureServer({ allowHTTP1: true })],
      ],
    },
  },
});

describe('shutdown', () => {
  const { shutdown } = nodeEntry.enableShutdown(createHttpServer());
  testWrongCalls(
    {
      shutdown: [
        ['options', 1000],
        ['timeout', { timeout: '1000' }],
        ['timeout', { timeout: -1 }],
        ['timeout', { timeout: Number.NaN }],
        ['timeout', { timeout: 2 ** 31 }],
        ['grace', { grace: 1000 }],
      ],
    },
    { shutdown },
  );
});
