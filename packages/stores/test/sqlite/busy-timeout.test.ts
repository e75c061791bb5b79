import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
/** Longer than any test may take. */
const busyTimeout = 2 ** 31 - 1;
const locked = (path: string, attempt: string) => ({
  code: 'STORE_UNAVAILABLE',
  message: `Cannot ${attempt} the SQLite store ${JSON.stringify(path)}: another process has locked it; end that process, or try again later.`,
});

it('a write waits for a locked SQLite file, and takes effect when the lock is released', async () => {
  const { store, other } = await lockedStore();
  const write = store.put('a', location);
  expect(await store.get('a')).toBeUndefined();
  other.exec('ROLLBACK');
  await write;
  expect(await store.get('a')).toEqual(location);
});

it('the busy time-out of an SQLite write counts from the call', async () => {
  const { path, store, other } = await lockedStore();
  const clock = moveableClock();
  const write = store.put('a', location);
  // As if it had waited behind others until then.
  clock.advance(busyTimeout);
  await expect(write).rejects.toMatchObject(locked(path, 'write to'));
  other.exec('ROLLBACK');
  expect(await store.get('a')).toBeUndefined();
});

it('an SQLite write that times out does not fail a later one', async () => {
  const { path, store, other } = await lockedStore();
  const clock = moveableClock();
  const early = store.put('early', location);
  clock.advance(busyTimeout);
  const late = store.put('late', location);
  await expect(early).rejects.toMatchObject(locked(path, 'write to'));
  other.exec('ROLLBACK');
  await late;
  expect(await store.get('early')).toBeUndefined();
  expect(await store.get('late')).toEqual(location);
});

it('opening a locked SQLite file waits no longer than its time-out', async () => {
  const path = await temporaryPath();
  await openRaw(path, 'CREATE TABLE gone (a); DROP TABLE gone; BEGIN EXCLUSIVE');
  await expect(openSqliteStore({ path, busyTimeout: 0 })).rejects.toMatchObject(locked(path, 'open'));
});

it('opening a locked SQLite file stops at once when its signal is aborted', async () => {
  const path = await temporaryPath();
  const other = await openRaw(path, 'CREATE TABLE gone (a); DROP TABLE gone; BEGIN EXCLUSIVE');
  const reason = new Error('not wanted any more');
  const controller = new AbortController();
  const opening = openSqliteStore({ path, busyTimeout, signal: controller.signal });
  // Another one is opened first, so that the thread of the first is up, and waits.
  await openForTest(await temporaryPath());
  controller.abort(reason);
  await expect(opening).rejects.toBe(reason);
  other.exec('COMMIT');
  await (await openForTest(path)).delete('a');
});

async function lockedStore() {
  const path = await temporaryPath();
  const store = await openForTest(path, { busyTimeout });
  return { path, store, other: await openRaw(path, 'BEGIN IMMEDIATE') };
}

/** A clock of `performance.now()` that the test moves. */
function moveableClock() {
  let shift = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + shift);
  onTestFinished(() => now.mockRestore());
  return {
    advance(milliseconds: number) {
      shift += milliseconds + 1;
    },
  };
}
