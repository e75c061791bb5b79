import type { LocationRecord } from '@location-records/core';
import type { AreaStore, Box } from '@location-records/core/areas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { record } from '../requests.ts';

const world = { zoom: 0, x: 0, y: 0 };
const pageCount = 200;
const pageTime = 10;
const limits = { maxCandidates: 100_000, maxDuration: 5_000, now: () => performance.now() };

beforeEach(() => {
  // The modules take their timers when they are loaded.
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/**
 * A slow store with one record on each page. It keeps when a whole reading began and
 * ended.
 *
 * @param written the records of every other box.
 */
function slowStore(written: readonly LocationRecord[] = []) {
  const readings: { begin: number; end: number }[] = [];
  let begin = 0;
  let begun = 0;
  const within = async ({ west }: Box, { after }: { readonly after?: number | undefined }) => {
    if (west !== -360) return { records: written, next: undefined };
    const page = after ?? 0;
    if (page === 0) {
      begin = performance.now();
      begun++;
    }
    await new Promise((resolve) => setTimeout(resolve, pageTime));
    const next = page + 1 < pageCount ? page + 1 : undefined;
    if (next === undefined) readings.push({ begin, end: performance.now() });
    return { records: [record(`r${page}`, 0, page / pageCount)], next };
  };
  return { store: { within } as unknown as AreaStore, readings, begun: () => begun };
}

it('counts again and again while tiles are asked for, with a tenth of the time', async () => {
  const { PlaceCounter } = await import('../../src/tiles/place-counter.ts');
  const { store, readings } = slowStore();
  const onError = vi.fn();
  const counter = new PlaceCounter({ store, limits, onError });
  for (let asked = 0; asked < 1200; asked++) {
    counter.countIn(world);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(counter.countIn(world)).toBe(pageCount);
  expect(onError).not.toHaveBeenCalled();
  const work = pageCount * pageTime;
  const [first, ...others] = readings;
  // The first one does not pause.
  expect(Number(first?.end) - Number(first?.begin)).toBeLessThan(1.2 * work);
  expect(others.length).toBeGreaterThan(3);
  for (const [index, { begin, end }] of others.entries()) {
    expect(end - begin).toBeGreaterThan(9 * work);
    expect(end - begin).toBeLessThan(11 * work);
    if (index > 0) expect(begin - Number(others[index - 1]?.end)).toBeLessThan(1500);
  }
});

it('does not count while no tile is asked for', async () => {
  const { PlaceCounter } = await import('../../src/tiles/place-counter.ts');
  const { store, readings } = slowStore();
  const counter = new PlaceCounter({ store, limits, onError: vi.fn() });
  counter.countIn(world);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(readings).toHaveLength(1);
});

it('counts a place again if a record was written there during a count', async () => {
  const { PlaceCounter } = await import('../../src/tiles/place-counter.ts');
  const written = [record('new', -40, -100)];
  const { store, begun, readings } = slowStore(written);
  const onError = vi.fn();
  const counter = new PlaceCounter({ store, limits, onError });
  const south = { zoom: 1, x: 0, y: 1 };
  const until = async (isThere: () => boolean) => {
    while (!isThere()) {
      counter.countIn(south);
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  await until(() => begun() === 2 && performance.now() > 3000);
  expect(counter.countIn(south)).toBe(0);
  counter.recount([{ latitude: -40, longitude: -100 }]);
  await until(() => counter.countIn(south) === 1);
  expect(readings).toHaveLength(1);
  // The second reading does not have it. The third begins when the second has been sorted.
  await until(() => begun() === 3);
  expect(counter.countIn(south)).toBe(1);
  // Another process deletes it, so the count knows nothing of that.
  written.length = 0;
  await until(() => begun() === 4);
  expect(counter.countIn(south)).toBe(0);
  expect(onError).not.toHaveBeenCalled();
});
