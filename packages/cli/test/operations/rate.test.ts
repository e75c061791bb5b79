import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRateLimiter } from '../../src/operations/rate.ts';
import { runHere, serveHere } from '../run-here.ts';

test('a client that is over its rate gets 429 with the seconds until its next request', async () => {
  const served = await serveHere(['--rate', '2/h']);
  await fetch(served.url);
  await fetch(served.url);
  const response = await fetch(served.url);
  expect(response.status).toBe(429);
  expect(await response.text()).toBe('{"error_message":"Too many requests"}');
  const seconds = Number(response.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(1700);
  expect(seconds).toBeLessThanOrEqual(1800);
  await served.stop();
});

test('probes of the health are not limited', async () => {
  const served = await serveHere(['--rate', '1/h', '--max-requests', '1']);
  const statuses: number[] = [];
  for (const path of ['/', '/', '/-/livez', '/-/readyz', '/-/livez']) {
    statuses.push((await fetch(served.url + path)).status);
  }
  expect(statuses).toEqual([200, 429, 200, 200, 200]);
  await served.stop();
});

test('a page that --cors names can read when it may ask again', async () => {
  const served = await serveHere(['--rate', '1/h', '--cors', 'https://example.org']);
  await fetch(served.url);
  const response = await fetch(served.url, { headers: { Origin: 'https://example.org' } });
  expect(response.status).toBe(429);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://example.org');
  expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  await served.stop();
});

describe('with --trust-proxy 1, the rate', () => {
  const statusesOf = async (args: readonly string[], forwarded: readonly string[]) => {
    const served = await serveHere(['--rate', '1/h', ...args]);
    const statuses: number[] = [];
    for (const value of forwarded) {
      statuses.push((await fetch(served.url, { headers: { 'X-Forwarded-For': value } })).status);
    }
    await served.stop();
    return statuses;
  };

  test('is that of the address that the proxy has added', async () => {
    expect(
      await statusesOf(
        ['--trust-proxy', '1'],
        ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.9, 192.0.2.1'],
      ),
    ).toEqual([200, 429, 200, 429]);
  });

  test('is one for the first 64 bits of an IPv6 address', async () => {
    expect(
      await statusesOf(['--trust-proxy', '1'], ['2001:db8:0:1::1', '2001:db8:0:1:ff::2', '2001:db8:0:2::1']),
    ).toEqual([200, 429, 200]);
  });

  test('and without the flag X-Forwarded-For is ignored', async () => {
    expect(await statusesOf([], ['192.0.2.1', '192.0.2.2'])).toEqual([200, 429]);
  });
});

test('each valid token has a rate of its own, and all others count for their address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'location-records-rate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tokens');
  const lines = ['ada', 'bob'].map(
    (name) => `${name}:read:${createHash('sha256').update(name).digest('hex')}`,
  );
  writeFileSync(path, lines.join('\n'));
  const served = await serveHere(['--rate', '4/h', '--token-file', path]);
  const ask = async (Authorization: string) =>
    (await fetch(served.url, { headers: { Authorization } })).status;
  const basic = `Basic ${Buffer.from('me:ada').toString('base64')}`;
  // The first request with a token counts for the address, since nobody knows it yet.
  expect([await ask('Bearer ada'), await ask('Bearer bob'), await ask(basic)]).toEqual([200, 200, 200]);
  expect([await ask('Bearer x'), await ask('Bearer y'), await ask('Bearer z')]).toEqual([401, 429, 429]);
  const ada = [await ask('Bearer ada'), await ask('Bearer ada'), await ask(basic), await ask('Bearer ada')];
  expect([...ada, await ask(basic)]).toEqual([200, 200, 200, 200, 429]);
  expect(await ask('Bearer bob')).toBe(200);
  await served.stop();
});

describe('the limiter', () => {
  test('admits as many as the rate at once, and then as they come back', () => {
    const limiter = createRateLimiter(3, 3000);
    expect([1, 2, 3, 4].map(() => limiter.take('a', 0))).toEqual([0, 0, 0, 1000]);
    expect(limiter.take('b', 0)).toBe(0);
    expect(limiter.take('a', 999)).toBe(1);
    expect(limiter.take('a', 1000)).toBe(0);
    expect(limiter.take('a', 1000)).toBe(1000);
    expect([1, 2, 3, 4].map(() => limiter.take('a', 10_000))).toEqual([0, 0, 0, 1000]);
  });

  test('admits no more than the rate over a long time, whatever its generations', () => {
    const limiter = createRateLimiter(10, 1000);
    let admitted = 0;
    for (let now = 0; now < 60_000; now += 7) if (limiter.take('a', now) === 0) admitted++;
    expect(admitted).toBeGreaterThanOrEqual(600);
    expect(admitted).toBeLessThanOrEqual(610);
  });

  test('remembers at most 100,000 of 1,000,000 addresses, and among them those that go on', () => {
    const limiter = createRateLimiter(1, 3_600_000);
    const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    expect(limiter.take('192.0.2.1', 0)).toBe(0);
    let largest = 0;
    let refused = 0;
    let goesOn = 0;
    for (let number = 0; number < 1_000_000; number++) {
      if (limiter.take(addressOf(number), 0) > 0) refused++;
      if (number % 20_000 === 0 && limiter.take('192.0.2.1', 0) === 0) goesOn++;
      largest = Math.max(largest, limiter.size);
    }
    expect([refused, goesOn]).toEqual([0, 0]);
    expect(largest).toBeLessThanOrEqual(100_000);
  });

  test('forgets what was not used for a whole period', () => {
    const limiter = createRateLimiter(5, 1000);
    for (let number = 0; number < 1000; number++) limiter.take(String(number), 0);
    limiter.take('a', 1500);
    limiter.take('a', 2600);
    expect(limiter.size).toBeLessThanOrEqual(2);
  });
});

test.each(['0/s', '1', '1/d', '-1/s', '1.5/s', '1000001/s', '1 /s', ''])(
  '--rate %j is refused',
  async (rate) => {
    const run = runHere(['serve', `--rate=${rate}`]);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toContain('such as 100/s, 600/m or 5000/h.');
  },
);
