import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drive, type Timed } from '../../src/compare/drive.ts';

/** What the clock shows, in milliseconds. */
let now: number;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => vi.restoreAllMocks());

/** Gives as many requests for a response of 200. */
function requests(count: number): () => Timed | undefined {
  let left = count;
  return () => (left-- > 0 ? { bytes: Buffer.from('GET'), status: 200 } : undefined);
}

/** A connection whose responses take some milliseconds. */
function connection(milliseconds: number, status = 200) {
  return {
    async send() {
      now += milliseconds;
      return { status, body: '' };
    },
  };
}

test('counts the latency of a request from when it was due, not from when it was sent', async () => {
  const { latencies } = await drive([connection(10)], requests(4), 1000);
  expect(latencies).toEqual([10, 19, 28, 37]);
});

test('tells how many responses came while requests were due', async () => {
  // At 10, 20, 30 and 40 ms, where the last request was due at 3 ms, and the next one would be at 4.
  expect((await drive([connection(10)], requests(4), 1000)).onTime).toBe(0);
  now = 0;
  // At 10 to 60 ms, and the next one would be due at 30 ms.
  expect((await drive([connection(10)], requests(6), 200)).onTime).toBe(3);
  now = 0;
  expect((await drive([connection(10)], requests(6), Infinity)).onTime).toBe(6);
});

test('sends no request before it is due', async () => {
  vi.mocked(performance.now).mockImplementation(() => {
    now += 0.25;
    return now;
  });
  const sent: number[] = [];
  const one = {
    async send() {
      sent.push(now);
      return { status: 200, body: '' };
    },
  };
  await drive([one, one, one], requests(5), 100);
  expect(sent.length).toBe(5);
  for (const [index, moment] of sent.entries()) expect(moment).toBeGreaterThan(index * 10);
});

test('sends the next request at once when the rate has no limit', async () => {
  const { latencies, seconds } = await drive([connection(10)], requests(4), Infinity);
  expect(latencies).toEqual([10, 10, 10, 10]);
  expect(seconds).toBe(0.04);
});

test('sends each request once, over all connections', async () => {
  const { latencies, wrong } = await drive(
    [connection(1), connection(1), connection(1)],
    requests(7),
    Infinity,
  );
  expect(latencies.length).toBe(7);
  expect(wrong).toBe(0);
});

test('counts the responses with another status', async () => {
  const { wrong } = await drive([connection(1, 404)], requests(3), Infinity);
  expect(wrong).toBe(3);
});
