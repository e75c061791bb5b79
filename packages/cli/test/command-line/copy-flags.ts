import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecord } from '@location-records/workspace/tests';
import { expect } from 'vitest';
import { createFiller } from '../filled-store.ts';
import { runHere } from '../run-here.ts';

const fill = createFiller();

/**
 * What `location-records copy` of one record to a store with different content under its identifier says, run
 * by run with these flags.
 */
async function copied(...runs: readonly (readonly string[])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-copy-'));
  const [id, location] = makeRecord(1);
  const source = await fill(join(folder, 'a.db'), [[id, location]]);
  const target = await fill(join(folder, 'b.db'), [[id, makeRecord(2)[1]]]);
  const said: { code: number; out: string; err: string }[] = [];
  for (const flags of runs) {
    const run = runHere(['copy', source, target, ...flags]);
    said.push({ code: await run.exitCode, out: run.stdout.text, err: run.stderr.text });
  }
  await rm(folder, { recursive: true, force: true });
  return said;
}

/** For every flag of `location-records copy`: what it changes, as a user would see it. */
export const copyProofs: Record<string, () => Promise<void>> = {
  'copy --overwrite': async () => {
    const [without, withIt] = await copied([], ['--overwrite']);
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining('--overwrite') });
    expect(withIt).toMatchObject({ code: 0, err: '' });
  },
  'copy --no-verify': async () => {
    const [without, withIt] = await copied(['--overwrite'], ['--overwrite', '--no-verify']);
    expect(without?.out).toContain('Verified');
    expect(withIt?.out).not.toContain('Verified');
  },
  'copy --verify-only': async () => {
    const [run] = await copied(['--verify-only']);
    expect(run?.out).toMatch(/^✗ The stores differ: 1 record with different content/);
    expect(run?.code).toBe(1);
  },
  'copy --json': async () => {
    const [run] = await copied(['--overwrite', '--json']);
    expect(JSON.parse(run?.out ?? '')).toMatchObject({
      copied: { replaced: 1 },
      verification: { agrees: true },
    });
  },
};
