import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRecords } from '@location-records/formats/files';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';
import { withServer } from './refusing-server.ts';

const header = 'id,description,latitude,longitude';

/** Imports of one text with these flags, one after the other, each into a store of its own. */
async function imported(text: string, ...runs: readonly (readonly string[])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-import-'));
  const reports: Record<string, unknown>[] = [];
  for (const [index, flags] of runs.entries()) {
    const store = ['--store', `sqlite:${join(folder, `${index}.db`)}`];
    const run = runHere(['import', '-', ...store, ...flags, '--json'], { stdin: text });
    const code = await run.exitCode;
    reports.push({ code, err: run.stderr.text, ...JSON.parse(run.stdout.text) });
  }
  await rm(folder, { recursive: true, force: true });
  return reports;
}

/** That a text is refused without a flag, and read with it. */
async function reads(flags: readonly string[], text: string): Promise<void> {
  const [without, withIt] = await imported(text, [], flags);
  expect(without).toMatchObject({ code: 1 });
  expect(withIt).toMatchObject({ code: 0, read: 1, created: 1 });
}

const point = (id: string, coordinates: readonly number[], properties = {}) =>
  JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates }, properties });

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-import-'));
  await act(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** For every flag of `location-records import`: what it changes, as a user would see it. */
export const importProofs: Record<string, () => Promise<void>> = {
  'import --store': () =>
    inFolder(async (folder) => {
      const path = join(folder, 'a.db');
      const run = runHere(['import', '-', '--store', `sqlite:${path}`], { stdin: point('a', [1, 2]) });
      expect(await run.exitCode).toBe(0);
      const store = await openSqliteStore({ path });
      expect(await store.get('a')).toEqual({ coordinates: { latitude: 2, longitude: 1 } });
      await store.close();
    }),
  'import --url': async () => {
    const served = await serveHere();
    const run = runHere(['import', '-', '--url', served.url], { stdin: point('a', [1, 2]) });
    expect(await run.exitCode).toBe(0);
    expect((await fetch(`${served.url}/a`)).status).toBe(200);
    expect(await served.stop()).toBe(0);
  },
  'import --header': () =>
    withServer(
      (headers) => headers['x-key'] ?? 'none',
      async (url) => {
        const flags = ['--url', url, '--header', 'X-Key: abc'];
        const run = runHere(['import', '-', ...flags], { stdin: point('a', [1, 2]) });
        expect(await run.exitCode).toBe(1);
        expect(run.stderr.text).toContain('"abc"; see --header');
      },
    ),
  'import --timeout': () =>
    withServer(undefined, async (url) => {
      const run = runHere(['import', '-', '--url', url, '--timeout', '20'], { stdin: point('a', [1, 2]) });
      expect(await run.exitCode).toBe(1);
      expect(run.stderr.text).toContain('did not respond within 20 ms');
    }),
  'import --format': async () => {
    // It looks like the header of a CSV file.
    const [without, withIt] = await imported(`${header}\n`, ['--format', 'csv'], ['--format', 'ndjson']);
    expect(without).toMatchObject({ code: 0, read: 0 });
    expect(withIt).toMatchObject({ code: 1, read: 1, refused: 1 });
  },
  'import --dry-run': async () => {
    const [without, withIt] = await imported(point('a', [1, 2]), [], ['--dry-run']);
    expect(without).not.toHaveProperty('dryRun');
    expect(withIt).toMatchObject({ code: 0, created: 1, dryRun: true });
  },
  'import --on-conflict': async () => {
    const text = `${point('a', [1, 2])}\n${point('a', [3, 4])}\n`;
    const [without, withIt] = await imported(text, [], ['--on-conflict', 'skip']);
    expect(without).toMatchObject({ created: 1, replaced: 1, skipped: 0 });
    expect(withIt).toMatchObject({ created: 1, replaced: 0, skipped: 1 });
  },
  'import --id-property': () =>
    reads(
      ['--id-property', 'code'],
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"code":"a"}}',
    ),
  'import --description-property': async () => {
    const text = point('a', [1, 2], { name: 'A' });
    await reads(['--description-property', 'name'], text);
  },
  'import --latitude-column': async () => {
    const flags = ['--latitude-column', 'lat', '--longitude-column', 'longitude'];
    const [withIt] = await imported('id,lat,longitude\na,1,2\n', flags);
    expect(withIt).toMatchObject({ code: 0, created: 1 });
  },
  'import --longitude-column': async () => {
    const [withIt] = await imported('id,latitude,lng\na,1,2\n', ['--longitude-column', 'lng']);
    expect(withIt).toMatchObject({ code: 0, created: 1 });
  },
  'import --delimiter': async () => {
    const [withIt] = await imported('id|latitude|longitude\na|1|2\n', ['--delimiter', '|']);
    expect(withIt).toMatchObject({ code: 0, created: 1 });
  },
  'import --layer': () =>
    inFolder(async (folder) => {
      const file = join(folder, 'a.gpkg');
      await writeRecords(file, [[['a', { coordinates: { latitude: 1, longitude: 2 } }]]], { format: 'gpkg' });
      const into = ['--store', `sqlite:${join(folder, 'a.db')}`];
      const right = runHere(['import', file, ...into, '--layer', 'locations']);
      expect(await right.exitCode).toBe(0);
      const wrong = runHere(['import', file, ...into, '--layer', 'roads']);
      expect(await wrong.exitCode).toBe(1);
      expect(wrong.stderr.text).toContain('roads');
    }),
  'import --properties': () => reads(['--properties', 'ignore'], point('a', [1, 2], { population: 5 })),
  'import --drop-altitude': () => reads(['--drop-altitude'], point('a', [1, 2, 3])),
  'import --strict-coordinates': async () => {
    const [without, withIt] = await imported(point('a', [1, 91]), [], ['--strict-coordinates']);
    expect(without).toMatchObject({ code: 0, created: 1, doubtful: 1 });
    expect(withIt).toMatchObject({ code: 1, refused: 1, err: expect.stringContaining('D32') });
  },
  'import --errors': () =>
    inFolder(async (folder) => {
      const errors = join(folder, 'errors');
      await imported(point('a', [1]), ['--errors', errors]);
      expect(JSON.parse(await readFile(errors, 'utf8'))).toMatchObject({ kind: 'refused', id: 'a', line: 1 });
    }),
  'import --json': () =>
    inFolder(async (folder) => {
      const file = join(folder, 'a.json');
      await writeFile(file, '[]');
      const run = runHere(['import', file, '--store', `sqlite:${join(folder, 'a.db')}`, '--json']);
      expect(await run.exitCode).toBe(0);
      expect(JSON.parse(run.stdout.text)).toMatchObject({ file: 'a.json', read: 0 });
    }),
};
