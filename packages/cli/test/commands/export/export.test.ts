import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { runHere, serveHere } from '../../run-here.ts';
import { serveOnce, silent, startServer } from '../../servers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-export-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const places: readonly LocationRecord[] = [
  ['=1,"a"', { description: '', coordinates: { latitude: 0, longitude: 5e-324 } }],
  ['louvre', { coordinates: { latitude: 48.8606, longitude: 2.3376 } }],
  ['tower', { description: 'Eiffel\r\nTower', coordinates: { latitude: 48.8584, longitude: 2.2945 } }],
];

const fillFile = createFiller();
const fill = (records = places, areas = false) => fillFile(join(folder, 'places.db'), records, areas);

async function command(name: 'export' | 'import', args: readonly string[]) {
  const run = runHere([name, ...args]);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('export', () => {
  test('writes all records to a file, in the format of its name', async () => {
    const path = join(folder, 'places.geojson');
    const { exitCode, stdout, stderr } = await command('export', [path, '--store', await fill()]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ Exported 3 records to \S+places\.geojson as geojson \(\d/);
    expect((await readFile(path, 'utf8')).split('\n')).toEqual([
      '{"type":"FeatureCollection","features":[',
      '{"type":"Feature","id":"=1,\\"a\\"","geometry":{"type":"Point","coordinates":[5e-324,0]},"properties":{"description":""}},',
      '{"type":"Feature","id":"louvre","geometry":{"type":"Point","coordinates":[2.3376,48.8606]},"properties":{}},',
      '{"type":"Feature","id":"tower","geometry":{"type":"Point","coordinates":[2.2945,48.8584]},"properties":{"description":"Eiffel\\r\\nTower"}}',
      ']}',
      '',
    ]);
    expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringMatching(/tmp|part/)]));
  });

  test('does not replace the file of the store', async () => {
    const store = await fill();
    const path = store.slice('sqlite:'.length);
    const { exitCode, stderr } = await command('export', [path, '--format', 'csv', '--store', store]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('places.db is the file of the store.')]);
  });

  test('of an empty store gives a file whose import has no records', async () => {
    const store = await fill([]);
    const path = join(folder, 'places.csv');
    expect((await command('export', [path, '--store', store])).exitCode).toBe(0);
    const imported = await command('import', [path, '--store', store, '--json']);
    expect(JSON.parse(imported.stdout)).toMatchObject({ read: 0, created: 0, refused: 0 });
  });

  test.each(['geojson', 'csv', 'json-object', 'kml', 'gpx', 'gpkg'])(
    'as %s gives a file whose import holds the same records',
    async (format) => {
      const store = await fill();
      const path = join(folder, 'places');
      const copy = `sqlite:${join(folder, 'copy.db')}`;
      expect((await command('export', [path, '--store', store, '--format', format])).exitCode).toBe(0);
      const imported = await command('import', [path, '--store', copy, '--json']);
      expect(JSON.parse(imported.stdout)).toMatchObject({ read: 3, created: 3, refused: 0 });
      expect(await runHere(['copy', '--verify-only', store, copy]).exitCode).toBe(0);
    },
  );

  test.each(['kml', 'gpx'])('as %s writes the format of the name', async (format) => {
    const path = join(folder, `places.${format}`);
    const { exitCode, stdout } = await command('export', [path, '--store', await fill()]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`places.${format} as ${format} `)]);
    expect(await readFile(path, 'utf8')).toContain(`<${format} `);
  });

  test('writes to stdout, and reports on stderr', async () => {
    const store = await fill();
    const { exitCode, stdout, stderr } = await command('export', ['-', '--store', store, '--format', 'csv']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'id,description,latitude,longitude',
        '"=1,""a""","",0,5e-324',
        'louvre,,48.8606,2.3376',
        'tower,"Eiffel\r\nTower",48.8584,2.2945',
        '',
      ].join('\r\n'),
    );
    expect(stderr).toMatch(/^✓ Exported 3 records to stdout as csv \(\d/);
  });

  test('to a terminal shows no progress between the records', async () => {
    const run = runHere(['export', '-', '--store', await fill()], { isTTY: true, isStderrTTY: true });
    expect(await run.exitCode).toBe(0);
    expect(run.stderr.text.startsWith('\u001b[32m✓\u001b[0m Exported 3 records ')).toBe(true);
    expect(run.stderr.text).not.toContain('\r');
  });

  test('to a terminal escapes what it would obey', async () => {
    const store = await fill([['a\u202e\u009b', { coordinates: { latitude: 1, longitude: 2 } }]]);
    const run = runHere(['export', '-', '--store', store, '--format', 'json'], { isTTY: true });
    expect(await run.exitCode).toBe(0);
    expect(run.stdout.text).toContain('"a\\u202e\\u009b"');
    expect(JSON.parse(run.stdout.text)[0][0]).toBe('a\u202e\u009b');
  });

  test('does not write CSV with commas to a file whose name says tabs', async () => {
    const path = join(folder, 'places.tsv');
    const { exitCode, stderr } = await command('export', [path, '--store', await fill()]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('name one with --format')]);
    expect((await command('export', [path, '--store', await fill(), '--format', 'csv'])).exitCode).toBe(0);
  });

  test('of a running service gives its records', async () => {
    const served = await serveHere(['--areas']);
    for (const [id, location] of places.slice(1)) {
      const headers = { 'Content-Type': 'application/json' };
      await fetch(`${served.url}/${id}`, { method: 'POST', headers, body: JSON.stringify(location) });
    }
    const flags = ['--url', served.url, '--format', 'ndjson'];
    const all = await command('export', ['-', ...flags]);
    expect(
      all.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['louvre', 'tower']);
    const near = await command('export', ['-', ...flags, '--near', '48.8584,2.2945', '--radius', '1000']);
    expect(near.stdout.trim().split('\n')).toEqual([expect.stringContaining('"id":"tower"')]);
    expect(near.stdout).not.toContain('distance');
    expect(await served.stop()).toBe(0);
  });

  test.each([true, false])('of a box, from a store with an index: %j', async (areas) => {
    const store = await fill(places, areas);
    const args = ['-', '--store', store, '--bbox=2,48,2.3,49', '--format', 'json'];
    const { exitCode, stdout, stderr } = await command('export', args);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).map(([id]: LocationRecord) => id)).toEqual(['tower']);
    expect(stderr.includes('all its records are read')).toBe(!areas);
  });

  test('sends --header to a service, and waits for --timeout', async () => {
    const url = await serveOnce(({ headers }, response) => {
      response.writeHead(403).end(JSON.stringify({ error_message: headers['x-key'] }));
    });
    const refused = await command('export', ['-', '--url', url, '--header', 'X-Key: abc']);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('"abc"; see --header')]);
    const late = await command('export', ['-', '--url', await serveOnce(silent), '--timeout', '20']);
    expect([late.exitCode, late.stderr]).toEqual([
      1,
      expect.stringContaining('did not respond within 20 ms'),
    ]);
  });

  test('counts records that other programs may refuse', async () => {
    const store = await fill([['far', { coordinates: { latitude: 91, longitude: 0 } }], ...places]);
    const path = join(folder, 'places.csv');
    const { stdout } = await command('export', [path, '--store', store]);
    expect(stdout.split('\n')[1]).toBe(
      '– 1 record is beyond ±90 or ±180 degrees, which other programs may refuse or move',
    );
  });

  test('with --json is reported as JSON', async () => {
    const path = join(folder, 'places.csv');
    const { stdout } = await command('export', [path, '--store', await fill(), '--json']);
    expect(JSON.parse(stdout)).toEqual({
      file: path,
      format: 'csv',
      records: 3,
      beyondRange: 0,
      durationMs: expect.any(Number),
    });
  });

  test.each([
    ['a.csv', /^location-records: stopped; \S+a\.csv is as it was\n$/],
    ['-', /^location-records: stopped; the output is not complete\n$/],
  ])('to %s ends with Ctrl-C, and says what is left', async (name, message) => {
    const { server, url, close } = await startServer(silent);
    onTestFinished(close);
    const asked = once(server, 'request');
    const file = name === '-' ? name : join(folder, name);
    const run = runHere(['export', file, '--url', url]);
    await asked;
    run.signal('SIGINT');
    expect(await run.exitCode).toBe(130);
    expect(run.stderr.text).toMatch(message);
    expect(await readdir(folder)).toEqual([]);
  });

  test('has no report as JSON beside records on stdout', async () => {
    const { exitCode, stdout } = await command('export', ['-', '--json']);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'USAGE', message: '--json has no room beside records on stdout.' },
    });
  });

  test.each([
    [['places'], 2, 'The name of the file does not tell its format; name one with --format.'],
    [['-', '--format', 'gpkg'], 2, 'A GeoPackage cannot be written to stdout.'],
    [['a.csv', '--radius', '1'], 2, '--radius needs --near.'],
    [['a.csv', '--bbox', '1,2,3'], 2, '--bbox must be'],
    [['a.csv', '--store', 'sqlite:/nowhere/a.db'], 1, 'Cannot open the SQLite store "/nowhere/a.db"'],
    [['a.csv', '--url', 'http://127.0.0.1:1'], 1, 'cannot be asked'],
    [['/nowhere/a.csv'], 1, '/nowhere'],
  ])('export %j is refused in one line', async (args, code, message) => {
    const isNamed = args.some((arg) => arg === '--store' || arg === '--url');
    const store = isNamed ? [] : ['--store', await fill()];
    const { exitCode, stdout, stderr } = await command('export', [...args, ...store]);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
