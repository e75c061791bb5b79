import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless } from '@location-records/dev-kit';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describeUnless(canMount ? undefined : 'only root of Linux can mount a disk')('opening on a disk', () => {
  it.each([0, 12, 24, 40])('that has %i KiB left says that it is full', async (left) => {
    const folder = await mountDisk('size=512k');
    await writeFile(join(folder, 'filling'), Buffer.alloc((512 - left) * 1024));
    await expect(openSqliteStore({ path: join(folder, 'records.db') })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('the disk is full; free some space'),
    });
  });

  it.each([1, 2, 3])('with %i inodes in all says that there are none left', async (inodes) => {
    const folder = await mountDisk(`nr_inodes=${inodes}`);
    await expect(openSqliteStore({ path: join(folder, 'records.db') })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('the disk has no inodes left for further files'),
    });
  });
});

/** The folder of a disk of its own, which goes with the test. */
async function mountDisk(options: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  onTestFinished(async () => {
    // Lazily, as some engines close their files late.
    await run('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}
