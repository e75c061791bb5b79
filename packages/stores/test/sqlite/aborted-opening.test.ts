import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

/** Longer than any test may take. */
const busyTimeout = 2 ** 31 - 1;
const reason = new Error('not wanted any more');

it('stops opening at once when its signal is aborted', async () => {
  const path = await temporaryPath();
  await (await openSqliteStore({ path })).close();
  const other = await openRaw(path, 'BEGIN EXCLUSIVE');
  onTestFinished(() => other.close());
  const controller = new AbortController();
  const opening = openSqliteStore({ path, busyTimeout, signal: controller.signal });
  // Another one is opened and closed meanwhile, so that the thread of the first is up, and waits.
  await (await openForTest(await temporaryPath())).close();
  controller.abort(reason);
  await expect(opening).rejects.toBe(reason);
  other.exec('COMMIT');
  await (await openForTest(path)).delete('a');
});

it('does not begin to open when its signal is aborted before', async () => {
  const path = await temporaryPath();
  await expect(openSqliteStore({ path, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(await readdir(dirname(path))).toEqual([]);
});

it('ignores its signal once it is open', async () => {
  const controller = new AbortController();
  const store = await openForTest(await temporaryPath(), { signal: controller.signal });
  controller.abort(reason);
  await store.delete('a');
  expect(await store.get('a')).toBeUndefined();
});
