import { link, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { contentOf, makeRecord, makeRecords, oddIds } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunOptions, runHere } from '../../run-here.ts';
import { bulkServiceListener, serveOnce, serviceListener } from '../../servers.ts';

const other = { coordinates: { latitude: 0, longitude: 0 } };
const time = /\d+\.\d s|\d+ ms/g;
const rate = /, [\d,.]+ records\/s/;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-copy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pathOf = (name: string) => join(folder, name);
const urlOf = (name: string) => `sqlite:${pathOf(name)}`;

async function fill(name: string, records: Iterable<LocationRecord>): Promise<void> {
  const store = await openSqliteStore({ path: pathOf(name) });
  await Promise.all([...records].map((record) => store.put(...record)));
  await store.close();
}

async function read(name: string) {
  const store = await openSqliteStore({ path: pathOf(name), create: false });
  const content = await contentOf(store);
  await store.close();
  return content;
}

/** Runs `location-records copy` to its end. */
async function copy(args: readonly string[], options: RunOptions = {}) {
  const run = runHere(['copy', ...args], options);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

/** What stays the same from run to run. */
function steady(text: string): string {
  return text.replace(rate, '').replaceAll(time, 'T');
}

describe('a copy', () => {
  test('has every record, even with the oddest identifiers', async () => {
    const records = new Map([...makeRecords(1500), ...oddIds.map((id) => [id, other] as const)]);
    await fill('a.db', records);
    const { exitCode, stdout, stderr } = await copy([urlOf('a.db'), urlOf('b.db')]);
    expect(steady(stdout)).toBe(
      '✓ Copied 1,514 records (T)\n' +
        '✓ Verified record by record: the target holds the 1,514 records that were read (T)\n',
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(await read('b.db')).toEqual(new Map([...records].map(([id]) => [id, records.get(id)])));
  });

  test('of what the target has already writes nothing, and --no-verify does not read it again', async () => {
    await fill('a.db', makeRecords(1));
    await fill('b.db', makeRecords(1));
    const { stdout } = await copy([urlOf('a.db'), urlOf('b.db'), '--no-verify']);
    expect(steady(stdout)).toBe('✓ Copied 0 records; 1 was already there (T)\n');
  });

  test('to a store with other records is refused with one line, and works with --overwrite', async () => {
    const held: LocationRecord[] = [[makeRecord(1)[0], other], makeRecord(7)];
    await fill('a.db', makeRecords(3));
    await fill('b.db', held);
    const urls = [urlOf('a.db'), urlOf('b.db')];
    const refused = await copy(urls);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        `location-records: The target holds other records than the source: "id-000001" (latitude: ${1 / 7} in the source, 0 in the target; ` +
        'longitude: 2 in the source, 0 in the target; description: "description 1" in the source, none in the target), ' +
        '"id-000007" (not in the source). ' +
        'Copy to an empty store, or use --overwrite: records of the source then replace others, and the rest stays.\n',
    });
    expect(await read('b.db')).toEqual(new Map(held));
    const { exitCode, stdout } = await copy([...urls, '--overwrite']);
    expect(steady(stdout)).toBe(
      '✓ Copied 3 records, 1 of them in place of others (T)\n' +
        '✓ Verified record by record: the target holds the 3 records that were read, and 1 more (T)\n',
    );
    expect(exitCode).toBe(0);
    expect(await read('b.db')).toEqual(new Map([...makeRecords(3), makeRecord(7)]));
  });

  test('with --json is reported as JSON', async () => {
    await fill('a.db', makeRecords(2));
    const { exitCode, stdout } = await copy([urlOf('a.db'), urlOf('b.db'), '--json']);
    expect(JSON.parse(stdout)).toEqual({
      source: `in ${pathOf('a.db')} (SQLite)`,
      target: `in ${pathOf('b.db')} (SQLite)`,
      copied: { created: 2, replaced: 0, present: 0, durationMs: expect.any(Number) },
      verification: {
        agrees: true,
        durationMs: expect.any(Number),
        expected: 2,
        found: 2,
        differing: 0,
        onlyInSource: 0,
        onlyInTarget: 0,
        examples: [],
      },
    });
    expect(exitCode).toBe(0);
  });

  test('shows its progress on a terminal, and clears it', async () => {
    await fill('a.db', makeRecords(300));
    const { stderr } = await copy([urlOf('a.db'), urlOf('b.db')], { isStderrTTY: true });
    const [first, ...more] = stderr.split('\r\u001b[K').slice(1);
    expect(first).toMatch(/^\d+ records copied$/);
    expect(more.at(-1)).toBe('');
  });
});

test('the report of one record is in the singular', async () => {
  await fill('a.db', makeRecords(1));
  const { stdout } = await copy([urlOf('a.db'), urlOf('b.db')]);
  expect(stdout).toContain('the target holds the 1 record that was read');
});

describe('a running service', () => {
  const records = new Map(makeRecords(600));

  test.each([
    ['one by one', serviceListener],
    ['many at once', bulkServiceListener],
  ])('that takes records %s is copied to, compared and copied from', async (_, listener) => {
    await fill('a.db', records);
    const url = await serveOnce(listener());
    const copied = '✓ Copied 600 records (T)\n';
    const verified = '✓ Verified record by record: the target holds the 600 records that were read (T)\n';
    for (const args of [
      [urlOf('a.db'), url],
      [url, urlOf('b.db')],
    ]) {
      const { exitCode, stdout, stderr } = await copy(args);
      expect({ exitCode, stdout: steady(stdout), stderr }).toEqual({
        exitCode: 0,
        stdout: copied + verified,
        stderr: '',
      });
    }
    expect(await read('b.db')).toEqual(records);
    expect((await copy(['--verify-only', url, urlOf('b.db')])).exitCode).toBe(0);
  });

  test('gets the fields that are meant for it alone', async () => {
    await fill('a.db', records);
    const seen = new Map<string, Set<string | undefined>>();
    const watching = (name: string) => {
      const listener = serviceListener();
      const fields = new Set<string | undefined>();
      seen.set(name, fields);
      return serveOnce((request, response) => {
        fields.add(request.headers.authorization);
        return listener(request, response);
      });
    };
    const [a, b] = [await watching('a'), await watching('b')];
    expect((await copy([urlOf('a.db'), a, '--target-header', 'Authorization: Bearer a'])).exitCode).toBe(0);
    const both = ['--source-header', 'Authorization: Bearer a', '--target-header', 'Authorization: Bearer b'];
    expect((await copy([a, b, ...both])).exitCode).toBe(0);
    expect(seen).toEqual(
      new Map([
        ['a', new Set(['Bearer a'])],
        ['b', new Set(['Bearer b'])],
      ]),
    );
  });

  test('is no source and target at once', async () => {
    const url = await serveOnce(serviceListener());
    const { exitCode, stderr } = await copy([url, `${url}/`]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(`The source is the target: the records are at ${url}.`),
    });
  });

  test.each([
    [['--source-header', 'A: b'], 'location-records: --source-header is for a service; name its URL.'],
    [['--timeout', '9'], 'location-records: --timeout is for a service; name its URL.'],
  ])('must be there for %j', async (flags, message) => {
    const { exitCode, stderr } = await copy([urlOf('a.db'), urlOf('b.db'), ...flags]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});

describe('--verify-only', () => {
  test('reports that two stores hold the same', async () => {
    await fill('a.db', makeRecords(300));
    await fill('b.db', makeRecords(300));
    const { exitCode, stdout } = await copy(['--verify-only', urlOf('a.db'), urlOf('b.db')]);
    expect(steady(stdout)).toBe('✓ Verified record by record: both stores hold the same 300 records (T)\n');
    expect(exitCode).toBe(0);
  });

  test('names what differs, writes nothing, and exits with 1', async () => {
    await fill('a.db', makeRecords(3));
    await fill('b.db', [makeRecord(0), [makeRecord(1)[0], other], ['x\n', other]]);
    const { exitCode, stdout, stderr } = await copy(['--verify-only', urlOf('a.db'), urlOf('b.db')]);
    expect(steady(stdout)).toBe(
      '✗ The stores differ: 1 record with different content, 1 record only in the source, 1 record only in the target (T)\n' +
        `    differs             "id-000001"  latitude: ${1 / 7} in the source, 0 in the target; ` +
        'longitude: 2 in the source, 0 in the target; description: "description 1" in the source, none in the target\n' +
        '    only in the source  "id-000002"\n' +
        '    only in the target  "x\\n"\n',
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect((await read('b.db')).size).toBe(3);
  });

  test('creates no target', async () => {
    await fill('a.db', []);
    const before = await readdir(folder);
    const { exitCode, stderr } = await copy(['--verify-only', urlOf('a.db'), urlOf('b.db')]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`"${pathOf('b.db')}": the file does not exist`);
    expect(await readdir(folder)).toEqual(before);
  });
});

test('a source that is missing is one line, and leaves nothing behind', async () => {
  const run = await copy([urlOf('missing.db'), urlOf('b.db')]);
  expect(run).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `location-records: Cannot open the SQLite store "${pathOf('missing.db')}": the file does not exist; check the path.\n`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a target that cannot be opened is reported in its own words', async () => {
  await fill('a.db', makeRecords(1));
  const { exitCode, stderr } = await copy([urlOf('a.db'), urlOf('missing/b.db')]);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^location-records: Cannot open the SQLite store .* does not exist; create it.*\n$/);
});

describe('source and target that are one store are wrong usage', () => {
  test.each([
    ['the same path', async () => {}, 'a.db'],
    ['a detour', async () => {}, 'x/../a.db'],
    ['a symbolic link', () => symlink('a.db', pathOf('b.db')), 'b.db'],
    ['a hard link', () => link(pathOf('a.db'), pathOf('b.db')), 'b.db'],
  ])('by %s', async (_, prepare, target) => {
    await fill('a.db', makeRecords(1));
    await prepare();
    const { exitCode, stderr } = await copy([urlOf('a.db'), urlOf(target)]);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      `location-records: The source is the target: the records are in ${pathOf('a.db')} (SQLite).\nRun location-records copy --help.\n`,
    );
  });
});

test('the help names only stores that it takes', async () => {
  const run = runHere(['copy', '--help']);
  expect(await run.exitCode).toBe(0);
  expect(run.stdout.text).toContain('\nStores: sqlite:<path>, postgres:');
  expect(run.stdout.text).not.toContain('memory:');
});
