import type { Handler, LocationRequest } from '@location-records/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Health } from '../../src/operations/health.ts';

const service: Handler = async () => ({ status: 299, headers: {}, body: '' });

function request(method: string, target: string): LocationRequest {
  return { method, target, headers: {}, body: async () => '' } as unknown as LocationRequest;
}

function ask(health: Health, target = '/-/readyz', method = 'GET') {
  return health.layer(service)(request(method, target));
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a process is alive before its store is open, and not ready', async () => {
  const health = new Health();
  expect(await ask(health, '/-/livez')).toMatchObject({ status: 200, body: '{"status":"live"}' });
  expect(await ask(health)).toMatchObject({
    status: 503,
    body: '{"error_message":"Service unavailable: the service is starting"}',
    headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' },
  });
});

test('a service whose store answers is ready', async () => {
  const health = new Health();
  health.open(async () => {});
  expect(await ask(health)).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  expect(await ask(health, '/-/readyz?verbose')).toMatchObject({ status: 200 });
});

test('a store that fails makes the service unready, until it answers again', async () => {
  let isFailing = true;
  const health = new Health();
  health.open(async () => {
    if (isFailing) throw new Error('secret');
  });
  expect(await ask(health)).toMatchObject({
    status: 503,
    body: '{"error_message":"Service unavailable: the store has failed"}',
  });
  isFailing = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ask(health)).toMatchObject({ status: 200 });
  expect(await ask(health, '/-/livez')).toMatchObject({ status: 200 });
});

test('a store that does not answer within a second makes the service unready', async () => {
  const health = new Health();
  health.open(() => new Promise(() => {}));
  const response = ask(health);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await response).toMatchObject({
    status: 503,
    body: '{"error_message":"Service unavailable: the store does not answer"}',
  });
});

test('the store is asked once a second at most, however many probes come', async () => {
  let count = 0;
  const health = new Health();
  health.open(async () => {
    count++;
  });
  await Promise.all(Array.from({ length: 10 }, () => ask(health)));
  await vi.advanceTimersByTimeAsync(999);
  await ask(health);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await ask(health);
  expect(count).toBe(2);
});

test('a service that drains is alive, not ready, and closes its connections', async () => {
  const health = new Health();
  health.open(async () => {});
  health.drain();
  expect(await ask(health)).toMatchObject({
    status: 503,
    body: '{"error_message":"Service unavailable: the service is stopping"}',
  });
  expect(await ask(health, '/-/livez')).toMatchObject({ status: 200 });
  expect(await ask(health, '/a')).toMatchObject({ status: 299, headers: { Connection: 'close' } });
});

describe('the probes', () => {
  test.each([
    ['/v1/-/livez', 200],
    ['/v1/-/%6Civez', 200],
    ['/-/livez', 299],
    ['/v1/livez', 299],
    ['/v1/-/livez/a', 299],
    ['/v1/-/livez/', 299],
  ])('are below the base path: %s is %i', async (target, status) => {
    expect(await ask(new Health('/v1'), target)).toMatchObject({ status });
  });

  test('take HEAD, with the fields of GET and no body', async () => {
    const { headers } = await ask(new Health(), '/-/livez');
    expect(await ask(new Health(), '/-/livez', 'HEAD')).toMatchObject({ status: 200, headers, body: '' });
  });

  test('take OPTIONS, and refuse other methods', async () => {
    const headers = { Allow: 'GET, HEAD, OPTIONS' };
    expect(await ask(new Health(), '/-/livez', 'OPTIONS')).toMatchObject({ status: 200, headers });
    expect(await ask(new Health(), '/-/livez', 'POST')).toMatchObject({ status: 405, headers });
  });
});
