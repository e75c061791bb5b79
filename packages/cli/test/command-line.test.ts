import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../src/command-line.ts';
import { UsageError } from '../src/usage-error.ts';

function serveOptions(args: readonly string[], env: Record<string, string> = {}) {
  const invocation = parseCommandLine(['serve', ...args], env);
  if (invocation.kind !== 'serve') throw new Error(`This asks for ${invocation.kind}.`);
  return invocation.options;
}

function checkOptions(args: readonly string[]) {
  const invocation = parseCommandLine(['check', 'http://a', ...args], {});
  if (invocation.kind !== 'check') throw new Error(`This asks for ${invocation.kind}.`);
  return invocation.options;
}

test('without flags, everything has its default', () => {
  expect(serveOptions([])).toEqual({
    port: 8080,
    host: '127.0.0.1',
    store: { scheme: 'sqlite', place: resolve('location-records.db') },
    basePath: '/',
    bodyLimit: 4096,
    unknownMembers: 'reject',
    absentDescription: 'omit',
  });
});

test('every flag becomes a plain value', () => {
  const flags =
    '--port 0 --host ::1 --store memory: --base-path /a --body-limit 10 --strict-coordinates ' +
    '--unknown-members ignore --absent-description null --cors --log json --explain';
  expect(serveOptions(flags.split(' '))).toEqual({
    port: 0,
    host: '::1',
    store: { scheme: 'memory', place: '' },
    basePath: '/a',
    bodyLimit: 10,
    strictCoordinates: true,
    unknownMembers: 'ignore',
    absentDescription: 'null',
    cors: '*',
    log: 'json',
    explain: true,
  });
});

describe('check', () => {
  test('needs nothing but a URL', () => {
    expect(checkOptions([])).toEqual({ url: 'http://a', format: 'text', timeout: 5000 });
  });

  test('takes every flag as a plain value', () => {
    const flags =
      '--read-only --spec-only --only SPEC --only D16 --skip list- --timeout 50 --insecure --junit --output a.xml';
    expect(checkOptions(flags.split(' '))).toEqual({
      url: 'http://a',
      readOnly: true,
      specOnly: true,
      only: ['SPEC', 'D16'],
      skip: ['list-'],
      timeout: 50,
      insecure: true,
      format: 'junit',
      output: 'a.xml',
    });
    expect(checkOptions(['--json']).format).toBe('json');
  });
});

describe('the port', () => {
  test('comes from PORT where no flag gives it', () => {
    expect(serveOptions([], { PORT: '9000' }).port).toBe(9000);
    expect(serveOptions(['--port', '0'], { PORT: '9000' }).port).toBe(0);
    expect(serveOptions(['--port', '8080'], { PORT: '9000' }).port).toBe(8080);
  });

  test('is the default where PORT is empty', () => {
    expect(serveOptions([], { PORT: '' }).port).toBe(8080);
  });

  test('is not read from PORT where the flag gives it', () => {
    expect(serveOptions(['--port', '1'], { PORT: 'nonsense' }).port).toBe(1);
  });
});

describe('the CORS origin', () => {
  test.each([
    '*',
    'https://example.org',
    'http://localhost:3000',
    'http://[::1]:5173',
    'capacitor://localhost',
  ])('may be %s', (origin) => {
    expect(serveOptions(['--cors', origin]).cors).toBe(origin);
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
    'app://a\u0001',
  ])('may not be %s', (origin) => {
    expect(() => serveOptions(['--cors', origin])).toThrow(UsageError);
  });
});

describe('help', () => {
  test.each([
    [['help'], ['--help']],
    [['help', 'help'], ['--help']],
    [
      ['help', 'serve'],
      ['serve', '--help'],
    ],
    [
      ['help', 'check'],
      ['check', '--help'],
    ],
  ])('%j shows what %j shows', (args, same) => {
    const shown = parseCommandLine(args, {});
    expect(shown).toEqual(parseCommandLine(same, {}));
    expect(shown).toMatchObject({ kind: 'show', text: expect.stringMatching(/^Usage: location-records /) });
  });
});

describe('a mistake is told in one line, with a hint', () => {
  const serve = 'Run location-records serve --help.';
  const check = 'Run location-records check --help.';
  const root = 'Run location-records --help.';
  test.each<[string[], string, string]>([
    [[], 'a command is missing, such as serve', root],
    [['sever'], "unknown command 'sever' (Did you mean serve?)", root],
    [['help', 'bogus', 'help'], 'there is no command "bogus"', root],
    [['help', 'bogus'], 'there is no command "bogus"', root],
    [['--port', '1'], "unknown option '--port'", root],
    [['serve', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)", serve],
    [['serve', 'now'], "too many arguments for 'serve'. Expected 0 arguments but got 1.", serve],
    [['serve', '--port'], "option '--port <number>' argument missing", serve],
    [['serve', '--port', '65536'], 'It must be a whole number from 0 to 65535.', serve],
    [['serve', '--port', '80a'], 'It must be a whole number.', serve],
    [['serve', '--port', '-1'], 'It must be a whole number.', serve],
    [['serve', '--port', ''], 'It must be a whole number.', serve],
    [['serve', '--host', ''], 'It must be an address or a name of this machine.', serve],
    [['serve', '--body-limit', '0'], 'It must be a whole number from 1 to 67108864.', serve],
    [['serve', '--body-limit', '1e3'], 'It must be a whole number.', serve],
    [['serve', '--base-path', 'places'], 'It must be a path such as "/locations"', serve],
    [['serve', '--unknown-members', 'drop'], 'Allowed choices are reject, ignore.', serve],
    [['serve', '--absent-description', ''], 'Allowed choices are omit, null.', serve],
    [['serve', '--log', 'xml'], 'Allowed choices are json, pretty, off.', serve],
    [['serve', '--cors', 'HTTP://A'], 'Browsers call this origin http://a; write it so.', serve],
    [['serve', '--cors', 'app://日本'], 'An origin is made of printable ASCII characters.', serve],
    [['serve', '--quiet', '--log', 'json'], "'--quiet' cannot be used with option '--log <format>'", serve],
    [['serve', '--explain', '--quiet'], "'--explain' cannot be used with option '--quiet'", serve],
    [['serve', '--explain', '--log', 'off'], "'--explain' cannot be used with option '--log off'", serve],
    [
      ['serve', '--store', 'mongodb://a'],
      'The known stores are memory:, sqlite:<path>, postgres://<host>/<database>, redis://<host>[,<host>…].',
      serve,
    ],
    [
      ['serve', '--store', 'locations.db'],
      'The known stores are memory:, sqlite:<path>, postgres://<host>/<database>, redis://<host>[,<host>…].',
      serve,
    ],
    [['serve', '--store', 'memory:a'], 'memory: takes nothing after the colon.', serve],
    [['serve', '--store', 'sqlite:'], 'A path must follow the colon', serve],
    [['serve', '--store', 'sqlite::memory:'], 'For records in memory, write memory:.', serve],
    [['serve', '--store', 'sqlite://a.db'], 'Write sqlite:<path>, with one slash or none.', serve],
    [['check'], "missing required argument 'url'", check],
    [['check', 'a', 'b'], "too many arguments for 'check'. Expected 1 argument but got 2.", check],
    [['check', 'a', '--timeout', '0'], 'It must be a whole number from 1 to 178956970.', check],
    [['check', 'a', '--json', '--junit'], "'--json' cannot be used with option '--junit'", check],
    [['check', 'a', '--output', 'b'], "option '--output <file>' needs --json or --junit", check],
    [['serve', '--port', 'a\nb\u001b[31m'], "'a b\\u001b[31m' is invalid", serve],
  ])('%j', (args, message, hint) => {
    expect(() => parseCommandLine(args, {})).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message), hint }),
    );
    expect(() => parseCommandLine(args, {})).toThrow(/^[^\n]+$/);
  });

  test('PORT is named', () => {
    expect(() => parseCommandLine(['serve'], { PORT: '80a' })).toThrow(
      "environment variable PORT '80a' is invalid. It must be a whole number.",
    );
  });
});
