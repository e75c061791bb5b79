import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import { expect, it } from 'vitest';
import { adapters } from './every-adapter.ts';

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const token = { authorization: 'Bearer secret' };
const json = { ...token, 'content-type': 'application/json' };

it.each(adapters)('a derived request reaches the service over %s', async (_name, serve) => {
  const ask = await serve(aroundService(createHandler({ store: createMemoryStore() })));
  const created = await ask({ method: 'POST', path: '/v1/tower', headers: json, body });
  expect(created).toMatchObject({ status: 200, body: '', headers: { 'x-version': '1' } });
  expect(created.headers).not.toHaveProperty('content-type');
  expect(await ask({ method: 'GET', path: '/v1/tower', headers: token })).toMatchObject({
    status: 200,
    body,
  });
  expect(await ask({ method: 'GET', path: '/v1', headers: token })).toMatchObject({
    status: 200,
    body: `[["tower",${body}]]`,
    headers: { 'content-type': 'application/json', 'x-version': '1' },
  });
  expect(await ask({ method: 'OPTIONS', path: '/v1/tower', headers: token })).toMatchObject({
    status: 200,
    headers: { allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS', 'x-version': '1' },
  });
});

it.each(adapters)('a response without an explanation is sent over %s', async (_name, serve) => {
  const ask = await serve(aroundService(createHandler({ store: createMemoryStore() })));
  const refused = { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  expect(await ask({ method: 'GET', path: '/v1/tower' })).toMatchObject({
    ...refused,
    body: '{"error_message":"Unauthorized"}',
  });
  expect(await ask({ method: 'HEAD', path: '/v1/tower' })).toMatchObject(refused);
  const headers = { 'content-type': 'application/json' };
  expect(await ask({ method: 'PUT', path: '/v1/tower', headers, body })).toMatchObject(refused);
});

it.each(adapters)('a body in pieces of bytes is sent as it is over %s', async (_name, serve) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  async function* pieces(): AsyncGenerator<string | Uint8Array, undefined> {
    yield bytes.subarray(0, 100);
    yield bytes.subarray(100);
    yield 'é';
    return undefined;
  }
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': '258' };
  const ask = await serve(async () => ({ status: 200, headers, body: pieces() }));
  const response = await ask({ method: 'GET', path: '/' });
  expect(response.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '258',
  });
  expect([...response.bytes]).toEqual([...bytes, 0xc3, 0xa9]);
});

/**
 * What people put around the service: a prefix that is stripped, a check of who asks, and a field of their
 * own.
 */
function aroundService(service: Handler): Handler {
  const authorized: Handler = async (request) => {
    if (request.headers.authorization?.[0] === token.authorization) return service(request);
    const { headers, ...refusal } = errorResponse(401, 'Unauthorized');
    return { ...refusal, headers: { ...headers, 'WWW-Authenticate': 'Bearer' } };
  };
  return async (request: LocationRequest) => {
    const derived = deriveRequest(request, { target: request.target.replace(/^\/v1/, '') });
    const response = await authorized(deriveRequest(derived, {}));
    return { ...response, headers: { ...response.headers, 'X-Version': '1' } };
  };
}
