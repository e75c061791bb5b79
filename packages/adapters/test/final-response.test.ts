import type { LocationResponse } from '@location-records/core';
import { describe, expect, it, vi } from 'vitest';
import { createFetchHandler } from '../src/fetch/index.ts';
import { finalResponse } from '../src/final-response.ts';
import { createServer } from '../src/node/index.ts';
import { adapters } from './every-adapter.ts';
import { dial, listen } from './listening.ts';

const own = { 'X-Own': 'y' };
const length = { ...own, 'Content-Length': '3' };
/** Responses of a handler of your own, and the length that a client is told. */
const responses: readonly (readonly [response: LocationResponse, told: string | undefined])[] = [
  [{ status: 204, headers: own, body: '' }, undefined],
  [{ status: 204, headers: { ...own, 'content-length': '0' }, body: '' }, undefined],
  [{ status: 204, headers: length, body: 'abc' }, undefined],
  [{ status: 205, headers: own, body: '' }, '0'],
  [{ status: 205, headers: length, body: 'abc' }, '0'],
  [{ status: 304, headers: own, body: '' }, undefined],
  [{ status: 304, headers: length, body: 'abc' }, '3'],
];

describe.each(adapters)('over %s', (_name, serve) => {
  it.each(responses)('%j has no content', async (response, told) => {
    const ask = await serve(async () => response);
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const { status, headers, body } = await ask({ method, path: '/a' });
      expect([status, headers['x-own'], body]).toEqual([response.status, 'y', '']);
      expect(headers).not.toHaveProperty('transfer-encoding');
      expect(headers['content-length']).toBe(told);
    }
  });
});

it.each([204, 205, 304])('node:http keeps a connection open behind the status %i', async (status) => {
  const client = await dial(await listen(createServer(async () => ({ status, headers: {}, body: '' }))));
  const received: string[] = [];
  client.on('data', (chunk) => received.push(String(chunk)));
  for (const count of [1, 2]) {
    client.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(received.join('').match(/\r\n\r\n/g)).toHaveLength(count));
  }
  expect(received.join('')).toMatch(new RegExp(`^(?:HTTP/1.1 ${status} [^]*?\r\n\r\n){2}$`));
  expect(received.join('')).not.toMatch(/^(?:transfer-encoding|connection: close)/im);
});

it('node:http responds to HTTP/1.1 with 500 where a handler gives a status that is not final', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const client = await dial(await listen(createServer(async () => ({ status: 103, headers: {}, body: '' }))));
  client.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const head = await new Promise((resolve) => client.once('data', resolve));
  expect(String(head)).toMatch(/^HTTP\/1.1 500 /);
  expect(warned.mock.lastCall?.[0]).toMatchObject({ message: expect.stringContaining('not 103') });
  warned.mockRestore();
});

it('fetch rejects a status that is not final', async () => {
  const handle = createFetchHandler(async () => ({ status: 103, headers: {}, body: '' }));
  await expect(handle(new Request('http://localhost/a'))).rejects.toThrow(
    'A response must have a final status, not 103.',
  );
});

it('releases a list that a status without content does not send', async () => {
  const release = vi.fn(async () => ({ done: true as const, value: undefined }));
  const body = {
    next: async () => ({ done: false, value: '[' }),
    return: release,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  expect(finalResponse({ status: 204, headers: {}, body })).toEqual({ status: 204, headers: {}, body: '' });
  expect(release).toHaveBeenCalledOnce();
});
