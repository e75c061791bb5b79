import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { contentOf, makeRecord, runCli, SpawnedCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';

const count = 30_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-copy-'));
  const store = await openSqliteStore({ path: join(folder, 'source.db') });
  for (let start = 0; start < count; start += 1000) {
    await Promise.all(Array.from({ length: 1000 }, (_, index) => store.put(...makeRecord(start + index))));
  }
  await store.close();
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How many records a target has by now, as another process sees it. */
async function sizeOf(name: string): Promise<number> {
  const store = await openSqliteStore({ path: join(folder, name) });
  const { size } = await contentOf(store);
  await store.close();
  return size;
}

test.each([
  ['SIGKILL', -9],
  ['SIGINT', 130],
] as const)(
  'a copy that %s has ended is continued by the same command',
  async (signal, code) => {
    const name = `${signal}.db`;
    const args = ['copy', 'sqlite:source.db', `sqlite:${name}`];
    const cli = new SpawnedCli(args, { cwd: folder });
    const log = join(folder, `${name}-wal`);
    // A small part of what it is in the end.
    const writtenBytes = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    await expect.poll(writtenBytes, { timeout: 20_000, interval: 5 }).toBeGreaterThan(100_000);
    expect(await cli.stop(signal)).toBe(code);
    const before = await sizeOf(name);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(count);
    if (signal === 'SIGINT') {
      expect(cli.stdout()).toMatch(
        /^– Stopped after copying [\d,]+ records \(.*\); the same command continues\n$/,
      );
    }
    const { exitCode, stdout, stderr } = await runCli([...args, '--json'], { cwd: folder });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      copied: { created: count - before, replaced: 0, present: before },
      verification: { agrees: true, expected: count, found: count },
    });
  },
  60_000,
);
