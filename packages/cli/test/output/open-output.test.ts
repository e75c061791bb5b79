import { lchown, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOutput } from '../../src/output/open-output.ts';
import { runHere } from '../run-here.ts';

async function linkedFile() {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-output-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [link, real] = [join(folder, 'link'), join(folder, 'real')];
  await writeFile(real, 'before');
  await symlink(real, link);
  return { link, real };
}

/** Gives a link to another user; without the right to do so, this user becomes another one. */
async function byAnotherUser(link: string): Promise<void> {
  const user = process.getuid?.() ?? 0;
  if (user === 0) return lchown(link, 4711, 4711);
  const getuid = vi.spyOn(process as Required<typeof process>, 'getuid').mockReturnValue(user + 1);
  onTestFinished(() => getuid.mockRestore());
}

test('a report is written to the file that a link of this user leads to', async () => {
  const { link, real } = await linkedFile();
  const file = await openOutput(link);
  await file.writeFile('after');
  await file.close();
  expect(await readFile(real, 'utf8')).toBe('after');
});

test.skipIf(process.platform === 'win32')(
  'import --errors does not empty the file that a link of another user leads to',
  async () => {
    const { link, real } = await linkedFile();
    await byAnotherUser(link);
    const run = runHere(['import', '-', '--errors', link, '--dry-run'], { stdin: '[]' });
    expect([await run.exitCode, run.stderr.text]).toEqual([
      1,
      expect.stringContaining(
        `The file ${link} cannot be written (it is a link of another user); name another one with --errors.`,
      ),
    ]);
    expect(await readFile(real, 'utf8')).toBe('before');
  },
);

test.skipIf(process.platform === 'win32')(
  'check --junit does not write through a link of another user',
  async () => {
    const { link, real } = await linkedFile();
    await byAnotherUser(link);
    await expect(openOutput(link)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await readFile(real, 'utf8')).toBe('before');
  },
);
