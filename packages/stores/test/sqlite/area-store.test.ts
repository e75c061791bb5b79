import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { LocationRecord, StoreError } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAreaIndex } from '../../src/sqlite/area-index.ts';
import { openRaw } from './open-raw.ts';
import { startStoreProcess } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const everywhere = { west: -1e300, south: -1e300, east: 1e300, north: 1e300 };
const count = 5000;

function place(number: number): LocationRecord[1] {
  return { coordinates: { latitude: number, longitude: number % 360 } };
}

describe('a file without the index', () => {
  it('gets it while the store reads and writes, and area queries wait for it', async () => {
    const path = await filledPath();
    const steps: string[] = [];
    const store = await openForTest(path, { areas: true, onIndexing: (step) => steps.push(step) });
    const page = store.within(everywhere, { limit: 1000 });
    const write = store.put('id 0', place(7));
    expect(steps).toEqual(['begin']);
    expect(await store.get('id 1')).toEqual(place(1));
    expect((await page).records).toHaveLength(1000);
    expect(steps).toEqual(['begin', 'end']);
    await write;
    const { records } = await store.within({ west: 7, south: 7, east: 7, north: 7 }, { limit: 9 });
    expect(records.map(([id]) => id)).toEqual(['id 0', 'id 7']);
  });

  it('gets it once, also when several stores open it at the same moment', async () => {
    const path = await filledPath();
    const stores = await Promise.all([1, 2, 3].map(() => openForTest(path, { areas: true })));
    for (const store of stores) {
      expect((await store.within(everywhere, { limit: 3 })).records).toHaveLength(3);
    }
    const steps: string[] = [];
    await openForTest(path, { areas: true, onIndexing: (step) => steps.push(step) });
    expect(steps).toEqual([]);
  });

  it('gets it at once when it is new', async () => {
    const path = await temporaryPath();
    const steps: string[] = [];
    const store = await openForTest(path, { areas: true, onIndexing: (step) => steps.push(step) });
    expect((await store.within(everywhere, { limit: 1 })).records).toEqual([]);
    expect(steps).toEqual([]);
  });

  it('has it whole or not at all when the store is closed meanwhile', async () => {
    const path = await filledPath();
    const store = await openForTest(path, { areas: true });
    const page = store.within(everywhere, { limit: 1 });
    const rejection = expect(page).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await store.close();
    await rejection;
    const raw = await openRaw(path);
    onTestFinished(() => raw.close());
    expect(raw.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  it('can be used without area queries when it cannot get the index', async () => {
    const { path, store, warnings, clock, unlock } = await lockedStore();
    const problem = {
      code: 'STORE_UNAVAILABLE',
      message: `Cannot index the SQLite store ${JSON.stringify(path)}: another process has locked it; end that process, or try again later.`,
    };
    await expect.poll(() => warnings, { interval: 1, timeout: 60_000 }).toMatchObject([problem]);
    expect(await store.get('id 1')).toEqual(place(1));
    unlock();
    await store.put('id 1', place(2));
    // Not yet: writes would wait for one attempt after the other.
    await expect(store.within(everywhere, { limit: 1 })).rejects.toMatchObject(problem);
    clock.mockReturnValue(Number.MAX_SAFE_INTEGER);
    expect((await store.within(everywhere, { limit: 1 })).records).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  it('gets it later when both hooks threw at the failed attempt', async () => {
    const { store, warnings, clock, unlock } = await lockedStore({ afterHook: () => expect.fail() });
    await expect.poll(() => warnings, { interval: 1, timeout: 60_000 }).toHaveLength(1);
    await expect(store.within(everywhere, { limit: 1 })).rejects.toBe(warnings[0]);
    unlock();
    clock.mockReturnValue(Number.MAX_SAFE_INTEGER);
    expect((await store.within(everywhere, { limit: 1 })).records).toHaveLength(1);
  });

  it('can be queried as soon as another process has built the index', async () => {
    const { store, unlock } = await lockedStore();
    await expect(store.within(everywhere, { limit: 1 })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    unlock(createAreaIndex);
    expect((await store.within(everywhere, { limit: 1 })).records).toHaveLength(1);
  });

  it('rejects area queries at their deadline, and goes on building', async () => {
    const { path, store, clock, unlock } = await lockedStore({ busyTimeout: 60_000 });
    clock.mockReturnValueOnce(0).mockReturnValue(Number.MAX_SAFE_INTEGER);
    await expect(store.within(everywhere, { limit: 1 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot read from the SQLite store ${JSON.stringify(path)}: its index of area queries is still being built; try again later.`,
    });
    clock.mockRestore();
    unlock();
    expect((await store.within(everywhere, { limit: 1 })).records).toHaveLength(1);
  });

  it('is whole after the process was killed while it got the index', async () => {
    const path = await filledPath();
    const process = await startStoreProcess(path, { areas: true });
    await process.kill();
    const store = await openForTest(path, { areas: true });
    expect(await idsOf(store)).toHaveLength(count);
  }, 60_000);
});

describe('a write', () => {
  it.each([
    ['changes the description alone', 1, 1],
    ['moves the record', 2, 2],
  ])('that %s writes pages: %d', async (_, pages, latitude) => {
    const path = await temporaryPath();
    const store = await openForTest(path, { areas: true });
    await store.put('a', place(1));
    const raw = await openRaw(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
    onTestFinished(() => raw.close());
    const coordinates = { latitude, longitude: 1 };
    for (const method of ['put', 'replace'] as const) {
      await store[method]('a', { description: method, coordinates });
      expect(await store.get('a')).toEqual({ description: method, coordinates });
    }
    // A head, and each page with one of its own. The second write moves nothing.
    expect((await stat(`${path}-wal`)).size).toBe(32 + (pages + 1) * (2048 + 24));
  });
});

describe('area queries', () => {
  it('let the event loop have a turn between two pages, also when they are asked for at once', async () => {
    const store = await openForTest(await filledPath(), { areas: true });
    await store.within(everywhere, { limit: 1 });
    const order: string[] = [];
    const pages = Promise.all(
      [1, 2, 3].map((limit) => store.within(everywhere, { limit }).then(() => order.push('page'))),
    );
    const turns = (async () => {
      for (let turn = 0; turn < 3; turn++) {
        await setImmediate();
        order.push('turn');
      }
    })();
    await Promise.all([pages, turns]);
    expect(order).toEqual(['page', 'turn', 'page', 'turn', 'page', 'turn']);
  });

  it('read one moment each, while records move from stripe to stripe', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { areas: true });
    const writer = await startStoreProcess(path);
    let isOver = false;
    const moving = (async () => {
      for (let step = 0; !isOver; step++) {
        await writer.put('mover', { coordinates: { latitude: 1, longitude: step % 2 === 0 ? -170 : 170 } });
      }
    })();
    await expect.poll(() => store.get('mover'), { interval: 1, timeout: 60_000 }).toBeDefined();
    for (let query = 0; query < 500; query++) {
      const { records } = await store.within(everywhere, { limit: 9 });
      expect(records.map(([id]) => id)).toEqual(['mover']);
    }
    isOver = true;
    await moving;
  }, 60_000);
});

async function filledPath(records = count): Promise<string> {
  const path = await temporaryPath();
  const store = await openForTest(path);
  await Promise.all(Array.from({ length: records }, (_, number) => store.put(`id ${number}`, place(number))));
  await store.close();
  return path;
}

/** A store that could not build its index, because another connection locks the file until `unlock` is called. */
async function lockedStore({ busyTimeout = 300, afterHook = () => {} } = {}) {
  const path = await filledPath(10);
  const raw = await openRaw(path);
  onTestFinished(() => raw.close());
  const warnings: StoreError[] = [];
  // Opening needs the lock for a moment, and building for longer than the store waits.
  const store = await openForTest(path, {
    areas: true,
    busyTimeout,
    onIndexing(step) {
      if (step === 'begin' && warnings.length === 0) raw.exec('BEGIN IMMEDIATE');
      afterHook();
    },
    onWarning(warning) {
      warnings.push(warning);
      afterHook();
    },
  });
  // It stands still until the test moves it.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const unlock = (act: (database: typeof raw) => void = () => {}) => {
    act(raw);
    raw.exec('COMMIT');
  };
  return { path, store, warnings, clock, unlock };
}

async function idsOf(store: AreaStore): Promise<string[]> {
  const ids: string[] = [];
  let page = await store.within(everywhere, { limit: 1000 });
  for (; page.next; page = await store.within(everywhere, { limit: 1000, after: page.next })) {
    ids.push(...page.records.map(([id]) => id));
  }
  return [...ids, ...page.records.map(([id]) => id)];
}
