import type { AreaStore } from '@location-records/core/areas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlaceCounter } from '../../src/tiles/place-counter.ts';
import { record } from '../requests.ts';

const world = { zoom: 0, x: 0, y: 0 };
const pageCount = 200;
const pageTime = 10;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

/** A counter over a slow store with one record on each page, and when each reading of it began and ended. */
function slowCounter() {
  const readings: { begin: number; end: number }[] = [];
  let begin = 0;
  const within = async (_: unknown, { after: page = 0 }: { readonly after?: number | undefined }) => {
    if (page === 0) begin = performance.now();
    await new Promise((resolve) => setTimeout(resolve, pageTime));
    const next = page + 1 < pageCount ? page + 1 : undefined;
    if (next === undefined) readings.push({ begin, end: performance.now() });
    return { records: [record(`r${page}`, 0, page / pageCount)], next };
  };
  const limits = { maxCandidates: 100_000, maxDuration: 5_000, now: () => performance.now() };
  const store = { within, guarantees: { areaOrder: 'own' } } as unknown as AreaStore;
  const counter = new PlaceCounter({ store, limits, onError: (error) => expect.fail(String(error)) });
  /** Lets time pass, and other turns of the event loop, which the first count takes. */
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { counter, readings, pass };
}

it('the records are counted again while tiles are asked for, in a tenth of the time', async () => {
  const { counter, readings, pass } = slowCounter();
  while (readings.length < 4) {
    counter.countIn(world);
    await pass(100);
  }
  expect(counter.countIn(world)).toBe(pageCount);
  const work = pageCount * pageTime;
  for (const [index, { begin, end }] of readings.entries()) {
    if (index === 0) continue;
    expect(end - begin).toBeGreaterThan(9 * work);
    expect(end - begin).toBeLessThan(11 * work);
    expect(begin - Number(readings[index - 1]?.end)).toBeLessThan(1500);
  }
});

it('the records are not counted while no tile is asked for', async () => {
  const { counter, readings, pass } = slowCounter();
  counter.countIn(world);
  while (readings.length === 0) await pass(100);
  await pass(200_000);
  expect(readings).toHaveLength(1);
});
