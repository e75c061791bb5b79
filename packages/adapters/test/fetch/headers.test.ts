import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch/index.ts';

it('a Request whose Headers keep the case of names is understood, as in happy-dom', async () => {
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const request = new Request('http://localhost/a', { method: 'POST', body });
  const fields = { 'Content-Type': 'application/json' };
  const headers = {
    get: (name: string) => new Headers(fields).get(name),
    [Symbol.iterator]: () => Object.entries(fields).values(),
  };
  Object.defineProperty(request, 'headers', { value: headers });
  let names: readonly string[] = [];
  const handle = createHandler({ store: createMemoryStore() });
  const respond = createFetchHandler((asked) => {
    names = Object.keys(asked.headers);
    return handle(asked);
  });
  expect((await respond(request)).status).toBe(200);
  expect(names).toEqual(['content-type']);
});

describe('under Deno.serve, which adds the length of a body itself', () => {
  const location = { coordinates: { latitude: 1, longitude: 2 } };
  const respond = createFetchHandler(createHandler({ store: createMemoryStore([['a', location]]) }));
  const info = {
    remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 1 },
    completed: Promise.resolve(),
  };
  const fieldsOf = async (method: string, ...rest: unknown[]) =>
    Object.fromEntries((await respond(new Request('http://localhost/a', { method }), ...rest)).headers);

  it('a response to Deno.serve leaves the length of a body to Deno', async () => {
    expect(await fieldsOf('GET', info)).toEqual({ 'content-type': 'application/json' });
  });

  it('a response to Deno.serve without a body has its length', async () => {
    expect(await fieldsOf('HEAD', info)).toEqual(await fieldsOf('HEAD'));
    expect(await fieldsOf('DELETE', info)).toEqual({ 'content-length': '0' });
  });
});

it.each([
  ['nothing else', []],
  ['the bindings of Workers', [{ remoteAddr: 'a binding' }, {}]],
  ['a text', ['completed']],
])('a response to a call with a request and %s has its length', async (_, rest) => {
  const handle = createHandler({ store: createMemoryStore() });
  const { headers } = await createFetchHandler(handle)(new Request('http://localhost/'), ...rest);
  expect(headers.get('content-length')).toBe('2');
});
