import { createServer as createHttpServer } from 'node:http';
import type { Handler } from '@location-records/core';
import { expect, it, vi } from 'vitest';
import { createListener, createServer, type Guard } from '../../src/node/index.ts';
import { exchange, listen, watchWarnings } from '../listening.ts';

const get = 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const failure =
  /^HTTP\/1\.1 500 Internal Server Error\r\n[\s\S]*\r\n\r\n\{"error_message":"Internal server error"\}$/;

it.each<[string, Handler]>([
  ['rejects', () => Promise.reject(new Error('boom'))],
  ['rejects with an object without a prototype', () => Promise.reject(Object.create(null))],
  ['rejects with nothing', () => Promise.reject()],
  [
    'throws',
    () => {
      throw new Error('boom');
    },
  ],
  ['gives nothing', async () => undefined as never],
  ['gives a header that cannot be sent', async () => ({ status: 200, headers: { A: '日' }, body: '' })],
  ['gives a status that HTTP does not have', async () => ({ status: 1000, headers: {}, body: '' })],
])('a handler that %s gives 500 and a process warning', async (_what, handle) => {
  const warn = watchWarnings();
  expect(await exchange(await listen(createHttpServer(createListener(handle))), get)).toMatch(failure);
  expect(warn).toHaveBeenCalledOnce();
});

it.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('a mistake');
    },
  ],
  ['gives a field that cannot be sent', () => ({ status: 421, headers: { A: '日' }, body: '' })],
])('a guard that %s gives 500 and a process warning', async (_what, guard) => {
  const warn = watchWarnings();
  const server = createServer(async () => ({ status: 200, headers: {}, body: '' }), {
    guard: guard as Guard,
  });
  expect(await exchange(await listen(server), get)).toMatch(failure);
  expect(warn).toHaveBeenCalledOnce();
});

it('a HEAD whose handler rejects gets 500 without a body', async () => {
  watchWarnings();
  const listener = createListener(() => Promise.reject(new Error('boom')));
  const server = createHttpServer({ rejectNonStandardBodyWrites: true }, listener);
  expect(await exchange(await listen(server), get.replace('GET', 'HEAD'))).toMatch(
    /^HTTP\/1\.1 500 [\s\S]*\r\n\r\n$/,
  );
});

it('a list whose head cannot be sent is released', async () => {
  watchWarnings();
  async function* list(): AsyncGenerator<string, undefined> {
    yield '[]';
    return undefined;
  }
  const body = list();
  const release = vi.spyOn(body, 'return');
  const handle: Handler = async () => ({ status: 200, headers: { A: '日' }, body });
  expect(await exchange(await listen(createServer(handle)), get)).toMatch(failure);
  expect(release).toHaveBeenCalledOnce();
});
