import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { afterAll, expect, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { serveHere } from '../../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-areas-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fill = createFiller();

const places: readonly LocationRecord[] = [
  ['tower', { coordinates: { latitude: 48.86, longitude: 2.29 } }],
  ['opera', { coordinates: { latitude: -33.86, longitude: 151.22 } }],
];

async function doorOf(url: string) {
  return JSON.parse(await (await fetch(`${url}/-/`)).text());
}

test('the index of an SQLite file is built at the start, reported, and not built again', async () => {
  const store = await fill(join(folder, 'old.db'), places);
  for (const isFirst of [true, false]) {
    const served = await serveHere(['--store', store]);
    await expect.poll(async () => (await doorOf(served.url)).records).toBe(2);
    expect(await served.stop()).toBe(0);
    const reported = served.stderr.text.split('\n').filter(Boolean);
    const indexing = { event: 'indexing', records: 2 };
    expect(reported.map((line) => JSON.parse(line))).toEqual(
      isFirst
        ? [
            { ...indexing, time: expect.any(String), step: 'begin' },
            { ...indexing, time: expect.any(String), step: 'end', durationMs: expect.any(Number) },
          ]
        : [],
    );
  }
});

test('with --no-areas an SQLite file gets no index, and the door has no number of records', async () => {
  const store = await fill(join(folder, 'plain.db'), places);
  const served = await serveHere(['--store', store, '--no-areas']);
  expect(await doorOf(served.url)).toMatchObject({ store: 'SQLite', records: null, links: { list: '/' } });
  expect(await served.stop()).toBe(0);
  expect(served.stderr.text).toBe('');
});

test('the streams of events are not in the request log', async () => {
  const served = await serveHere();
  await (await fetch(`${served.url}/-/events`)).body?.cancel();
  await (await fetch(`${served.url}/-/tiles.json`)).text();
  expect(await served.stop()).toBe(0);
  expect(served.stdout.text).toContain('"path":"/-/tiles.json"');
  expect(served.stdout.text).not.toContain('/-/events');
});

test('browsers and programs get the same list at the root', async () => {
  const served = await serveHere();
  const headers = { Accept: 'text/html' };
  const list = await fetch(`${served.url}/`, { headers });
  expect([list.headers.get('Content-Type'), await list.text()]).toEqual(['application/json', '[]']);
  const door = await fetch(`${served.url}/-/`, { headers });
  expect(door.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(await door.text()).toContain(`curl &#39;${served.url}/`);
  expect(await served.stop()).toBe(0);
});

test('a preflight of a read-only service names the methods that are left', async () => {
  const served = await serveHere(['--read-only', '--cors']);
  const { headers } = await fetch(`${served.url}/a`, { method: 'OPTIONS' });
  expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS');
  expect(await served.stop()).toBe(0);
});
