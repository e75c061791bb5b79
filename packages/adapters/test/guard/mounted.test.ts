import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';
import { withGuard } from '../../src/guard/index.ts';
import { adapters } from '../every-adapter.ts';

const json = { 'Content-Type': 'application/json' };
const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const image = { 'Sec-Fetch-Site': 'cross-site' };

it.each(adapters)('a page of another origin neither reads nor writes over %s', async (_name, serve) => {
  const handle = createHandler({ store: createMemoryStore() });
  const ask = await serve(withGuard(handle, { allowedOrigins: ['https://pages.example'] }));
  const from = (Origin: string, method: string) => ask({ method, path: '/a', headers: { ...json, Origin } });

  const write = { method: 'POST', path: '/a', headers: { ...json, Origin: 'https://evil.example' }, body };
  expect(await ask(write)).toMatchObject({
    status: 403,
    body: '{"error_message":"Forbidden: this service does not take requests from a page of https://evil.example"}',
  });
  expect((await ask({ method: 'GET', path: '/a' })).status).toBe(404);
  expect((await ask({ ...write, headers: { ...json, Origin: 'https://pages.example' } })).status).toBe(200);
  expect((await from('https://pages.example', 'GET')).body).toBe(body);
  expect((await from('https://evil.example', 'GET')).status).toBe(403);
  expect(await ask({ method: 'GET', path: '/a', headers: image })).toMatchObject({ status: 403 });
  const head = await ask({ method: 'HEAD', path: '/a', headers: image });
  expect([head.status, head.body]).toEqual([403, '']);
});

it('a request without Host has no allowed host', async () => {
  const guarded = withGuard(createHandler({ store: createMemoryStore() }), { allowedHosts: [] });
  const statusOf = async (headers: Record<string, readonly string[]>) =>
    (await guarded({ method: 'GET', target: '/', headers, body: async () => new Uint8Array() })).status;
  expect(await statusOf({})).toBe(421);
  expect(await statusOf({ host: ['evil.example'] })).toBe(421);
  expect(await statusOf({ host: ['localhost:8080'] })).toBe(200);
});
