import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '@location-records/core';
import { traceStore } from '@location-records/stores/tracing';
import { itUnless, lacks, storeOver, unavailable } from '@location-records/workspace/tests';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../../src/operations/metrics.ts';
import { fakeHere, serveHere } from '../run-here.ts';

const record = JSON.stringify({ coordinates: { latitude: 48.2, longitude: 16.4 } });
const json = { 'Content-Type': 'application/json' };

/** Serves with metrics until the test has finished. */
async function serve(args: readonly string[] = []) {
  const server = await serveHere(['--metrics', '--log', 'off', ...args]);
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

/** The text of the metrics. */
async function scrape(url: string): Promise<string> {
  return (await fetch(new URL('/-/metrics', url))).text();
}

/** The names of the metrics of a text, with their types. */
function namesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
}

/** A service that has handled requests of every kind. */
async function usedService(): Promise<string> {
  const { url } = await serve();
  await fetch(new URL('/secret-id', url), { method: 'POST', headers: json, body: record });
  for (const path of ['/secret-id', '/absent-id', '/', '/secret/path', '/-/records?near=48,16&radius=9']) {
    await (await fetch(new URL(path, url))).text();
  }
  return url;
}

test('without --metrics there are none', async () => {
  const server = await serveHere(['--log', 'off']);
  onTestFinished(async () => {
    await server.stop();
  });
  expect((await fetch(new URL('/-/metrics', server.url))).status).toBe(404);
});

test('--metrics counts requests by method, route and status', async () => {
  const url = await usedService();
  const text = await scrape(url);
  const count = (method: string, route: string, status: number) =>
    `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"} 1\n`;
  expect(text).toContain(count('POST', '/{id}', 200));
  expect(text).toContain(count('GET', '/{id}', 200));
  expect(text).toContain(count('GET', '/{id}', 404));
  expect(text).toContain(count('GET', '/', 200));
  expect(text).toContain(count('GET', '/-/records', 200));
  expect(text).toContain(count('GET', 'unmatched', 404));
  expect(text).toMatch(/^http_server_active_requests 1$/m);
  expect(text).toMatch(/^location_records_open_connections [1-9]\d*$/m);
  expect(text).toMatch(/^location_records_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m);
});

test('--metrics counts the calls of the store', async () => {
  const text = await scrape(await usedService());
  expect(text).toMatch(/^location_records_store_call_duration_seconds_count\{method="put"\} 1$/m);
  expect(text).toMatch(/^location_records_store_call_duration_seconds_count\{method="get"\} 2$/m);
  expect(text).toMatch(/^location_records_store_call_duration_seconds_count\{method="list"\} 2$/m);
});

test('no identifier and no unknown path is in the metrics', async () => {
  const text = await scrape(await usedService());
  expect(text).not.toMatch(/secret|absent/);
});

test('a method that only the client knows is counted as _OTHER', async () => {
  const { url } = await serve();
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end('PURGE /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  for await (const _ of socket);
  expect(await scrape(url)).toContain(
    'http_request_method="_OTHER",http_route="/{id}",http_response_status_code="405"} 1',
  );
});

test('failures of the store are counted by their code', async () => {
  const metrics = await createMetrics({});
  onTestFinished(() => metrics.close());
  const failing = storeOver(createMemoryStore(), {
    get: () => Promise.reject(unavailable()),
    delete: () => Promise.reject(new Error('odd')),
  });
  const store = traceStore(failing, 'own');
  await expect(store.get('a')).rejects.toThrow();
  await expect(store.delete('a')).rejects.toThrow();
  const failures = (await metrics.snapshot()).find(
    ({ name }) => name === 'location_records_store_failures_total',
  );
  expect(failures?.values).toMatchObject([
    { value: 1, labels: { method: 'get', code: 'STORE_UNAVAILABLE' } },
    { value: 1, labels: { method: 'delete', code: 'OTHER' } },
  ]);
});

test('the sizes of the batches of SQLite are counted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { url } = await serve(['--store', `sqlite:${folder}/a.db`]);
  await fetch(new URL('/a', url), { method: 'POST', headers: json, body: record });
  expect(await scrape(url)).toMatch(/^location_records_store_batch_size_sum\{kind="write"\} 1$/m);
});

test('the metrics have the content type of Prometheus, and HEAD has the same fields without a body', async () => {
  const { url } = await serve();
  const at = new URL('/-/metrics', url);
  const got = await fetch(at);
  expect(got.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(got.headers.get('cache-control')).toBe('no-store');
  expect((await got.text()).length).toBeGreaterThan(1000);
  const head = await fetch(at, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
  expect(await head.text()).toBe('');
  const post = await fetch(at, { method: 'POST', headers: json, body: record });
  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test('the metrics stand below --base-path', async () => {
  const { url } = await serve(['--base-path', '/v1']);
  expect((await fetch(new URL('/v1/-/metrics', url))).status).toBe(200);
  expect((await fetch(new URL('/-/metrics', url))).status).toBe(404);
});

test('with --admin the metrics are on its listener alone, without a token', async () => {
  const { url, stdout } = await serve(['--admin', '0', '--log', 'json']);
  const [, admin = ''] = /"admin":"([^"]+)"/.exec(stdout.text) ?? [];
  expect(await scrape(admin)).toContain('location_records_build_info');
  expect((await fetch(new URL('/-/metrics', url))).status).toBe(404);
});

test('the names of the metrics are these', async () => {
  const names = namesIn(await scrape(await usedService()));
  expect(Object.fromEntries([...names].filter(([name]) => !/^(?:nodejs|process)_/.test(name)))).toEqual({
    http_server_active_requests: 'gauge',
    http_server_request_duration_seconds: 'histogram',
    location_records_build_info: 'gauge',
    location_records_open_connections: 'gauge',
    location_records_store_batch_size: 'histogram',
    location_records_store_call_duration_seconds: 'histogram',
    location_records_store_failures_total: 'counter',
  });
  expect(names.get('nodejs_eventloop_lag_p99_seconds')).toBe('gauge');
  expect(names.get('process_resident_memory_bytes')).toBe('gauge');
});

itUnless(lacks({ program: 'promtool' }))('promtool accepts the metrics', async () => {
  const input = await scrape(await usedService());
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
});

test('every metric of the dashboard and of its page is in the output', async () => {
  const docs = new URL('../../docs/', import.meta.url);
  const dashboard = await readFile(new URL('grafana-dashboard.json', docs), 'utf8');
  const { panels } = JSON.parse(dashboard) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  const page = await readFile(new URL('observe.md', docs), 'utf8');
  const used =
    `${shown}\n${page}`.match(/\b(?:http_server|location_records|nodejs|process)_[a-z\d_]+/g) ?? [];
  expect(used.length).toBeGreaterThan(20);
  const known = namesIn(await scrape(await usedService()));
  const unknown = used.filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, '')),
  );
  expect(unknown).toEqual([]);
});

test('fake has no --metrics', async () => {
  await expect(fakeHere(['--metrics'])).rejects.toThrow('exit code 2');
});
