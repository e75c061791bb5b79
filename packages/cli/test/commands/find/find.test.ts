import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { SpawnedCli } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { runHere, serveHere } from '../../run-here.ts';
import { serveOnce, silent } from '../../servers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-find-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const places: readonly LocationRecord[] = [
  ['tower', { description: 'Eiffel\u001b[31m Tower', coordinates: { latitude: 48.8584, longitude: 2.2945 } }],
  ['louvre', { description: 'Louvre', coordinates: { latitude: 48.8606, longitude: 2.3376 } }],
  ['far', { coordinates: { latitude: -0.1, longitude: 5e-324 } }],
];

const fillFile = createFiller();
const fill = (areas: boolean, records = places) => fillFile(join(folder, 'places.db'), records, areas);

async function find(args: readonly string[], isTTY = false) {
  const run = runHere(['find', ...args], { isTTY, env: { NO_COLOR: '1' } });
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('find', () => {
  test('writes GeoJSON with a feature on each line, with every digit', async () => {
    const { exitCode, stdout, stderr } = await find([await fill(true)]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      '{"type":"FeatureCollection","features":[',
      '{"type":"Feature","id":"far","geometry":{"type":"Point","coordinates":[5e-324,-0.1]},"properties":{}},',
      expect.stringContaining('"id":"louvre"'),
      expect.stringContaining('"id":"tower"'),
      ']}',
      '',
    ]);
    expect(JSON.parse(stdout).features).toHaveLength(3);
  });

  test('shows a table on a terminal, with escapes for what a terminal would obey', async () => {
    const { stdout } = await find([await fill(true), '--near', '48.8584,2.2945', '--limit', '2'], true);
    expect(stdout).toBe(
      [
        'identifier  latitude  longitude  distance  description',
        'tower        48.8584     2.2945     0.0 m  Eiffel\\u001b[31m Tower',
        'louvre       48.8606     2.3376   3.16 km  Louvre',
        '2 records; there are more: see --limit',
        '',
      ].join('\n'),
    );
  });

  test('announces more records only if one exists', async () => {
    const store = await fill(true);
    const lastLine = async (limit: number) =>
      (await find([store, '--limit', `${limit}`], true)).stdout.trimEnd().split('\n').at(-1);
    expect(await lastLine(2)).toBe('2 records; there are more: see --limit');
    expect(await lastLine(3)).toBe('3 records');
    const { stdout, stderr } = await find([store, '--limit', '2']);
    expect(JSON.parse(stdout).features).toHaveLength(2);
    expect(stderr).toBe('location-records: there are more records; see --limit\n');
  });

  test('shows distances in metres below a kilometre', async () => {
    const north = [0.0089922, 0.0089929].map(
      (latitude): LocationRecord => [`${latitude}`, { coordinates: { latitude, longitude: 0 } }],
    );
    const { stdout } = await find([await fill(true, north), '--near', '0,0'], true);
    const [, near, far] = stdout.split('\n');
    expect(near).toMatch(/ 999\.9 m$/);
    expect(far).toMatch(/ 1\.00 km$/);
  });

  test('shows every control character of an identifier in the table, and a description on one line', async () => {
    const id = ' a\nb\r\n\u0085\u202e ';
    const record = { description: 'first\n  second', coordinates: { latitude: 1, longitude: 2 } };
    const { stdout } = await find([await fill(true, [[id, record]])], true);
    expect(stdout.split('\n')[1]).toBe(
      ' a\\u000ab\\u000d\\u000a\\u0085\\u202e          1          2  first second',
    );
  });

  test('writes JSON to a terminal with escapes that mean the same, and to a file as it is', async () => {
    const id = 'a\u202e\u009b\n';
    const source = await fill(true, [[id, { coordinates: { latitude: 1, longitude: 2 } }]]);
    for (const format of ['geojson', 'ndjson']) {
      const args = [source, '--format', format];
      const [shown, plain] = [(await find(args, true)).stdout, (await find(args)).stdout];
      expect(shown).toContain('"a\\u202e\\u009b\\n"');
      expect(plain).toContain('"a\u202e\u009b\\n"');
      expect(JSON.parse(shown)).toEqual(JSON.parse(plain));
    }
  });

  test('writes that nothing is found', async () => {
    const source = await fill(true);
    const nothing = [source, '--bbox', '10,10,11,11'];
    expect((await find(nothing, true)).stdout).toBe('No records\n');
    expect((await find(nothing)).stdout).toBe('{"type":"FeatureCollection","features":[\n]}\n');
    expect((await find([...nothing, '--format', 'ndjson'])).stdout).toBe('');
  });

  test('reads all records of a store without an index, reports that, and writes nothing to it', async () => {
    const source = await fill(false);
    for (let run = 0; run < 2; run++) {
      const { exitCode, stdout, stderr } = await find([source, '--bbox', '2,48,3,49', '--format', 'ndjson']);
      expect(exitCode).toBe(0);
      expect(stderr).toBe(
        'location-records: the store has no index for area queries, so all its records are read; location-records serve --areas builds it\n',
      );
      expect(stdout.split('\n')).toEqual([expect.any(String), expect.any(String), '']);
    }
  });

  test('finds more of the nearest records than fit on one page', async () => {
    const many = Array.from({ length: 10_200 }, (_, number): LocationRecord => {
      return [`${number}`, { coordinates: { latitude: number / 1000, longitude: 1 } }];
    });
    const query = ['--near', '0,1', '--limit', '10100', '--format', 'ndjson'];
    const { stdout, stderr } = await find([await fill(true, many), ...query]);
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(many.slice(0, 10_100).map(([id]) => id));
    expect(stderr).toContain('there are more records');
  });

  test('selects by --bbox, --near and --radius, the nearest first', async () => {
    const source = await fill(true);
    const found = async (...query: readonly string[]) =>
      JSON.parse((await find([source, ...query])).stdout).features.map(({ id }: { id: string }) => id);
    expect(await found('--bbox=2,48,3,49')).toEqual(['tower', 'louvre']);
    expect(await found('--near', '48.8584,2.2945')).toEqual(['tower', 'louvre', 'far']);
    expect(await found('--near', '48.8584,2.2945', '--radius', '4000')).toEqual(['tower', 'louvre']);
  });

  test.each([
    [['--bbox', '1,2,3'], '--bbox must be west,south,east,north'],
    [['--near', '91,0'], '--near must be latitude,longitude'],
    [['--near', '1,0', '--radius', '-1'], '--radius must be a number of metres'],
    [['--radius', '1'], '--radius needs --near.'],
    [['--header', 'A: b'], '--header is for a service; name its URL.'],
    [['--timeout', '5'], '--timeout is for a service; name its URL.'],
    [['--near', '1,0', '--bbox', '1,1,1,1'], '--bbox'],
  ])('refuses %j in one line', async (flags, message) => {
    for (const hasIndex of [false, true]) {
      const { exitCode, stderr } = await find([await fill(hasIndex), ...flags]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(2);
    }
  });

  test.each(['{}', 'nonsense', '<p>Log in</p>'])('refuses a service that responds with %s', async (body) => {
    const url = await serveOnce((_request, response) => response.end(body));
    const { exitCode, stderr } = await find([url]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^location-records: The service cannot be used: [^\n]+\n$/);
  });

  test('sends --header to a service, and waits for --timeout', async () => {
    const url = await serveOnce(({ headers }, response) => {
      response.writeHead(403).end(JSON.stringify({ error_message: headers['x-key'] }));
    });
    const refused = await find([url, '--header', 'X-Key: abc', '--header', 'X-Other: 1']);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      'location-records: The service cannot be used: it responded with 403; abc.\n',
    ]);
    const late = await find([await serveOnce(silent), '--timeout', '20']);
    expect(late.exitCode).toBe(1);
    expect(late.stderr).toContain('did not respond within 20 ms; see --timeout');
  });

  test('asks a busy service again after its Retry-After, unless that is too long', async () => {
    const feature = { id: 'a', geometry: { coordinates: [1, 2] }, properties: {} };
    const pauses = ['1', '3600'];
    const url = await serveOnce((_request, response) => {
      const pause = pauses.shift();
      if (pause === undefined) return response.end(JSON.stringify(feature));
      return response.writeHead(503, { 'Retry-After': pause }).end('{"error_message":"Service unavailable"}');
    });
    const refused = await find([url]);
    expect([refused.exitCode, refused.stderr, pauses]).toEqual([
      1,
      'location-records: The service cannot be used: it responded with 503; Service unavailable.\n',
      [],
    ]);
    pauses.push('1');
    const { exitCode, stdout } = await find([url]);
    expect([exitCode, pauses]).toEqual([0, []]);
    expect(stdout).toContain('"id":"a"');
  });

  test('ends in silence when the reader of its output has left', async () => {
    const many = Array.from({ length: 3000 }, (_, number): LocationRecord => {
      return [`${number}`, { description: 'x'.repeat(200), coordinates: { latitude: 1, longitude: 1 } }];
    });
    const source = await fill(true, many);
    const command = new SpawnedCli(['find', source, '--limit', '3000']);
    command.process.stdout.destroy();
    expect([await command.exited, command.stderr()]).toEqual([0, '']);
  });

  test('refuses a service without area queries', async () => {
    const served = await serveHere(['--no-areas']);
    const { exitCode, stderr } = await find([served.url]);
    expect(await served.stop()).toBe(0);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'location-records: The service cannot be used: it responded with 404; it does not serve /-/records: start it with location-records serve --areas.\n',
    );
  });

  test('does not create a file that is missing', async () => {
    const { exitCode, stderr } = await find([`sqlite:${join(folder, 'missing.db')}`]);
    expect(exitCode).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('asks a service below a base path as it asks a store', async () => {
    const source = await fill(true);
    const served = await serveHere(['--areas', '--store', source, '--base-path', '/places']);
    const query = ['--near', '48.86,2.3'];
    const ofService = await find([served.url, ...query]);
    expect(await served.stop()).toBe(0);
    expect(ofService).toEqual(await find([source, ...query]));
    expect(ofService.exitCode).toBe(0);
  });
});
