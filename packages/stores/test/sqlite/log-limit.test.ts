import { stat, symlink } from 'node:fs/promises';
import { type LocationStore, StoreError } from '@location-records/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ListReaders } from '../../src/sqlite/list-readers.ts';
import { LogLimit } from '../../src/sqlite/log-limit.ts';
import { openRaw } from './open-raw.ts';
import { startStoreProcess } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const timeout = 60_000;
const maxLogSize = 4 * 2 ** 20;
const count = 1000;

function place(number: number) {
  return { description: `${number} `.padEnd(3000, 'x'), coordinates: { latitude: number, longitude: 2 } };
}

describe('a list that keeps the log from being emptied', { timeout }, () => {
  it('is broken off beyond the bound, and the log shrinks, although its reader stalls', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { maxLogSize });
    await putAll(store, 0);
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    let largest = 0;
    let round = 0;
    // Without the bound this goes on until the disk is full, or the test is out of time.
    for (let grown = false, shrunk = false; !shrunk; round++) {
      await putAll(store, round);
      const size = await logSize(path);
      largest = Math.max(largest, size);
      grown ||= size > maxLogSize / 2;
      shrunk = grown && size < maxLogSize / 2;
    }
    expect(largest).toBeLessThan(4 * maxLogSize);
    await expect(stalled.next()).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_UNAVAILABLE',
      message: `Cannot read from the SQLite store ${JSON.stringify(path)}: the list was broken off, because the log of the database grew beyond 4 MiB while it was read; read it faster, or raise "maxLogSize".`,
    });
    expect(await stalled.next()).toEqual({ done: true, value: undefined });
    for (let number = 0; number < count; number++) {
      expect(await store.get(`id-${number}`)).toEqual(place(number + round - 1));
    }
    expect(await lengthOf(store)).toBe(count);
  });

  it('is broken off as well when another process makes the log grow', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { maxLogSize });
    await putAll(store, 0);
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    const other = await startStoreProcess(path);
    const raw = await openRaw(path);
    onTestFinished(() => raw.close());
    // As long as the list is open, its snapshot keeps the log from being emptied.
    const emptyLog = () => raw.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number };
    let round = 0;
    do {
      await Promise.all(puts(other, ++round, 100));
    } while (emptyLog().busy > 0);
    await expect(stalled.next()).rejects.toThrow('broken off');
  });

  it('is not confused with lists that are read to their end meanwhile', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { maxLogSize });
    await putAll(store, 0);
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    for (let round = 0; round < 20; round++) {
      await putAll(store, round);
      expect(await lengthOf(store)).toBe(count);
    }
    await expect(stalled.next()).rejects.toThrow('broken off');
  });

  it('rejects for a reader that leaves it afterwards, and leaves nothing behind', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { maxLogSize });
    await putAll(store, 0);
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    for (let round = 0; round < 10; round++) await putAll(store, round);
    await expect(stalled.return?.()).rejects.toThrow('broken off');
    expect(await lengthOf(store)).toBe(count);
  });
});

describe('a reader in another process', { timeout }, () => {
  it('is reported to the operator once, since it cannot be broken off', async () => {
    const path = await temporaryPath();
    const warnings: StoreError[] = [];
    const store = await openForTest(path, { maxLogSize, onWarning: (warning) => warnings.push(warning) });
    await putAll(store, 0);
    const other = await openRaw(path, 'BEGIN; SELECT count(*) FROM locations');
    onTestFinished(() => other.close());
    for (let round = 0; round < 10; round++) await putAll(store, round);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toBeInstanceOf(StoreError);
    expect(warnings[0]?.message).toMatch(
      /^Cannot shrink the SQLite store ".*": its log has grown to \d+ MiB, and no list of this process needs it; look for another process that has been reading the file for long, and end it\.$/,
    );
    other.exec('ROLLBACK');
    await putAll(store, 1);
    expect(await logSize(path)).toBeLessThan(maxLogSize);
  });

  it.each([
    ['throws', () => fail()],
    ['rejects', async () => fail()],
  ])('rejects no write when onWarning %s', async (_, act) => {
    const path = await temporaryPath();
    let warnings = 0;
    const onWarning = () => {
      warnings++;
      return act();
    };
    const store = await openForTest(path, { maxLogSize, onWarning });
    await putAll(store, 0);
    const other = await openRaw(path, 'BEGIN; SELECT count(*) FROM locations');
    onTestFinished(() => other.close());
    for (let round = 1; warnings === 0; round++) await putAll(store, round);
    expect(await lengthOf(store)).toBe(count);
  });
});

describe('the lists that are broken off', () => {
  const MiB = 2 ** 20;

  it.each([
    ['none up to the bound', [100], []],
    ['the oldest beyond it', [101], [1]],
    ['the next oldest at each further quarter', [101, 110, 120, 126, 127, 130, 153], [1, 1, 1]],
    ['all at twice the bound', [101, 200], [1, 8]],
    ['the oldest alone when the log was emptied in between', [101, 0, 101, 126], [1, 1]],
  ])('are %s', (_, sizes, expected) => {
    const { limit, broken } = limitOf('records.db-wal');
    for (const size of sizes) limit.check(size * MiB);
    expect(broken).toEqual(expected);
  });

  it('are none while the log cannot be looked at', async () => {
    const logPath = await temporaryPath();
    await symlink(logPath, logPath);
    const { limit, broken } = limitOf(logPath);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    limit.watch();
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(1);
    expect(broken).toEqual([]);
  });

  function limitOf(logPath: string) {
    const broken: number[] = [];
    const lists = { openLists: 8, breakOff: (some: number) => void broken.push(some) };
    const limit = new LogLimit({
      path: 'records.db',
      logPath,
      lists: lists as unknown as ListReaders,
      maxLogSize: 100 * MiB,
      emptyLog: async () => {},
      onWarning: () => expect.unreachable(),
    });
    return { limit, broken };
  }
});

function fail(): never {
  throw new Error('no terminal');
}

async function putAll(store: LocationStore, round: number): Promise<void> {
  await Promise.all(puts(store, round, count));
}

function puts(store: Pick<LocationStore, 'put'>, round: number, length: number): Promise<void>[] {
  return Array.from({ length }, (_, number) => store.put(`id-${number}`, place(number + round)));
}

async function lengthOf(store: LocationStore): Promise<number> {
  let length = 0;
  for await (const batch of store.list()) length += batch.length;
  return length;
}

async function logSize(path: string): Promise<number> {
  return (await stat(`${path}-wal`)).size;
}
