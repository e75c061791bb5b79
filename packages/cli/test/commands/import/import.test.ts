import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';
import { startServer } from '../../service/serve-records.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function feature(id: unknown, longitude: number, latitude: number, properties: object = {}): string {
  return JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
  });
}

const tower = feature('tower', 2.2945, 48.8584, { description: 'Eiffel Tower' });
const louvre = feature('louvre', 2.3376, 48.8606);
const misspelt = feature('misspelt', 1, 2, { descripton: 'x' });
const swapped = feature('swapped', 48.8, 139.7);
const moved = feature('tower', 3, 4);

/** Writes a file with a Feature on each line. */
async function lines(...features: readonly string[]): Promise<string> {
  const path = join(folder, 'places.ndjson');
  await writeFile(path, features.map((text) => `${text}\n`).join(''));
  return path;
}

/** The store that the imports of a test go to. */
const database = () => join(folder, 'places.db');
const target = () => ['--store', `sqlite:${database()}`];

async function importInto(args: readonly string[], stdin = '') {
  const run = runHere(['import', ...args], { stdin });
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

async function stored(): Promise<readonly LocationRecord[]> {
  const store = await openSqliteStore({ path: database() });
  const records: LocationRecord[] = [];
  for await (const batch of store.list()) records.push(...batch);
  await store.close();
  return records;
}

/** The report of an import, without its duration. */
async function report(args: readonly string[], stdin = '') {
  const { exitCode, stdout } = await importInto([...args, '--json'], stdin);
  const { durationMs, ...rest } = JSON.parse(stdout);
  expect(durationMs).toBeGreaterThanOrEqual(0);
  return { exitCode, ...rest };
}

const none = {
  read: 0,
  created: 0,
  replaced: 0,
  unchanged: 0,
  skipped: 0,
  refused: 0,
  repeated: 0,
  doubtful: 0,
};

describe('import', () => {
  test('does not empty the file or the store with --errors', async () => {
    const path = await lines(tower);
    await importInto([path, ...target()]);
    await symlink(path, join(folder, 'link'));
    for (const errors of [path, join(folder, 'link'), database()]) {
      const { exitCode, stderr } = await importInto([path, ...target(), '--errors', errors]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('which it would empty')]);
    }
    expect(await readFile(path, 'utf8')).toBe(`${tower}\n`);
    expect(await stored()).toHaveLength(1);
  });

  test('names its flags in the lines about refused records, and in the file of --errors', async () => {
    const high = feature('high', 1, 2).replace('[1,2]', '[1,2,3]');
    const named = feature(undefined, 1, 2, { code: 'x' });
    const other = feature('other', 1, 2, { population: 5 });
    const errors = join(folder, 'refused.jsonl');
    const { stderr } = await importInto([await lines(high, named, other), '--dry-run', '--errors', errors]);
    const advice = [
      '--drop-altitude leaves it out',
      '--id-property "code" takes it from this property',
      '--properties ignore leaves out what a record does not have',
    ];
    for (const [index, line] of stderr.trim().split('\n').entries())
      expect(line).toContain(`; ${advice[index]} (`);
    const kept = (await readFile(errors, 'utf8')).trim().split('\n');
    expect(kept.map((line) => JSON.parse(line).suggestion)).toEqual(advice);
  });

  test('creates no store for a file that cannot be read', async () => {
    const text = join(folder, 'places.txt');
    await writeFile(text, 'hello\n');
    for (const path of [join(folder, 'none.geojson'), folder, text]) {
      const { exitCode, stderr } = await importInto([path, ...target()]);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^location-records: Cannot read "/)]);
    }
    expect(existsSync(database())).toBe(false);
  });

  test('says how many records are in when the file cannot be read to its end', async () => {
    const path = join(folder, 'places.geojson');
    await writeFile(path, `{"type":"FeatureCollection","features":[\n${tower},\n${louvre}\n]} more`);
    const { exitCode, stdout, stderr } = await importInto([path, ...target()]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      'location-records: 2 records before the fault are imported; the same command continues with a mended file.',
      expect.stringMatching(/ Line 4: the file continues after the GeoJSON\. Were files joined\? /),
    ]);
    expect(await stored()).toHaveLength(2);
  });

  test('says how many records can be imported when a dry run cannot read the file to its end', async () => {
    const path = join(folder, 'places.geojson');
    await writeFile(path, `{"type":"FeatureCollection","features":[\n${tower},\n${louvre}\n]} more`);
    const { exitCode, stderr } = await importInto([path, '--dry-run', ...target()]);
    expect(exitCode).toBe(1);
    expect(stderr.split('\n')[0]).toBe('location-records: 2 records before the fault can be imported.');
  });

  test('names its flags where the file as a whole cannot be read', async () => {
    const path = join(folder, 'places.csv');
    await writeFile(path, 'key,lat,longitude\na,1,2\n');
    const { exitCode, stderr } = await importInto([path, '--dry-run']);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('--id-property "key", --latitude-column "lat".'),
    ]);
  });

  test('writes all records of a file, and says what became of them', async () => {
    const { exitCode, stdout, stderr } = await importInto([await lines(tower, louvre), ...target()]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ Imported places\.ndjson; the records are in \S+ \(SQLite\) \(\d/);
    expect(stdout.split('\n').slice(1)).toEqual([
      '  read       2',
      '  created    2',
      '  replaced   0',
      '  unchanged  0',
      '  refused    0',
      '',
    ]);
    expect(await stored()).toEqual([
      ['louvre', { coordinates: { latitude: 48.8606, longitude: 2.3376 } }],
      ['tower', { description: 'Eiffel Tower', coordinates: { latitude: 48.8584, longitude: 2.2945 } }],
    ]);
  });

  test('names each record that is refused with its line, and imports the others', async () => {
    const file = await lines(tower, misspelt, louvre, 'nonsense', swapped);
    const { exitCode, stdout, stderr } = await importInto([file, ...target()]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ Imported places\.ndjson; .*, but some are refused/);
    const byte = tower.length + 1;
    expect(stderr.split('\n')).toEqual([
      `places.ndjson:2: "misspelt" refused: unknown property "descripton"; --properties ignore leaves out what a record does not have (D29, byte ${byte})`,
      expect.stringMatching(/^places\.ndjson:4: record refused: not JSON.* \(.+, byte \d+\)$/),
      expect.stringMatching(
        /^places\.ndjson:5: "swapped" doubtful: .*latitude and longitude look swapped \(byte \d+\)$/,
      ),
      '',
    ]);
    expect((await stored()).map(([id]) => id)).toEqual(['louvre', 'swapped', 'tower']);
  });

  test('writes the remarks on records as lines of JSON', async () => {
    const errors = join(folder, 'errors.jsonl');
    await importInto([await lines(misspelt, tower, moved), ...target(), '--errors', errors]);
    const written = (await readFile(errors, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written).toEqual([
      {
        file: 'places.ndjson',
        line: 1,
        byte: 0,
        index: 1,
        id: 'misspelt',
        kind: 'refused',
        rule: 'D29',
        reason: 'unknown property "descripton"',
        suggestion: '--properties ignore leaves out what a record does not have',
      },
      expect.objectContaining({ line: 3, index: 3, id: 'tower', kind: 'repeated' }),
    ]);
  });

  test('writes what is there already not again', async () => {
    const file = await lines(tower, louvre);
    expect(await report([file, ...target()])).toMatchObject({ exitCode: 0, created: 2, unchanged: 0 });
    expect(await report([file, ...target()])).toMatchObject({ exitCode: 0, created: 0, unchanged: 2 });
  });

  test('reads stdin', async () => {
    expect(await report(['-', ...target()], `${tower}\n`)).toEqual({
      exitCode: 0,
      file: 'stdin',
      target: `in ${database()} (SQLite)`,
      ...none,
      read: 1,
      created: 1,
    });
  });

  test('with --dry-run, counts the same and creates no file', async () => {
    const file = await lines(tower, louvre, moved, misspelt);
    const dry = await report([file, ...target(), '--dry-run']);
    await expect(readFile(database())).rejects.toThrow('ENOENT');
    const wet = await report([file, ...target()]);
    expect(dry).toEqual({ ...wet, dryRun: true });
    expect(wet).toMatchObject({ exitCode: 1, read: 4, created: 2, replaced: 1, refused: 1, repeated: 1 });
  });

  describe('of a record whose identifier has another content', () => {
    beforeEach(async () => {
      await importInto([await lines(moved), ...target()]);
    });

    test('replaces it', async () => {
      const file = await lines(tower, louvre);
      expect(await report([file, ...target()])).toMatchObject({ exitCode: 0, created: 1, replaced: 1 });
    });

    test('skips it when it is asked to, and says so', async () => {
      const file = await lines(tower, louvre);
      const { exitCode, stdout, stderr } = await importInto([file, ...target(), '--on-conflict', 'skip']);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('  skipped    1\n');
      expect(stderr).toBe(
        'places.ndjson:1: "tower" skipped: the target has it with another content (byte 0)\n',
      );
      expect(await stored()).toContainEqual(['tower', { coordinates: { latitude: 4, longitude: 3 } }]);
    });

    test('writes nothing when it is asked to fail', async () => {
      const before = await stored();
      const file = await lines(louvre, tower);
      const { exitCode, stderr } = await importInto([file, ...target(), '--on-conflict', 'fail']);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('places.ndjson:2: "tower" skipped: ');
      expect(stderr).toMatch(
        /\nlocation-records: The target holds other records than the source: "tower" .* Nothing is written\. Use --on-conflict replace or skip\.\n$/,
      );
      expect(await stored()).toEqual(before);
    });
  });

  test('goes into a running service', async () => {
    const served = await serveHere();
    expect(await report([await lines(tower), '--url', served.url])).toMatchObject({
      exitCode: 0,
      target: `at ${served.url}`,
      created: 1,
    });
    const response = await fetch(`${served.url}/tower`);
    expect(await response.json()).toEqual({
      description: 'Eiffel Tower',
      coordinates: { latitude: 48.8584, longitude: 2.2945 },
    });
    expect(await served.stop()).toBe(0);
  });

  test('names what a service refuses by its own rules', async () => {
    const served = await serveHere(['--strict-coordinates']);
    const { exitCode, stdout, stderr } = await importInto([await lines(tower, swapped), '--url', served.url]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('  refused    1\n');
    expect(stderr).toContain('places.ndjson:2: "swapped" refused: The service responded with 400');
    expect(await served.stop()).toBe(0);
  });

  test('does not wait for a service that was never there', async () => {
    const { exitCode, stderr } = await importInto([await lines(tower), '--url', 'http://127.0.0.1:1']);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'location-records: The service at http://127.0.0.1:1 cannot be asked: nothing listens there; start the service, or correct the URL (connect ECONNREFUSED 127.0.0.1:1).\n',
    );
  });

  test('can be stopped while a service does not respond', async () => {
    const silent = await startServer(() => {});
    const run = runHere(['import', await lines(tower), '--url', silent.url]);
    await once(silent.server, 'request');
    run.signal('SIGINT');
    expect(await run.exitCode).toBe(130);
    await silent.close();
  });

  test.each([
    [['missing.geojson'], 1, 'Cannot read "missing.geojson": there is no such file.'],
    [['.'], 1, 'Cannot read ".": it is a folder.'],
    [['-', '--format', 'gpkg'], 2, 'A GeoPackage cannot be read from stdin.'],
    [['-', '--on-conflict', 'fail'], 2, 'stdin can be read only once'],
    [['-', '--layer', 'places'], 2, '--layer is for a GeoPackage'],
    [['-', '--timeout', '5'], 2, '--timeout is for a service; name it with --url.'],
    [['-', '--url', 'http://127.0.0.1:1', '--store', 'sqlite:x.db'], 2, 'cannot be used with option'],
    [['-', '--store', 'memory:'], 2, 'Records in memory end with this command'],
    [['-', '--errors', '/nowhere/errors'], 1, 'The file /nowhere/errors cannot be written (ENOENT'],
  ])('import %j is refused in one line', async (args, code, message) => {
    const { exitCode, stdout, stderr } = await importInto(args);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  test('a pipe is refused where everything is checked before it is written', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { exitCode, stderr } = await importInto([pipe, ...target(), '--on-conflict', 'fail']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('pipe can be read only once, and --on-conflict fail checks everything');
  });

  test('stdin can be checked with --on-conflict fail --dry-run, which reads it once', async () => {
    const args = ['-', '--format', 'ndjson', ...target(), '--on-conflict', 'fail', '--dry-run'];
    expect(await importInto(args, '')).toMatchObject({ exitCode: 0 });
  });

  test('a GeoPackage on stdin is refused with the way to import it', async () => {
    const { exitCode, stderr } = await importInto(['-', ...target()], `SQLite format 3\0${'\0'.repeat(100)}`);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'location-records: The content is a GeoPackage, which is read from a file: name one instead of -.\n',
    );
  });

  test('names a file that is of no known format', async () => {
    const { exitCode, stderr } = await importInto(['-', ...target()], 'nonsense');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^location-records: The format is not known: [^\n]+\n$/);
  });

  test('continues after Ctrl-C', async () => {
    const features = Array.from({ length: 50_000 }, (_, index) => feature(`place ${index}`, 1, index / 1000));
    const file = await lines(...features);
    const run = runHere(['import', file, ...target(), '--json']);
    await expect.poll(() => existsSync(database())).toBe(true);
    run.signal('SIGINT');
    // It may have been done by then.
    expect([130, 0]).toContain(await run.exitCode);
    const again = await report([file, ...target()]);
    expect(again).toMatchObject({ exitCode: 0, read: 50_000, replaced: 0 });
    expect(again.created + again.unchanged).toBe(50_000);
    expect(await stored()).toHaveLength(50_000);
  });
});
