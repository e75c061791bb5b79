import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

/** The description of a service that is started with these flags. */
async function describedBy(flags: readonly string[], headers: Readonly<Record<string, string>> = {}) {
  const { url, stop } = await serveHere(flags);
  try {
    const service = url.replace(/\/$/, '');
    const text = await (await fetch(`${service}/-/openapi.json`, { headers })).text();
    const { servers, paths } = JSON.parse(text);
    const statuses = (path: string, method: string) => Object.keys(paths[path][method].responses).map(Number);
    const get = async (path: string) => {
      const response = await fetch(service + path, { headers });
      const type = response.headers.get('Content-Type')?.replace(/;.*/, '') ?? '';
      const content = paths[path].get.responses[response.status].content[type];
      await response.arrayBuffer();
      return content === undefined ? `${response.status} ${type}` : 'as described';
    };
    const probes = await Promise.all(
      Object.keys(paths)
        .filter((path) => /\/-\/$|livez|readyz|metrics|docs|openapi/.test(path))
        .map(get),
    );
    return { service, text, servers, paths, statuses, probes };
  } finally {
    await stop();
  }
}

test('the description is that of a service on memory: its address, and all that is below /-/', async () => {
  const { service, servers, paths, statuses, probes } = await describedBy([]);
  expect(servers).toEqual([{ url: service }]);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/',
      '/{id}',
      '/-/',
      '/-/records',
      '/-/ogc',
      '/-/map',
      '/-/livez',
      '/-/readyz',
      '/-/docs',
    ]),
  );
  expect(paths).not.toHaveProperty('/-/metrics');
  // A limit of requests is the default, and a rate is not.
  expect(statuses('/', 'get')).toEqual([200, 500, 503]);
  expect(probes).toEqual(Array(5).fill('as described'));
});

test('the description has what the flags decide', async () => {
  const { service, servers, text, statuses, probes } = await describedBy([
    ...[
      '--base-path',
      '/places',
      '--body-limit',
      '8192',
      '--strict-coordinates',
      '--unknown-members',
      'ignore',
    ],
    ...['--absent-description', 'null', '--etags', '--rate', '1000/s', '--metrics'],
  ]);
  expect(service).toMatch(/\/places$/);
  expect(servers).toEqual([{ url: service }]);
  for (const part of ['8,192 characters', '"maximum":180', '"type":["string","null"]', '"If-Match"']) {
    expect(text).toContain(part);
  }
  expect(statuses('/{id}', 'get')).toEqual([200, 304, 400, 404, 412, 429, 500, 503]);
  expect(probes).toEqual(Array(6).fill('as described'));
});

test('the description of a service with tokens has them, and the probes need none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-openapi-'));
  try {
    const file = join(folder, 'tokens');
    const digest = createHash('sha256').update('secret').digest('hex');
    await writeFile(file, `reader:read:${digest}\n`, { mode: 0o600 });
    const headers = { Authorization: 'Bearer secret' };
    const { statuses, paths } = await describedBy(['--token-file', file, '--read-only'], headers);
    expect(statuses('/', 'get')).toContain(401);
    expect(statuses('/-/livez', 'get')).toEqual([200]);
    expect(Object.keys(paths['/{id}'])).toEqual(['parameters', 'get', 'head', 'options']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a service without area queries describes the records, itself and its probes', async () => {
  const { paths } = await describedBy(['--no-areas']);
  expect(Object.keys(paths)).toEqual([
    '/',
    '/{id}',
    '/-/',
    '/-/openapi.json',
    '/-/docs',
    '/-/livez',
    '/-/readyz',
  ]);
});
