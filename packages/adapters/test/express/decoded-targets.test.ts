import { createServer } from 'node:http';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { targetBelow } from '../../src/express/mount-path.ts';
import { listen } from '../listening.ts';
import { ask, isJson, location, versions } from './express-apps.ts';

describe.each(versions)('%s in a host that decodes targets, as @fastify/express does', (version, create) => {
  it.each(['', '/locations', '/caf%C3%A9'])(
    `${version} in a host that decodes targets keeps %%2F and %%252F apart below "%s"`,
    async (mount) => {
      const store = createMemoryStore();
      const app = create().use(decodeURI(mount) || '/', createMiddleware(createHandler({ store })));
      const server = createServer((req, res) => {
        const { url = '' } = req;
        Object.assign(req, { originalUrl: url, url: decodeURI(url) });
        app(req, res);
      });
      const origin = `http://127.0.0.1:${await listen(server)}${mount}`;
      const ids = ['/', '%2F', '%252F', 'é', '%00', '?', 'a b'];
      for (const id of ids) {
        const init = { method: 'POST', headers: isJson, body: location };
        expect(await ask(`${origin}/${encodeURIComponent(id)}?q=%25`, init)).toEqual({
          status: 200,
          text: '',
        });
      }
      const stored: string[] = [];
      for await (const batch of store.list()) stored.push(...batch.map(([id]) => id));
      expect(stored.sort()).toEqual(ids.sort());
    },
  );
});

it.each([
  ['as it is if nothing was decoded', '/%2F', '/%2F'],
  ['as it is, behind a prefix that a middleware took off', '/%2F', '/v1/%2F'],
  ['raw if the host decoded it', '/%2F', '/%252F'],
  ['raw behind a decoded prefix', '/%2F', '/caf%C3%A9/%252F'],
  ['as it is if it was rewritten on purpose', '/b', '/%61?x'],
  ['as it is if the original has a bad escape', '/b', '/%zz'],
])('a target without a mount point is taken %s', (_how, url, originalUrl) => {
  const expected = url === '/%2F' && originalUrl.endsWith('/%252F') ? '/%252F' : url;
  expect(targetBelow({ url, originalUrl } as Parameters<typeof targetBelow>[0])).toBe(expected);
});

it.each([
  ['was not decoded', `/?${'/'.repeat(10_000)}%41`, `/locations?${'/'.repeat(10_000)}%41`],
  ['was decoded', '/A'.repeat(4000), `/locations${'/%41'.repeat(4000)}`],
])('a target with thousands of slashes that %s is decoded a few times only', (_how, url, originalUrl) => {
  const decodings = [vi.spyOn(globalThis, 'decodeURI'), vi.spyOn(globalThis, 'decodeURIComponent')];
  onTestFinished(() => {
    for (const spy of decodings) spy.mockRestore();
  });
  const request = { url, originalUrl, baseUrl: '/locations' } as Parameters<typeof targetBelow>[0];
  expect(targetBelow(request)).toBe(url.includes('%') ? url : originalUrl.slice('/locations'.length));
  expect(decodings.flatMap(({ mock }) => mock.calls).length).toBeLessThan(50);
});
