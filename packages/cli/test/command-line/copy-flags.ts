import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { makeRecord } from '@location-records/workspace/tests';
import { expect } from 'vitest';
import { runHere } from '../run-here.ts';

/**
 * What `location-records copy` of one record to a store with different content under its identifier says, run by run with
 * these flags.
 */
async function copied(...runs: readonly (readonly string[])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-copy-'));
  const [source, target] = [join(folder, 'a.db'), join(folder, 'b.db')];
  const [id, location] = makeRecord(1);
  for (const [path, content] of [[source, location] as const, [target, makeRecord(2)[1]] as const]) {
    const store = await openSqliteStore({ path });
    await store.put(id, content);
    await store.close();
  }
  const said: { code: number; out: string; err: string }[] = [];
  for (const flags of runs) {
    const run = runHere(['copy', `sqlite:${source}`, `sqlite:${target}`, ...flags]);
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
