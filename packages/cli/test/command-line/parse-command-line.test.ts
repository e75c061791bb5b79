import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseCommandLine } from '../../src/command-line/parse-command-line.ts';
import { UsageError } from '../../src/errors.ts';

function serveOptions(args: readonly string[]) {
  const invocation = parseCommandLine(['serve', ...args]);
  if (invocation.kind !== 'serve') throw new Error(`This asks for ${invocation.kind}.`);
  return invocation.options;
}

function checkOptions(args: readonly string[]) {
  const invocation = parseCommandLine(['check', 'http://a', ...args]);
  if (invocation.kind !== 'check') throw new Error(`This asks for ${invocation.kind}.`);
  return invocation.options;
}

test('without flags, everything has its default', () => {
  expect(serveOptions([])).toEqual({
    port: 8080,
    host: '127.0.0.1',
    store: { scheme: 'sqlite', address: resolve('location-records.db') },
    workers: 1,
    basePath: '/',
    bodyLimit: 4096,
    unknownMembers: 'reject',
    absentDescription: 'omit',
    grace: 10,
  });
});

test('auto workers are as many as processors', () => {
  const { workers } = serveOptions(['--workers', 'auto', '--store', 'redis://a']);
  expect(workers).toBe(availableParallelism());
});

test('every flag becomes a plain value', () => {
  const flags =
    '--port 0 --host ::1 --store memory: --base-path /a --body-limit 10 --strict-coordinates ' +
    '--unknown-members ignore --absent-description null --cors ' +
    '--allowed-host a.example --allowed-host *.b.example --grace 0 --log json --explain';
  expect(serveOptions(flags.split(' '))).toEqual({
    port: 0,
    host: '::1',
    store: { scheme: 'memory', address: '' },
    workers: 1,
    basePath: '/a',
    bodyLimit: 10,
    strictCoordinates: true,
    unknownMembers: 'ignore',
    absentDescription: 'null',
    cors: ['*'],
    allowedHost: ['a.example', '*.b.example'],
    grace: 0,
    log: 'json',
    explain: true,
  });
});

describe('check', () => {
  test('needs nothing but a URL', () => {
    expect(checkOptions([])).toEqual({ url: 'http://a', timeout: 5000, concurrency: 8 });
  });

  test('takes every flag as a plain value', () => {
    const flags =
      '--strict --wire --read-only --only SPEC --only D16 --skip list- --timeout 50 --concurrency 2 --header A:b --header=C:d:e --insecure --json --junit a.xml';
    expect(checkOptions(flags.split(' '))).toEqual({
      url: 'http://a',
      strict: true,
      wire: true,
      readOnly: true,
      only: ['SPEC', 'D16'],
      skip: ['list-'],
      timeout: 50,
      concurrency: 2,
      headers: [
        ['A', 'b'],
        ['C', 'd:e'],
      ],
      insecure: true,
      json: true,
      junit: 'a.xml',
    });
  });
});

describe('the CORS origin', () => {
  test.each([
    '*',
    'https://example.org',
    'http://localhost:3000',
    'http://[::1]:5173',
    'capacitor://localhost',
    'https://*.example.org',
    'http://*.example.org:8080',
  ])('may be %s', (origin) => {
    expect(serveOptions(['--cors', origin]).cors).toEqual([origin]);
  });

  test.each([
    'null',
    'example.org',
    'https://example.org/',
    'https://example.org/a',
    'HTTP://a',
    'http://a:80',
    'http://a b',
    'https://日本.jp',
    'app://日本',
    '*.example.org',
    '.example.org',
    'https://.example.org',
    'https://a*.example.org',
    'https://a.*.example.org',
    'https://*.*.example.org',
    'https://*',
    'https://*.example.org/',
    'https://*.Example.org',
    'https://*.example.org:443',
    'https://example.org:*',
    'app://a\u0001',
  ])('may not be %s', (origin) => {
    expect(() => serveOptions(['--cors', origin])).toThrow(UsageError);
  });
});

test('alone it shows the help', () => {
  expect(parseCommandLine([])).toEqual({ ...parseCommandLine(['--help']), kind: 'guide' });
});

test.each([
  [['help'], ['--help']],
  [
    ['help', 'serve'],
    ['serve', '--help'],
  ],
  [
    ['help', 'check'],
    ['check', '--help'],
  ],
])('%j shows the same help as %j', (args, same) => {
  const shown = parseCommandLine(args);
  expect(shown).toEqual(parseCommandLine(same));
  expect(shown).toMatchObject({ kind: 'show', text: expect.stringMatching(/^Usage: location-records /) });
});

/** The mistake in a command line. */
function mistakeIn(args: readonly string[]): UsageError {
  try {
    parseCommandLine(args);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('It is accepted.');
}

describe('a mistake in the command line is reported in one line', () => {
  test.each<[string, string]>([
    ['sever', "unknown command 'sever' (Did you mean serve?)"],
    ['--versoin', "unknown option '--versoin' (Did you mean --version?)"],
    ['serve --prot 1', "unknown option '--prot' (Did you mean --port?)"],
    ['serve now', "too many arguments for 'serve'. Expected 0 arguments but got 1"],
    ['serve --port', "option '--port <number>' argument missing"],
    [
      'serve --port 65536',
      "'65536' is invalid. It must be a whole number from 0 to 65535; 0 is any free port.",
    ],
    ['serve --host 0.0.0.0:80', 'It must be an address or a name of this machine without a port'],
    ['serve --body-limit 4k', 'It must be a whole number from 1 to 67108864.'],
    ['serve --base-path places', 'It must be a path such as "/locations"'],
    ['serve --log xml', "'xml' is invalid. Allowed choices are json, pretty, off."],
    ['serve --cors HTTP://A', 'Browsers send this origin as http://a; write it like that.'],
    [
      'serve --cors https://*.A.example',
      'Browsers send this origin as https://*.a.example; write it like that.',
    ],
    ['serve --quiet --log json', "option '--quiet' cannot be used with option '--log <format>'"],
    ['serve --explain --log off', '--explain needs a request log, but that is off.'],
    ['serve --watch', '--watch needs --data.'],
    [
      'serve --data a.csv --store sqlite:a.db',
      '--data fills a store in memory; use location-records import for others.',
    ],
    ['serve --workers 0', 'It must be auto, or a whole number from 1 to 128.'],
    [
      'serve --workers 2',
      'SQLite takes the writes of one process at a time: for --workers use PostgreSQL or Redis, or leave --workers out.',
    ],
    [
      'serve --workers auto --data a.csv',
      'Records in memory belong to one process: for --workers use PostgreSQL or Redis, or leave --workers out.',
    ],
    [
      'serve --store mongodb://a',
      'Known stores: memory:, sqlite:<path>, postgres://<host>/<database>, redis://<host>',
    ],
    ['serve --store foo.db', 'Did you mean sqlite:foo.db?'],
    ['serve --store C:\\x.db', 'Did you mean sqlite:C:\\x.db?'],
    ['serve --store memory:a', 'memory: takes nothing after the colon.'],
    ['serve --store sqlite:', 'A path must follow the colon'],
    ['check a --timeout 5s', 'It must be a whole number of milliseconds from 1 to 178956970.'],
    ['copy memory: sqlite:a', 'Records in memory end with this command'],
    ['copy sqlite:a a.db', 'Did you mean sqlite:a.db?'],
  ])('%s', (line, message) => {
    const mistake = mistakeIn(line.split(' '));
    expect(mistake.message).toContain(message);
    expect(mistake.message).toMatch(/^[^\n]+$/);
  });

  test('names the help of its command', () => {
    expect(mistakeIn(['serve', '--port', 'x']).hint).toBe('Run location-records serve --help.');
    expect(mistakeIn(['copy', 'a']).hint).toBe('Run location-records copy --help.');
    expect(mistakeIn(['sever']).hint).toBe('Run location-records --help.');
  });
});

describe('an environment variable', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test('sets an option that is not given', () => {
    vi.stubEnv('PORT', '1');
    vi.stubEnv('HOST', '0.0.0.0');
    vi.stubEnv('STORE_URL', 'redis://a');
    vi.stubEnv('LOCATION_RECORDS_BASE_PATH', '/places');
    vi.stubEnv('LOCATION_RECORDS_EXPLAIN', 'true');
    vi.stubEnv('LOCATION_RECORDS_CORS', 'https://a.example, https://*.b.example');
    expect(serveOptions(['--port', '2'])).toMatchObject({
      port: 2,
      host: '0.0.0.0',
      store: { scheme: 'redis', address: 'redis://a' },
      basePath: '/places',
      explain: true,
      cors: ['https://a.example', 'https://*.b.example'],
    });
  });

  test.each([
    ['PORT', ''],
    ['STORE_URL', ''],
    ['HOST', 'my-machine'],
    ['HOST', 'x86_64-conda-linux-gnu'],
    ['LOCATION_RECORDS_QUIET', 'false'],
    ['LOCATION_RECORDS_QUIET', '0'],
    ['LOCATION_RECORDS_UNKNOWN', 'x'],
  ])('%s=%s counts as not set', (name, value) => {
    const plain = serveOptions([]);
    vi.stubEnv(name, value);
    expect(serveOptions([])).toEqual(plain);
  });

  test('is named when its value is wrong', () => {
    vi.stubEnv('PORT', 'x');
    expect(mistakeIn(['serve']).message).toMatch(
      /^option '--port <number>' value 'x' from env 'PORT' is invalid\. It/,
    );
  });

  test('has no effect on commands that do not serve', () => {
    vi.stubEnv('LOCATION_RECORDS_TIMEOUT', 'x');
    vi.stubEnv('STORE_URL', 'x');
    expect(checkOptions([])).toMatchObject({ timeout: 5000 });
  });
});
