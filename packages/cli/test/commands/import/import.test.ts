import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { LocationRecord } from '@location-records/core';
import { writeRecords } from '@location-records/formats/files';
import { DatabaseSync } from '@location-records/sqlite-node20';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

test('the name of a file cannot command a terminal, in no line that has it', async () => {
  const name = 'a\u202e\u001b[2J.ndjson';
  const path = join(folder, name);
  await writeFile(path, `${tower}\n${feature('x', [1])}\n`);
  const shown = 'a\\u202e\\u001b[2J.ndjson';
  const people = await importInto([path, ...target()]);
  const dry = await importInto([path, ...target(), '--dry-run']);
  const missing = await importInto([join(folder, 'x', name), ...target()]);
  expect(people.stdout).toContain(`Imported ${shown}; `);
  for (const { stdout, stderr } of [people, dry, missing]) {
    expect(stderr).toContain(shown);
    for (const character of ['\u202e', '\u001b']) expect(stdout + stderr).not.toContain(character);
  }
  const json = runHere(['import', path, ...target(), '--json'], { isTTY: true });
  await json.exitCode;
  expect(json.stdout.text).toContain(`"file": "${shown}"`);
  expect(JSON.parse(json.stdout.text).file).toBe(name);
});

test('an import writes all records of a file, and reports what became of them', async () => {
  const { exitCode, stdout, stderr } = await importInto([await lines(tower, louvre), ...target()]);
  expect(exitCode).toBe(0);
  expect(stderr.split('\n').slice(1)).toEqual([
    '  id           id  (or --id hash, row)',
    '  coordinates  geometry',
    '  description  description',
    '',
  ]);
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
    understood: expect.objectContaining({ rows: 1, id: expect.objectContaining({ used: 'id' }) }),
    file: 'stdin',
    target: `in ${database()} (SQLite)`,
    ...{ read: 1, created: 1, replaced: 0, unchanged: 0, skipped: 0, refused: 0, repeated: 0, doubtful: 0 },
  });
});

describe('records that cannot be read', () => {
  const line = '{"type":"Feature","id":"line","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}';

  test('are named by cause, and the others are imported', async () => {
    const file = await lines(tower, line, louvre, line, swapped);
    const { exitCode, stdout, stderr } = await importInto([file, ...target()]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ Imported places\.ndjson; .*, but some are refused/);
    expect(stderr.split('\n').slice(-5)).toEqual([
      '2 refused: the geometry is a LineString, not a Point; use a point of it, such as its centroid (RFC 7946 3.1.2)',
      '  line 2 "line", line 4 "line"',
      expect.stringMatching(/^1 doubtful: .* look swapped$/),
      '  line 5 "swapped"',
      '',
    ]);
    expect((await stored()).map(([id]) => id)).toEqual(['louvre', 'swapped', 'tower']);
  });

  test('are named by their lines in KML, too', async () => {
    const path = join(folder, 'places.kml');
    const placemarks = ['<Point><coordinates>2,48</coordinates></Point>', '<Polygon/>'];
    const text = placemarks.map((geometry) => `<Placemark><name>a</name>${geometry}</Placemark>\n`).join('');
    await writeFile(path, `<kml>\n${text}</kml>`);
    const { stderr } = await importInto([path, ...target()]);
    expect(stderr).toContain('the geometry is a Polygon, not a Point');
    expect(stderr).toContain('  line 3 ');
  });

  test('are written to the file of --errors as lines of JSON', async () => {
    const errors = join(folder, 'errors.jsonl');
    await importInto([await lines(tower, line, swapped, louvre), ...target(), '--errors', errors]);
    const written = (await readFile(errors, 'utf8')).trim().split('\n');
    expect(written.map((text) => JSON.parse(text))).toEqual([
      {
        file: 'places.ndjson',
        line: 2,
        byte: tower.length + 1,
        index: 2,
        id: 'line',
        kind: 'refused',
        rule: 'RFC 7946 3.1.2',
        reason: 'the geometry is a LineString, not a Point',
        suggestion: 'use a point of it, such as its centroid',
      },
      expect.objectContaining({ line: 3, index: 3, id: 'swapped', kind: 'doubtful' }),
    ]);
  });

  test('take few lines, however many they are and whatever they have', async () => {
    const kinds = ['Polygon', 'LineString', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];
    const others = Array.from({ length: 500 }, (_, index) => {
      const type = kinds[index % kinds.length];
      const point = index % 7 === 0 ? 'Point' : type;
      return `{"type":"Feature","id":"${index}","geometry":{"type":"${point}","coordinates":[${index}]}}`;
    });
    const { stderr } = await importInto([await lines(tower, louvre, ...others), ...target()]);
    expect(stderr.split('\n').length).toBeLessThan(20);
    expect(stderr).toMatch(
      / refused: the geometry is a \w+, not a Point.*\n {2}line \d+ "\d+", .*, and \d+ more\n/,
    );
  });
});

test('an import in which nothing comes in says so, and leaves no database', async () => {
  const none = await importInto([
    await lines('{"type":"Feature","geometry":null,"properties":{"a":1}}'),
    ...target(),
  ]);
  expect(none.exitCode).toBe(1);
  const empty = join(folder, 'empty.csv');
  await writeFile(empty, 'id,latitude,longitude\n');
  const { exitCode, stdout } = await importInto([empty, ...target()]);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringContaining('Nothing is imported: empty.csv has no records'),
  ]);
  const strict = await importInto([await lines(misspelt), ...target(), '--strict']);
  expect([strict.exitCode, strict.stdout]).toEqual([
    1,
    expect.stringContaining('Nothing is imported: all records of places.ndjson are refused'),
  ]);
  expect(existsSync(database())).toBe(false);
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
  const table = 'key,name,lat,lon,y,x,both\nk1,Bell,1,2,3,4,"5, 6"\nk2,Rock,7,8,9,10,"11, 12"\n';
  test.each<[flags: readonly string[], text: string, first: LocationRecord]>([
    [['--id', 'name'], table, ['Bell', { description: 'Bell', coordinates: { latitude: 1, longitude: 2 } }]],
    [['--id', 'key+name'], table, ['k1-Bell', expect.anything()]],
    [['--description', '{key}: {name}'], table, ['k1', expect.objectContaining({ description: 'k1: Bell' })]],
    [['--description', ''], table, ['k1', { coordinates: { latitude: 1, longitude: 2 } }]],
    [
      ['--latitude', 'y', '--longitude', 'x'],
      table,
      ['k1', expect.objectContaining({ coordinates: { latitude: 3, longitude: 4 } })],
    ],
    [
      ['--coordinates', 'both'],
      table,
      ['k1', expect.objectContaining({ coordinates: { latitude: 5, longitude: 6 } })],
    ],
    [['--swap'], table, ['k1', expect.objectContaining({ coordinates: { latitude: 2, longitude: 1 } })]],
    [
      ['--scale', '0.5'],
      table,
      ['k1', expect.objectContaining({ coordinates: { latitude: 0.5, longitude: 1 } })],
    ],
    [
      ['--delimiter', '|'],
      'id|latitude|longitude\na|1|2\n',
      ['a', { coordinates: { latitude: 1, longitude: 2 } }],
    ],
    [
      ['--columns', 'id,latitude,longitude'],
      'a,1,2\nb,3,4\n',
      ['a', { coordinates: { latitude: 1, longitude: 2 } }],
    ],
    [['--format', 'csv'], 'id,latitude,longitude\na,1,2\n', ['a', expect.anything()]],
    [['--encoding', 'windows-1251'], table, ['k1', expect.anything()]],
  ])('%j', async (flags, text, first) => {
    const { exitCode, stderr } = await importInto(['-', ...target(), ...flags], text);
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    expect((await stored())[0]).toEqual(first);
  });

  test('--crs', async () => {
    const metres = feature('a', [255_431.6, 6_250_000], {});
    const file = await lines(metres, feature('b', [255_431.6, 6_250_100], {}));
    expect((await importInto([file, ...target()])).exitCode).toBe(1);
    expect(existsSync(database())).toBe(false);
    expect(await report([file, ...target(), '--crs', 'EPSG:3857'])).toMatchObject({
      exitCode: 0,
      created: 2,
    });
    const [[, { coordinates }] = ['', { coordinates: { latitude: 0, longitude: 0 } }]] = await stored();
    expect(coordinates.longitude).toBeCloseTo(2.2946, 3);
    expect(coordinates.latitude).toBeCloseTo(48.86, 1);
  });

  test('--duplicates last lets the last of different records win', async () => {
    const file = await lines(tower, louvre, moved);
    const { exitCode, stderr } = await importInto([file, ...target()]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('lines 1 and 3 both have "tower"')]);
    expect(existsSync(database())).toBe(false);
    expect(await report([file, ...target(), '--duplicates', 'last'])).toMatchObject({
      ...{ exitCode: 0, created: 2, replaced: 1, repeated: 1 },
    });
    expect(await stored()).toContainEqual(['tower', { coordinates: { latitude: 4, longitude: 3 } }]);
  });

  test('--strict-coordinates', async () => {
    const file = await lines(feature('a', [1, 91]), tower, louvre);
    expect(await report([file, ...target()])).toMatchObject({ exitCode: 0, created: 3, doubtful: 1 });
    const { exitCode, stderr } = await importInto([file, ...target(), '--strict-coordinates']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('(D32)')]);
  });

  test('--layer', async () => {
    const file = join(folder, 'a.gpkg');
    await writeRecords(file, [[['a', { coordinates: { latitude: 1, longitude: 2 } }]]], { format: 'gpkg' });
    expect((await importInto([file, ...target(), '--layer', 'locations'])).exitCode).toBe(0);
    const { exitCode, stderr } = await importInto([file, ...target(), '--layer', 'roads']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('roads')]);
  });

  test.each([[[]], [['--strict']]])('--trust-file %j', async (more) => {
    const file = join(folder, 'a.gpkg');
    await writeRecords(file, [[['a', { coordinates: { latitude: 1, longitude: 2 } }]]], { format: 'gpkg' });
    const geoPackage = new DatabaseSync(file);
    geoPackage.exec('CREATE VIEW some AS SELECT id, geom FROM locations; PRAGMA foreign_keys = OFF');
    geoPackage.exec("UPDATE gpkg_contents SET table_name = 'some'");
    geoPackage.exec("UPDATE gpkg_geometry_columns SET table_name = 'some'");
    geoPackage.close();
    const { exitCode, stderr } = await importInto([file, ...target(), ...more]);
    const advice = 'If you trust the file, import it into a store with --trust-file.';
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(advice)]);
    expect((await importInto([file, ...target(), ...more, '--trust-file'])).exitCode).toBe(0);
  });
});

describe('--strict', () => {
  const code = { code: 'a' };
  test.each<[flags: string, text: string]>([
    ['--id code', feature(undefined, [1, 2], code)],
    ['--description name', feature('a', [1, 2], { name: 'A' })],
    ['--properties ignore', feature('a', [1, 2], { population: 5 })],
    ['--drop-altitude', feature('a', [1, 2, 3])],
    ['--latitude lat', 'id,lat,longitude\na,1,2\n'],
    ['--longitude lng', 'id,latitude,lng\na,1,2\n'],
    ['--delimiter |', 'id|latitude|longitude\na|1|2\n'],
  ])('refuses what %s allows', async (flags, text) => {
    const strict = ['-', ...target(), '--dry-run', '--strict'];
    const withFlag = await report([...strict, ...flags.split(' ')], text);
    expect(withFlag).toMatchObject({ exitCode: 0, read: 1, created: 1 });
    expect(withFlag.understood).toBeUndefined();
    expect((await importInto(strict, text)).exitCode).toBe(1);
  });

  test('names repeated records, the last of which counts', async () => {
    const { exitCode, stderr } = await importInto([await lines(tower, moved), ...target(), '--strict']);
    expect([exitCode, stderr]).toEqual([
      0,
      '1 repeated: it came before in the file, and the last one counts\n  line 2 "tower"\n',
    ]);
  });

  test('tells which flags name the columns of a table', async () => {
    const { exitCode, stderr } = await importInto(['-', '--strict'], 'key,lat,longitude\na,1,2\n');
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/--id "key", --latitude "lat"\.\n$/)]);
  });
});

test('--dry-run shows the first records, counts the same and creates no file', async () => {
  const file = await lines(tower, louvre, swapped);
  const { stderr } = await importInto([file, ...target(), '--dry-run']);
  expect(stderr).toContain(
    [
      'identifier  latitude  longitude  description',
      'tower        48.8584     2.2945  Eiffel Tower',
      'louvre       48.8606     2.3376',
    ].join('\n'),
  );
  const dry = await report([file, ...target(), '--dry-run']);
  expect(existsSync(database())).toBe(false);
  const wet = await report([file, ...target()]);
  expect(dry).toEqual({ ...wet, dryRun: true });
  expect(wet).toMatchObject({ exitCode: 0, read: 3, created: 3, doubtful: 1 });
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
    expect(stderr).toContain('\n1 skipped: the target has other content for it\n  line 1 "tower"\n');
    expect(await stored()).toContainEqual(['tower', { coordinates: { latitude: 4, longitude: 3 } }]);
  });

  test('ends the import with --on-conflict fail, and nothing is written', async () => {
    const before = await stored();
    const file = await lines(louvre, tower);
    const { exitCode, stderr } = await importInto([file, ...target(), '--on-conflict', 'fail']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('\n1 skipped: the target has other content for it\n  line 2 "tower"\n');
    expect(stderr).toMatch(
      /\nlocation-records: The target holds other records than the source: "tower" .* Nothing is written\. Use --on-conflict replace or skip\.\n$/,
    );
    expect(await stored()).toEqual(before);
  });
});

describe('an import into a running service', () => {
  test.each([
    ['one by one', ['--no-areas']],
    ['many with each request', []],
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
    ['The service responded with 400', ['--no-areas']],
    ['The service refused it: Provided JSON is not valid: "latitude" is', []],
  ])('names records that the service refuses: %s', async (reason, args) => {
    const served = await serveHere(['--strict-coordinates', ...args]);
    const { exitCode, stdout, stderr } = await importInto([
      await lines(tower, swapped, louvre),
      '--url',
      served.url,
    ]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('  refused    1\n');
    expect(stderr).toContain(`1 refused: ${reason}`);
    expect(stderr).toContain('\n  line 2 "swapped"\n');
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
      /\nlocation-records: The service at http:\/\/127\.0\.0\.1:1 cannot be asked: [^\n]+\n$/,
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
  [['-', '--strict', '--format', 'gpkg'], 2, 'A GeoPackage cannot be read from stdin with --strict.'],
  [['-', '--strict', '--layer', 'places'], 2, 'A GeoPackage cannot be read from stdin with --strict.'],
  [['-', '--strict', '--on-conflict', 'fail'], 2, 'stdin can be read only once'],
  [['-', '--strict', '--format', 'shapefile'], 2, '--format shapefile is not read with --strict.'],
  [['-', '--strict', '--crs', 'EPSG:2154'], 2, '--crs cannot be used with --strict.'],
  [['-', '--properties', 'ignore'], 2, '--properties is for --strict'],
  [['-', '--drop-altitude'], 2, '--drop-altitude is for --strict'],
  [['-', '--latitude', 'y'], 2, '--latitude and --longitude need each other.'],
  [
    ['-', '--latitude', 'y', '--longitude', 'x', '--coordinates', 'xy'],
    2,
    '--coordinates is a column with both',
  ],
  [
    ['-', '--duplicates', 'last', '--on-conflict', 'skip'],
    2,
    '--duplicates last needs --on-conflict replace.',
  ],
  [['-', '--scale', '0'], 2, 'It must be a number other than 0'],
  [['-', '--columns', 'a,,b'], 2, 'It must be different names'],
  [['-', '--store', 'memory:'], 2, 'Records in memory end with this command'],
  [['-', '--errors', '/nowhere/errors'], 1, 'The file /nowhere/errors cannot be written (ENOENT'],
])('import %j is refused in one line', async (args, code, message) => {
  const { exitCode, stdout, stderr } = await importInto(args);
  expect([exitCode, stdout]).toEqual([code, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n {4}at /);
});

test('a file that cannot be read creates no store', async () => {
  const text = join(folder, 'places.txt');
  await writeFile(text, 'hello\n');
  for (const path of [join(folder, 'none.geojson'), folder, text]) {
    const { exitCode, stderr } = await importInto([path, ...target()]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^location-records: [^\n]+\n$/)]);
  }
  expect(existsSync(database())).toBe(false);
});

test('a file that is broken in the middle is imported as far as it can be read', async () => {
  const path = join(folder, 'places.geojson');
  await writeFile(path, `{"type":"FeatureCollection","features":[\n${tower},\n${louvre}\n]} more`);
  const lastLines = async (...flags: readonly string[]) =>
    (await importInto([path, ...target(), ...flags])).stderr.split('\n').slice(-3);
  expect((await lastLines('--dry-run'))[0]).toBe(
    'location-records: 2 records before the fault can be imported.',
  );
  expect(await lastLines()).toEqual([
    'location-records: 2 records before the fault are imported; the same command continues with a corrected file.',
    expect.stringMatching(/^location-records: Cannot read ".*places\.geojson"\. Line 4.*$/),
    '',
  ]);
  expect(await stored()).toHaveLength(2);
});

describe('what can be read only once', () => {
  let temporary: string;
  beforeEach(async () => {
    temporary = join(folder, 'tmp');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => vi.unstubAllEnvs());

  test('is kept in a temporary file, which is removed', async () => {
    const pipe = join(folder, 'places.csv');
    execFileSync('mkfifo', [pipe]);
    const run = importInto([pipe, ...target(), '--on-conflict', 'fail']);
    await writeFile(pipe, 'id,latitude,longitude\na,1,2\n');
    expect(await run).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^places\.csv: /) });
    expect((await importInto(['-', ...target()], 'nothing')).exitCode).toBe(1);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('is called stdin in the message about a fault', async () => {
    const { stderr } = await importInto(['-', ...target()], 'nothing');
    expect(stderr).toMatch(/^location-records: Cannot read stdin\. [^\n]+\n$/);
    expect(stderr).not.toContain(temporary);
  });

  test('ends with Ctrl-C while nothing comes, and leaves no temporary file and no database', async () => {
    const stdin = new PassThrough();
    stdin.write(`${tower}\n`);
    const run = runHere(['import', '-', ...target()], { stdin });
    await expect.poll(() => readdir(temporary)).toHaveLength(1);
    run.signal('SIGINT');
    expect(await run.exitCode).toBe(130);
    expect(await readdir(temporary)).toEqual([]);
    expect(existsSync(database())).toBe(false);
  });

  test('ends with Ctrl-C while nothing comes with --strict', async () => {
    const stdin = new PassThrough();
    stdin.write(`${tower}\n`);
    const run = runHere(['import', '-', '--strict', ...target()], { stdin });
    setImmediate(() => run.signal('SIGINT'));
    expect(await run.exitCode).toBe(130);
    expect(existsSync(database())).toBe(false);
  });
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

test('Ctrl-C ends an inspection, and creates no database', async () => {
  const features = Array.from({ length: 20_000 }, (_, index) => feature(`place ${index}`, [1, index / 1000]));
  const run = runHere(['import', await lines(...features), ...target()]);
  setImmediate(() => run.signal('SIGINT'));
  expect(await run.exitCode).toBe(130);
  expect(existsSync(database())).toBe(false);
});
