import { createHandler, createMemoryStore, type LocationRequest } from '@location-records/core';
import { expect, test } from 'vitest';
import { withCors } from '../../../src/commands/serve/access.ts';

const handle = createHandler({ store: createMemoryStore() });

function request(method: string, target: string, headers: LocationRequest['headers'] = {}): LocationRequest {
  return { method, target, headers, body: async () => new Uint8Array() };
}

test.each([
  ['GET', '/'],
  ['GET', '/a'],
  ['PUT', '/a'],
  ['DELETE', '/a'],
  ['PATCH', '/a'],
])('%s %s gets the origin and is otherwise the same', async (method, target) => {
  const plain = await handle(request(method, target));
  const response = await withCors(handle, ['https://example.org'])(request(method, target));
  expect(response).toEqual({
    ...plain,
    headers: { ...plain.headers, 'Access-Control-Allow-Origin': 'https://example.org', Vary: 'Origin' },
  });
});

test('the response for any origin does not vary', async () => {
  const { headers } = await withCors(handle, ['*'])(request('GET', '/a'));
  expect(headers['Access-Control-Allow-Origin']).toBe('*');
  expect(headers).not.toHaveProperty('Vary');
});

test('what a response varies by already is kept', async () => {
  const varying: typeof handle = async (asked) => {
    const response = await handle(asked);
    return { ...response, headers: { ...response.headers, Vary: 'Accept-Encoding' } };
  };
  const { headers } = await withCors(varying, ['https://example.org'])(request('GET', '/a'));
  expect(headers.Vary).toBe('Accept-Encoding, Origin');
});

test('OPTIONS responds to a preflight', async () => {
  const { status, headers } = await withCors(handle, ['*'])(request('OPTIONS', '/a'));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '7200',
    Vary: 'Access-Control-Request-Headers',
  });
});

test('a preflight gets the header fields that it asks for, as far as they are names', async () => {
  const asked = ['content-type,baggage', ' traceparent, no name, a:b, "x"'];
  const { headers } = await withCors(handle, ['https://a.example'])(
    request('OPTIONS', '/a', { 'access-control-request-headers': asked }),
  );
  expect(headers['Access-Control-Allow-Headers']).toBe('content-type, baggage, traceparent');
  expect(headers.Vary).toBe('Origin, Access-Control-Request-Headers');
});

test.each([
  [['https://a.example'], 'https://a.example'],
  [['https://b.example'], 'https://b.example'],
  [['https://c.example'], undefined],
  [['https://a.example', 'https://b.example'], undefined],
  [['https://A.example'], undefined],
  [['https://x.c.example'], 'https://x.c.example'],
  [['https://x.y.c.example'], undefined],
  [undefined, undefined],
])('of several origins, the one that asks is named: %j', async (origin, allowed) => {
  const handleFor = withCors(handle, ['https://a.example', 'https://b.example', 'https://*.c.example']);
  const { headers } = await handleFor(request('GET', '/a', { origin }));
  expect(headers['Access-Control-Allow-Origin']).toBe(allowed);
  expect(headers.Vary).toBe('Origin');
});
