import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describeUnless, lacks, runCli, startCli } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { runHere } from '../../run-here.ts';

const places: readonly LocationRecord[] = [
  ['louvre', { coordinates: { latitude: 48.8606, longitude: 2.3376 } }],
  ['tower', { coordinates: { latitude: 48.8584, longitude: 2.2945 } }],
];

const fillFile = createFiller();
const isRoot = process.getuid?.() === 0;
/** Runs a program without the right of root to write everywhere. */
const wrapper = isRoot ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-read-only-'));
});
afterEach(async () => {
  await chmod(folder, 0o755);
  await rm(folder, { recursive: true, force: true });
});

/** The URL of a store that this user may only read. */
async function lockedStore(areas = true): Promise<string> {
  const store = await fillFile(join(folder, 'places.db'), places, areas);
  await chmod(join(folder, 'places.db'), 0o444);
  await chmod(folder, 0o555);
  return store;
}

describeUnless(lacks({ platform: 'linux', ...(isRoot && { program: 'setpriv' }) }))(
  'a store that this user may only read',
  () => {
    test('is served with --read-only, with its map; writes are 403', async () => {
      const args = ['--port', '0', '--read-only', '--store', await lockedStore()];
      const served = await startCli(args, { wrapper });
      onTestFinished(() => served.stop().then(() => {}));
      expect(await (await fetch(`${served.url}/louvre`)).json()).toEqual(places[0]?.[1]);
      expect(await (await fetch(`${served.url}/-/records?bbox=2,48,2.3,49`)).json()).toMatchObject({
        features: [{ id: 'tower' }],
      });
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const response = await fetch(`${served.url}/louvre`, { method });
        expect(response.status).toBe(403);
        expect(await response.json()).toEqual({ error_message: 'The service is read-only' });
      }
      expect(await served.stop()).toBe(0);
      expect(served.stderr()).toBe('');
      expect(await readdir(folder)).toEqual(['places.db']);
    });

    test('is not served for writing, and the message says why', async () => {
      const { exitCode, stderr } = await runCli(['serve', '--store', await lockedStore()], { wrapper });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this user may not write to')]);
    });

    test('is exported, searched, copied, backed up and checked', async () => {
      const store = await lockedStore();
      const out = await mkdtemp(join(tmpdir(), 'location-records-read-only-out-'));
      onTestFinished(() => rm(out, { recursive: true }));
      const exported = await runCli(['export', '-', '--store', store, '--format', 'csv'], { wrapper });
      expect(exported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('louvre,') });
      const found = await runCli(['find', store, '--bbox=2,48,2.3,49', '--format', 'ndjson'], { wrapper });
      expect(found).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('"tower"') });
      for (const args of [
        ['copy', store, `sqlite:${join(out, 'copy.db')}`],
        ['copy', '--verify-only', store, `sqlite:${join(out, 'copy.db')}`],
        ['backup', store, join(out, 'backup.db')],
        ['check-store', store],
      ]) {
        expect(await runCli(args, { wrapper }), args[0]).toMatchObject({ exitCode: 0, stderr: '' });
      }
      expect(await readdir(folder)).toEqual(['places.db']);
    });

    test('is served without a map if it has no index, unless the map is asked for', async () => {
      const store = await lockedStore(false);
      const served = await startCli(['--port', '0', '--read-only', '--store', store], { wrapper });
      onTestFinished(() => served.stop().then(() => {}));
      expect((await fetch(`${served.url}/-/map`)).status).toBe(404);
      expect((await fetch(`${served.url}/tower`)).status).toBe(200);
      const refused = await runCli(['serve', '--port', '0', '--read-only', '--areas', '--store', store], {
        wrapper,
      });
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toContain('its index of area queries is missing; serve it once with --areas');
    });
  },
);

describe('serve --read-only', () => {
  test('does not create a missing file', async () => {
    const run = runHere(['serve', '--port', '0', '--read-only', '--store', `sqlite:${join(folder, 'a.db')}`]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toContain('the file does not exist; check the path');
    expect(await readdir(folder)).toEqual([]);
  });

  test('shows what another process writes to the file', async () => {
    const store = await fillFile(join(folder, 'places.db'), places, true);
    const served = await startCli(['--port', '0', '--read-only', '--store', store]);
    onTestFinished(() => served.stop().then(() => {}));
    const writer = await openSqliteStore({ path: join(folder, 'places.db') });
    await writer.put('orsay', { coordinates: { latitude: 48.86, longitude: 2.3266 } });
    expect((await fetch(`${served.url}/orsay`)).status).toBe(200);
    await writer.close();
  });
});

test('reading a file that this user may write leaves it and its folder as they were', async () => {
  const store = await fillFile(join(folder, 'places.db'), places, true);
  const before = await readFile(join(folder, 'places.db'));
  for (const args of [
    ['export', '-', '--store', store],
    ['find', store, '--bbox=2,48,2.3,49'],
    ['check-store', store],
  ]) {
    expect(await runCli(args), args[0]).toMatchObject({ exitCode: 0 });
    expect(await readdir(folder)).toEqual(['places.db']);
  }
  expect(await readFile(join(folder, 'places.db'))).toEqual(before);
});
