import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { contentOf, makeRecord, SpawnedCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../../run-here.ts';

const count = 20_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-copy-'));
  const store = await openSqliteStore({ path: join(folder, 'source.db') });
  for (let start = 0; start < count; start += 1000) {
    await Promise.all(Array.from({ length: 1000 }, (_, index) => store.put(...makeRecord(start + index))));
  }
  await store.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How many records a target has as another process sees it. */
async function sizeOf(name: string): Promise<number> {
  const store = await openSqliteStore({ path: join(folder, name) });
  const { size } = await contentOf(store);
  await store.close();
  return size;
}

test('a copy that SIGKILL has ended is continued by the same command', async () => {
  const args = ['copy', 'sqlite:source.db', 'sqlite:target.db'];
  const cli = new SpawnedCli(args, { cwd: folder });
  const log = join(folder, 'target.db-wal');
  // A small part of what it is in the end.
  const writtenBytes = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  await expect.poll(writtenBytes, { interval: 5 }).toBeGreaterThan(100_000);
  expect(await cli.stop('SIGKILL')).toBe(-9);
  const before = await sizeOf('target.db');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(count);
  const run = runHere([
    'copy',
    ...['source.db', 'target.db'].map((name) => `sqlite:${join(folder, name)}`),
    '--json',
  ]);
  expect(await run.exitCode).toBe(0);
  expect(JSON.parse(run.stdout.text)).toMatchObject({
    copied: { created: count - before, replaced: 0, present: before },
    verification: { agrees: true, expected: count, found: count },
  });
});
