import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { LocationRecord } from '@location-records/core';
import { writeRecords } from '@location-records/formats/files';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';
import { serveOnce, silent, startServer } from '../../servers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A Feature; without an identifier if it is `undefined`. */
function feature(id: unknown, coordinates: readonly number[], properties: object = {}): string {
  return JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates }, properties });
}

const tower = feature('tower', [2.2945, 48.8584], { description: 'Eiffel Tower' });
const louvre = feature('louvre', [2.3376, 48.8606]);
const misspelt = feature('misspelt', [1, 2], { descripton: 'x' });
const swapped = feature('swapped', [48.8, 139.7]);
const moved = feature('tower', [3, 4]);

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

test('an import writes all records of a file, and reports what became of them', async () => {
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
  expect(await report([await lines(tower, louvre), ...target()])).toMatchObject({ created: 0, unchanged: 2 });
});

test('stdin is imported with the same report', async () => {
  expect(await report(['-', ...target()], `${tower}\n`)).toEqual({
    exitCode: 0,
    file: 'stdin',
    target: `in ${database()} (SQLite)`,
    ...{ read: 1, created: 1, replaced: 0, unchanged: 0, skipped: 0, refused: 0, repeated: 0, doubtful: 0 },
  });
});

describe('records that cannot be read', () => {
  test('are named with their lines, and the others are imported', async () => {
    const file = await lines(tower, misspelt, louvre, 'nonsense', swapped);
    const { exitCode, stdout, stderr } = await importInto([file, ...target()]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ Imported places\.ndjson; .*, but some are refused/);
    const byte = tower.length + 1;
    expect(stderr.split('\n')).toEqual([
      `places.ndjson:2: "misspelt" refused: unknown property "descripton"; --properties ignore leaves out what a record does not have (D29, byte ${byte})`,
      expect.stringMatching(/^places\.ndjson:4: record refused: not JSON.* \(.+, byte \d+\)$/),
      expect.stringMatching(/^places\.ndjson:5: "swapped" doubtful: .* look swapped \(byte \d+\)$/),
      '',
    ]);
    expect((await stored()).map(([id]) => id)).toEqual(['louvre', 'swapped', 'tower']);
  });

  test('are written to the file of --errors as lines of JSON', async () => {
    const errors = join(folder, 'errors.jsonl');
    await importInto([await lines(misspelt, tower, moved), ...target(), '--errors', errors]);
    const written = (await readFile(errors, 'utf8')).trim().split('\n');
    expect(written.map((line) => JSON.parse(line))).toEqual([
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

  test('are counted beyond the first 20 remarks of a kind', async () => {
    const { stderr } = await importInto([await lines(...Array(25).fill(tower)), ...target()]);
    const told = stderr.trim().split('\n');
    expect(told).toHaveLength(21);
    expect(told[20]).toBe('location-records: 4 more are repeated; --errors <file> keeps all of them');
  });
});

test('--errors does not empty the imported file or the store', async () => {
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

describe('a flag changes what is read', () => {
  const code = { code: 'a' };
  test.each<[flags: string, text: string]>([
    ['--id-property code', feature(undefined, [1, 2], code)],
    ['--description-property name', feature('a', [1, 2], { name: 'A' })],
    ['--properties ignore', feature('a', [1, 2], { population: 5 })],
    ['--drop-altitude', feature('a', [1, 2, 3])],
    ['--latitude-column lat', 'id,lat,longitude\na,1,2\n'],
    ['--longitude-column lng', 'id,latitude,lng\na,1,2\n'],
    ['--delimiter |', 'id|latitude|longitude\na|1|2\n'],
    ['--format csv', 'id,latitude,longitude\na,1,2\n'],
  ])('%s', async (flags, text) => {
    const withFlag = await report(['-', ...target(), '--dry-run', ...flags.split(' ')], text);
    expect(withFlag).toMatchObject({ exitCode: 0, read: 1, created: 1 });
    if (flags.startsWith('--format')) return;
    expect((await importInto(['-', ...target(), '--dry-run'], text)).exitCode).toBe(1);
  });

  test('--strict-coordinates', async () => {
    const far = feature('a', [1, 91]);
    expect(await report(['-', ...target()], far)).toMatchObject({ exitCode: 0, created: 1, doubtful: 1 });
    const { exitCode, stderr } = await importInto(['-', ...target(), '--strict-coordinates'], far);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('(D32, ')]);
  });

  test('--layer', async () => {
    const file = join(folder, 'a.gpkg');
    await writeRecords(file, [[['a', { coordinates: { latitude: 1, longitude: 2 } }]]], { format: 'gpkg' });
    expect((await importInto([file, ...target(), '--layer', 'locations'])).exitCode).toBe(0);
    const { exitCode, stderr } = await importInto([file, ...target(), '--layer', 'roads']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('roads')]);
  });
});

test('--dry-run counts the same and creates no file', async () => {
  const file = await lines(tower, louvre, moved, misspelt);
  const dry = await report([file, ...target(), '--dry-run']);
  expect(existsSync(database())).toBe(false);
  const wet = await report([file, ...target()]);
  expect(dry).toEqual({ ...wet, dryRun: true });
  expect(wet).toMatchObject({ exitCode: 1, read: 4, created: 2, replaced: 1, refused: 1, repeated: 1 });
});

describe('other content in the target', () => {
  beforeEach(async () => {
    await importInto([await lines(moved), ...target()]);
  });

  test('is replaced', async () => {
    const file = await lines(tower, louvre);
    expect(await report([file, ...target()])).toMatchObject({ exitCode: 0, created: 1, replaced: 1 });
  });

  test('stays with --on-conflict skip, which is reported', async () => {
    const file = await lines(tower, louvre);
    const { exitCode, stdout, stderr } = await importInto([file, ...target(), '--on-conflict', 'skip']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  skipped    1\n');
    expect(stderr).toBe('places.ndjson:1: "tower" skipped: the target has other content for it (byte 0)\n');
    expect(await stored()).toContainEqual(['tower', { coordinates: { latitude: 4, longitude: 3 } }]);
  });

  test('ends the import with --on-conflict fail, and nothing is written', async () => {
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

describe('an import into a running service', () => {
  test.each([
    ['one by one', []],
    ['many with each request', ['--areas']],
  ])('writes the records there, %s', async (_, args) => {
    const served = await serveHere(args);
    const imported = await report([await lines(tower), '--url', served.url]);
    expect(imported).toMatchObject({ exitCode: 0, target: `at ${served.url}`, created: 1 });
    expect(await (await fetch(`${served.url}/tower`)).json()).toEqual({
      description: 'Eiffel Tower',
      coordinates: { latitude: 48.8584, longitude: 2.2945 },
    });
    expect(await served.stop()).toBe(0);
  });

  test.each([
    ['The service responded with 400', []],
    ['The service refused it: Provided JSON is not valid: "latitude" is', ['--areas']],
  ])('names records that the service refuses: %s', async (reason, args) => {
    const served = await serveHere(['--strict-coordinates', ...args]);
    const { exitCode, stdout, stderr } = await importInto([await lines(tower, swapped), '--url', served.url]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('  refused    1\n');
    expect(stderr).toContain(`places.ndjson:2: "swapped" refused: ${reason}`);
    expect(await served.stop()).toBe(0);
  });

  test('sends --header', async () => {
    const url = await serveOnce(({ headers }, response) => {
      response.writeHead(403).end(JSON.stringify({ error_message: headers['x-key'] }));
    });
    const { exitCode, stderr } = await importInto(['-', '--url', url, '--header', 'X-Key: abc'], tower);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"abc"; see --header')]);
  });

  test('does not wait for a service that never responded', async () => {
    const { exitCode, stderr } = await importInto([await lines(tower), '--url', 'http://127.0.0.1:1']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^location-records: The service at http:\/\/127\.0\.0\.1:1 cannot be asked: [^\n]+\n$/,
    );
    const late = await importInto(['-', '--url', await serveOnce(silent), '--timeout', '20'], tower);
    expect([late.exitCode, late.stderr]).toEqual([
      1,
      expect.stringContaining('did not respond within 20 ms'),
    ]);
  });

  test('ends with Ctrl-C while the service does not respond', async () => {
    const { url, server, close } = await startServer(silent);
    onTestFinished(close);
    const run = runHere(['import', await lines(tower), '--url', url]);
    await once(server, 'request');
    run.signal('SIGINT');
    expect(await run.exitCode).toBe(130);
  });
});

test.each([
  [['missing.geojson'], 1, 'Cannot read "missing.geojson": there is no such file.'],
  [['.'], 1, 'Cannot read ".": it is a folder.'],
  [['-', '--format', 'gpkg'], 2, 'A GeoPackage cannot be read from stdin.'],
  [['-', '--layer', 'places'], 2, 'A GeoPackage cannot be read from stdin.'],
  [['-', '--on-conflict', 'fail'], 2, 'stdin can be read only once'],
  [['-', '--store', 'memory:'], 2, 'Records in memory end with this command'],
  [['-', '--errors', '/nowhere/errors'], 1, 'The file /nowhere/errors cannot be written (ENOENT'],
])('import %j is refused in one line', async (args, code, message) => {
  const { exitCode, stdout, stderr } = await importInto(args);
  expect([exitCode, stdout]).toEqual([code, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n {4}at /);
});

test.each([
  ['nonsense', /^location-records: The format is not known: [^\n]+\n$/],
  ['key,lat,longitude\na,1,2\n', /--id-property "key", --latitude-column "lat"\.\n$/],
  [`SQLite format 3\0${'\0'.repeat(100)}`, /The content is a GeoPackage, .*: name one instead of -\.\n$/],
])('an import of %j is refused as a whole', async (text, message) => {
  const { exitCode, stderr } = await importInto(['-', ...target()], text);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
});

test('a file that cannot be read creates no store', async () => {
  const text = join(folder, 'places.txt');
  await writeFile(text, 'hello\n');
  for (const path of [join(folder, 'none.geojson'), folder, text]) {
    expect((await importInto([path, ...target()])).exitCode).toBe(1);
  }
  expect(existsSync(database())).toBe(false);
});

test('a file that cannot be read to its end is imported as far as it can', async () => {
  const path = join(folder, 'places.geojson');
  await writeFile(path, `{"type":"FeatureCollection","features":[\n${tower},\n${louvre}\n]} more`);
  const firstLine = async (...flags: readonly string[]) =>
    (await importInto([path, ...target(), ...flags])).stderr.split('\n')[0];
  expect(await firstLine('--dry-run')).toBe('location-records: 2 records before the fault can be imported.');
  expect(await firstLine()).toBe(
    'location-records: 2 records before the fault are imported; the same command continues with a corrected file.',
  );
  expect(await stored()).toHaveLength(2);
});

test('--on-conflict fail needs a file that can be read twice, unless nothing is written', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { exitCode, stderr } = await importInto([pipe, ...target(), '--on-conflict', 'fail']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('pipe can be read only once, and --on-conflict fail checks everything');
  const dry = ['-', '--format', 'ndjson', ...target(), '--on-conflict', 'fail', '--dry-run'];
  expect((await importInto(dry)).exitCode).toBe(0);
});

test('Ctrl-C ends the wait for stdin', async () => {
  const stdin = new PassThrough();
  stdin.write(`${tower}\n`);
  const run = runHere(['import', '-', ...target()], { stdin });
  await expect.poll(() => existsSync(database())).toBe(true);
  run.signal('SIGINT');
  expect(await run.exitCode).toBe(130);
});

test('an import continues after Ctrl-C', async () => {
  const features = Array.from({ length: 20_000 }, (_, index) => feature(`place ${index}`, [1, index / 1000]));
  const file = await lines(...features);
  const run = runHere(['import', file, ...target(), '--json']);
  await expect.poll(() => existsSync(database())).toBe(true);
  run.signal('SIGINT');
  // It may be done already.
  expect([130, 0]).toContain(await run.exitCode);
  const again = await report([file, ...target()]);
  expect(again).toMatchObject({ exitCode: 0, read: 20_000, replaced: 0 });
  expect(again.created + again.unchanged).toBe(20_000);
});
