import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';
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
