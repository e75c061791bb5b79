import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect } from 'vitest';
import { createFiller } from '../filled-store.ts';
import { runHere, serveHere } from '../run-here.ts';
import { withServer } from './refusing-server.ts';

const fill = createFiller();
const places = [1, 2, 3].map(
  (latitude) => [`place-${latitude}`, { coordinates: { latitude, longitude: 0 } }] as const,
);

/**
 * What an export to stdout gives with these flags, from a store with a record at each of the latitudes 1, 2
 * and 3.
 */
async function exported(...flags: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-export-'));
  const store = await fill(join(folder, 'a.db'), places);
  const run = runHere(['export', '-', '--store', store, ...flags]);
  const code = await run.exitCode;
  await rm(folder, { recursive: true, force: true });
  return { code, out: run.stdout.text, err: run.stderr.text };
}

async function found(...flags: readonly string[]): Promise<string[]> {
  const { code, out } = await exported(...flags);
  expect(code).toBe(0);
  return JSON.parse(out).features.map(({ id }: { readonly id: string }) => id);
}

/** For every flag of `location-records export`: what it changes, as a user would see it. */
export const exportProofs: Record<string, () => Promise<void>> = {
  'export --store': async () => {
    expect(await found()).toEqual(['place-1', 'place-2', 'place-3']);
  },
  'export --url': async () => {
    const served = await serveHere();
    const run = runHere(['export', '-', '--url', served.url]);
    expect(await run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout.text).features).toEqual([]);
    expect(await served.stop()).toBe(0);
  },
  'export --header': () =>
    withServer(
      (headers) => headers['x-key'] ?? 'none',
      async (url) => {
        const run = runHere(['export', '-', '--url', url, '--header', 'X-Key: abc']);
        expect(await run.exitCode).toBe(1);
        expect(run.stderr.text).toContain('"abc"; see --header');
      },
    ),
  'export --timeout': () =>
    withServer(undefined, async (url) => {
      const run = runHere(['export', '-', '--url', url, '--timeout', '20']);
      expect(await run.exitCode).not.toBe(0);
      expect(run.stderr.text).toContain('did not respond within 20 ms; see --timeout');
    }),
  'export --format': async () => {
    const { out } = await exported('--format', 'csv');
    expect(out.split('\r\n')[1]).toBe('place-1,,1,0');
  },
  'export --bbox': async () => {
    expect(await found('--bbox=-1,2,1,3')).toEqual(['place-2', 'place-3']);
  },
  'export --near': async () => {
    expect(await found('--near', '3,0', '--radius', '1e7')).toEqual(['place-3', 'place-2', 'place-1']);
  },
  'export --radius': async () => {
    expect(await found('--near', '3,0', '--radius', '120000')).toEqual(['place-3', 'place-2']);
  },
  'export --json': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'location-records-export-'));
    const path = join(folder, 'a.db');
    await (await openSqliteStore({ path })).close();
    const run = runHere(['export', join(folder, 'a.csv'), '--store', `sqlite:${path}`, '--json']);
    expect(await run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout.text)).toMatchObject({ format: 'csv', records: 0 });
    await rm(folder, { recursive: true, force: true });
  },
};
