import type { AreaStore } from '@location-records/core/areas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { record } from '../requests.ts';

const world = { zoom: 0, x: 0, y: 0 };
const pageCount = 200;
const pageTime = 10;

beforeEach(() => {
  // The modules take their timers when they are loaded.
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A store of which each page has one record and takes its time. It keeps when a whole reading began and ended. */
function slowStore() {
  const readings: { begin: number; end: number }[] = [];
  let begin = 0;
  const within = async (_: unknown, { after }: { readonly after?: number | undefined }) => {
    const page = after ?? 0;
    if (page === 0) begin = performance.now();
    await new Promise((resolve) => setTimeout(resolve, pageTime));
    const next = page + 1 < pageCount ? page + 1 : undefined;
    if (next === undefined) readings.push({ begin, end: performance.now() });
    return { records: [record(`r${page}`, 0, page / pageCount)], next };
  };
  return { store: { within } as unknown as AreaStore, readings };
}

it('counts again and again while tiles are asked for, with a tenth of the time', async () => {
  const { PlaceCounter } = await import('../../src/tiles/place-counter.ts');
  const { store, readings } = slowStore();
  const onError = vi.fn();
  const counter = new PlaceCounter({ store, now: () => performance.now(), onError });
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
  const counter = new PlaceCounter({ store, now: () => performance.now(), onError: vi.fn() });
  counter.countIn(world);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(readings).toHaveLength(1);
});
