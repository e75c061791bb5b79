import { readFile } from 'node:fs/promises';
import { startNginx } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const location = { description: 'Café', coordinates: { latitude: 1, longitude: 2 } };
const headers = { 'Content-Type': 'application/json' };

describeUnless(lacks({ program: 'nginx' }))('nginx as the page "In production" sets it up', () => {
  let served: Awaited<ReturnType<typeof serveHere>>;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  /** The same with compression, which the page does not have. */
  let compressing: typeof nginx;

  beforeAll(async () => {
    served = await serveHere([
      '--allowed-host',
      'places.example.org',
      '--trust-proxy',
      '1',
      '--log',
      'json',
      '--etags',
    ]);
    const page = await readFile(new URL('../../../docs/production.md', import.meta.url), 'utf8');
    const [, site = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
    const address = new URL(served.url).host;
    const ours = site.replaceAll(/127\.0\.0\.1:808\d/g, address);
    nginx = await startNginx(ours);
    compressing = await startNginx(`gzip on; gzip_types application/json; gzip_min_length 1;\n${ours}`);
  });

  afterAll(async () => {
    await nginx.stop();
    await compressing.stop();
    expect(await served.stop()).toBe(0);
  });

  test.each(['a', 'a%2Fb', 'caf%C3%A9', 'a%3Fb', '%25', "a%20b'"])(
    'passes the identifier %s on as it is',
    async (id) => {
      const init = { method: 'POST', headers, body: JSON.stringify(location) };
      expect((await fetch(`${nginx.url}/${id}`, init)).status).toBe(200);
      expect(await (await fetch(`${nginx.url}/${id}`)).json()).toEqual(location);
      expect(await (await fetch(`${served.url}/${id}`)).json()).toEqual(location);
    },
  );

  test('passes the list and the map on', async () => {
    expect((await fetch(`${nginx.url}/`)).status).toBe(200);
    expect(await (await fetch(`${nginx.url}/-/map`)).text()).toContain('<html');
  });

  test('lets pages of the service write, and those of other origins not', async () => {
    const post = (origin: string) =>
      fetch(`${nginx.url}/a`, {
        method: 'POST',
        headers: { ...headers, Origin: origin },
        body: JSON.stringify(location),
      });
    expect((await post(nginx.url)).status).toBe(200);
    expect((await post('http://evil.example')).status).toBe(403);
  });

  test('leaves entity tags as they are, which nginx makes weak when it compresses', async () => {
    const body = JSON.stringify(location);
    await fetch(`${served.url}/tagged`, { method: 'POST', headers, body });
    const statuses: number[] = [];
    for (const { url } of [nginx, compressing]) {
      const read = await fetch(`${url}/tagged`, { headers: { 'Accept-Encoding': 'gzip' } });
      const tag = read.headers.get('ETag') ?? '';
      const init = { method: 'PUT', headers: { ...headers, 'If-Match': tag }, body };
      statuses.push((await fetch(`${url}/tagged`, init)).status);
    }
    expect(statuses).toEqual([200, 412]);
  });

  test('keeps probes and metrics to itself', async () => {
    for (const name of ['livez', 'readyz', 'metrics']) {
      expect((await fetch(`${nginx.url}/-/${name}`)).status).toBe(404);
    }
    expect((await fetch(`${served.url}/-/readyz`)).status).toBe(200);
  });

  test('tells the service who asks, for its log', async () => {
    await fetch(`${nginx.url}/who`, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    await expect
      .poll(() => served.stdout.text)
      .toMatch(/"client":"127\.0\.0\.1","method":"GET","path":"\/who"/);
  });
});
