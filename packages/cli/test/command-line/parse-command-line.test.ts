import { availableParallelism, homedir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram, parseCommandLine } from '../../src/command-line/parse-command-line.ts';
import { UsageError } from '../../src/errors.ts';

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
  expect(serveOptions(['--workers', 'auto']).workers).toBe(availableParallelism());
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
    expect(checkOptions([])).toEqual({
      url: 'http://a',
      format: 'text',
      level: 'all',
      timeout: 5000,
      concurrency: 4,
    });
  });

  test('takes every flag as a plain value', () => {
    const flags =
      '--read-only --spec-only --level service --only SPEC --only D16 --skip list- --timeout 50 --concurrency 2 --fail-fast --header A:b --header=C:d:e --insecure --junit --output a.xml';
    expect(checkOptions(flags.split(' '))).toEqual({
      url: 'http://a',
      readOnly: true,
      specOnly: true,
      only: ['SPEC', 'D16'],
      skip: ['list-'],
      level: 'service',
      timeout: 50,
      concurrency: 2,
      failFast: true,
      headers: [
        ['A', 'b'],
        ['C', 'd:e'],
      ],
      insecure: true,
      format: 'junit',
      output: 'a.xml',
    });
    expect(checkOptions(['--json', '--list'])).toMatchObject({ format: 'json', list: true });
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
    'app://a\u0001',
  ])('may not be %s', (origin) => {
    expect(() => serveOptions(['--cors', origin])).toThrow(UsageError);
  });
});

test('alone it shows the help', () => {
  expect(parseCommandLine([], {})).toEqual({ ...parseCommandLine(['--help'], {}), kind: 'guide' });
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

describe('a mistake is reported in one line, with a hint', () => {
  const serve = 'Run location-records serve --help.';
  const shared =
    'needs a store that processes share, because records in memory belong to one of them; name one with --store (sqlite:<path>, postgres://<host>/<database>, redis://<host>[,<host>…]).';
  const check = 'Run location-records check --help.';
  const copy = 'Run location-records copy --help.';
  const diff = 'Run location-records diff --help.';
  const root = 'Run location-records --help.';
  const port = 'It must be a whole number from 0 to 65535; 0 is any free port.';
  const host = 'It must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0.';
  const stores =
    'Known stores: memory:, sqlite:<path>, postgres://<host>/<database>, redis://<host>[,<host>…].';
  const home = homedir();
  test.each<[string[], string, string]>([
    [['sever'], 'Unknown command "sever". Did you mean serve?', root],
    [['server'], 'Unknown command "server". Did you mean serve?', root],
    [
      ['start'],
      'Unknown command "start". Known commands: serve, fake, check, diff, copy, find, import, export.',
      root,
    ],
    [
      ['help', 'bogus', 'help'],
      'Unknown command "bogus". Known commands: serve, fake, check, diff, copy, find, import, export.',
      root,
    ],
    [['help', 'srve'], 'Unknown command "srve". Did you mean serve?', root],
    [['--port', '1', 'serve'], 'Options follow the command: location-records serve --port 1', root],
    [
      ['--port=1', 'serve', '--quiet'],
      'Options follow the command: location-records serve --port=1 --quiet',
      root,
    ],
    [['--port', '1'], 'A command must come before --port: serve or fake.', root],
    [['--store', 'a b'], 'A command must come before --store: serve, import or export.', root],
    [
      ['--watch', '--store', 'redis://a:b@c'],
      'A command must come first: location-records serve --watch --store redis://***@c',
      root,
    ],
    [['--max-log-size', 'a b'], 'A command must come first: location-records serve …', root],
    [['--json', 'http://a'], 'A command must come before --json: check, diff, copy, import or export.', root],
    [['--versoin'], 'Unknown option "--versoin". Did you mean --version?', root],
    [['--nonsense'], 'Unknown option "--nonsense". A command comes first, such as serve.', root],
    [['serve', '--prot', '1'], 'Unknown option "--prot". Did you mean --port?', serve],
    [['serve', '--basePath', '/a'], 'Unknown option "--basePath". Did you mean --base-path?', serve],
    [['serve', '--strict'], 'Unknown option "--strict". Did you mean --strict-coordinates?', serve],
    [['serve', '-port', '1'], 'Unknown option "-port". Did you mean --port?', serve],
    [['serve', '-p', '1'], 'Unknown option "-p". Did you mean --port?', serve],
    [['serve', '--no-quiet'], 'Unknown option "--no-quiet". Leave out --quiet instead.', serve],
    [
      ['serve', '--json'],
      'serve has no option "--json"; it belongs to check, diff, copy, import and export.',
      serve,
    ],
    [['serve', '--nonsense'], 'serve has no option "--nonsense".', serve],
    [
      ['serve', '--strict-coordinates=yes'],
      '--strict-coordinates takes no value; write it alone, or leave it out.',
      serve,
    ],
    [
      ['copy', 'a', 'b', '--no-verify=1'],
      '--no-verify takes no value; write it alone, or leave it out.',
      copy,
    ],
    [['serve', 'now'], 'serve takes no arguments; "now" is one too many.', serve],
    [['serve', ''], 'serve takes no arguments; "" is one too many.', serve],
    [['serve', '9000'], 'serve takes no arguments; "9000" is one too many. Did you mean --port 9000?', serve],
    [
      ['serve', 'a.db'],
      'serve takes no arguments; "a.db" is one too many. Did you mean --store "a.db"?',
      serve,
    ],
    [['serve', '--port'], '--port needs a value: --port <number>.', serve],
    [['serve', '--port', '--store', 'memory:'], '--port needs a value, but --store follows it.', serve],
    [['serve', '--host', '--port', '1'], '--host needs a value, but --port follows it.', serve],
    [['serve', '--port', '65536'], `--port cannot be "65536". ${port}`, serve],
    [['serve', '--port', '80a'], `--port cannot be "80a". ${port}`, serve],
    [['serve', '--port', '-1'], `--port cannot be "-1". ${port}`, serve],
    [['serve', '--port', ''], `--port cannot be empty. ${port}`, serve],
    [['serve', '--port', 'a\nb\u001b[31m'], `--port cannot be "a b\\u001b[31m". ${port}`, serve],
    [['serve', '--port', '1'.repeat(101)], `--port cannot be "${'1'.repeat(100)}…". ${port}`, serve],
    [['serve', '--host', ''], `--host cannot be empty. ${host}`, serve],
    [['serve', '--host', '*'], `--host cannot be "*". ${host} Did you mean 0.0.0.0?`, serve],
    [['serve', '--host', '[::1]'], `--host cannot be "[::1]". ${host} Did you mean ::1?`, serve],
    [
      ['serve', '--host', 'a.example:1'],
      `--host cannot be "a.example:1". ${host} Did you mean a.example and --port 1?`,
      serve,
    ],
    [
      ['serve', '--host', 'http://[::1]:1/'],
      `--host cannot be "http://[::1]:1/". ${host} Did you mean ::1 and --port 1?`,
      serve,
    ],
    [['serve', '--host', '0.0.0.0/0'], `--host cannot be "0.0.0.0/0". ${host}`, serve],
    [
      ['serve', '--body-limit', '0'],
      '--body-limit cannot be "0". It must be a whole number from 1 to 67108864.',
      serve,
    ],
    [
      ['serve', '--max-log-size', '1GB'],
      '--max-log-size cannot be "1GB". It must be a whole number of MiB from 1 to 1048576.',
      serve,
    ],
    [
      ['serve', '--store', 'memory:', '--max-log-size', '1'],
      '--max-log-size is for sqlite: stores; a memory: store has no such log.',
      serve,
    ],
    [
      ['serve', '--workers', '0'],
      '--workers cannot be "0". It must be auto, or a whole number from 1 to 128.',
      serve,
    ],
    [['serve', '--workers', '2', '--store', 'memory:'], `--workers ${shared}`, serve],
    [['serve', '--workers', 'auto', '--data', 'a.csv'], `--workers ${shared}`, serve],
    [
      ['serve', '--body-limit', '4k'],
      '--body-limit cannot be "4k". It must be a whole number from 1 to 67108864.',
      serve,
    ],
    [['serve', '--base-path', 'places'], 'Did you mean /places?', serve],
    [
      ['serve', '--unknown-members', 'drop'],
      '--unknown-members cannot be "drop". It must be reject or ignore.',
      serve,
    ],
    [
      ['serve', '--absent-description', ''],
      '--absent-description cannot be empty. It must be omit or null.',
      serve,
    ],
    [['serve', '--log', 'xml'], '--log cannot be "xml". It must be json, pretty or off.', serve],
    [
      ['serve', '--log', 'JSON'],
      '--log cannot be "JSON". It must be json, pretty or off. Did you mean json?',
      serve,
    ],
    [
      ['serve', '--cors', 'HTTP://A'],
      '--cors cannot be "HTTP://A". Browsers send this origin as http://a; write it like that.',
      serve,
    ],
    [['serve', '--cors', 'app://日本'], 'An origin consists of printable ASCII characters.', serve],
    [['serve', '--quiet', '--log', 'json'], '--quiet and --log exclude each other; leave one out.', serve],
    [['serve', '--explain', '--quiet'], '--explain and --quiet exclude each other; leave one out.', serve],
    [['serve', '--explain', '--log', 'off'], '--explain needs a request log, but that is off.', serve],
    [['serve', '--store', 'mongodb://a'], `--store cannot be "mongodb://a". ${stores}`, serve],
    [['serve', '--store', ''], `--store cannot be empty. ${stores}`, serve],
    [['serve', '--store', 'redis'], `--store cannot be "redis". ${stores}`, serve],
    [['serve', '--store', 'foo.db'], '--store cannot be "foo.db". Did you mean sqlite:foo.db?', serve],
    [['serve', '--store', ' memory:'], '--store cannot be "memory:". Did you mean memory:?', serve],
    [
      ['serve', '--store', 'sqllite:x.db'],
      '--store cannot be "sqllite:x.db". Did you mean sqlite:x.db?',
      serve,
    ],
    [
      ['serve', '--store', 'sqlite3:x.db'],
      '--store cannot be "sqlite3:x.db". Did you mean sqlite:x.db?',
      serve,
    ],
    [['serve', '--store', 'file:x.db'], '--store cannot be "file:x.db". Did you mean sqlite:x.db?', serve],
    [['serve', '--store', 'C:\\x.db'], '--store cannot be "C:\\x.db". Did you mean sqlite:C:\\x.db?', serve],
    [['serve', '--store', '~/x.db'], `--store cannot be "~/x.db". Did you mean sqlite:${home}/x.db?`, serve],
    [
      ['serve', '--store', 'sqlite:~/x.db'],
      `--store cannot be "sqlite:~/x.db". The shell has not replaced the ~. Write sqlite:${home}/x.db, or sqlite:./~/x.db for a folder of that name.`,
      serve,
    ],
    [
      ['serve', '--store', 'pg://u:secret@h/d'],
      '--store cannot be "pg://***@h/d". Did you mean postgres://…?',
      serve,
    ],
    [
      ['serve', '--store', 'http://a'],
      '--store cannot be "http://a". This is the URL of a service. A store keeps',
      serve,
    ],
    [['serve', '--store', 'memory:a'], 'memory: takes nothing after the colon.', serve],
    [['serve', '--store', 'sqlite:'], 'A path must follow the colon', serve],
    [['serve', '--store', 'sqlite::memory:'], 'For records in memory, write memory:.', serve],
    [['serve', '--store', 'sqlite://a.db'], 'Write sqlite:<path>, with one slash or none.', serve],
    [['check'], '<url> is missing: location-records check <url>.', check],
    [['check', 'a', 'b'], 'check takes only <url>; "b" is one too many.', check],
    [
      ['check', 'a', '--timeout', '0'],
      'It must be a whole number of milliseconds from 1 to 178956970.',
      check,
    ],
    [
      ['check', 'a', '--timeout', '5s'],
      '--timeout cannot be "5s". It must be a whole number of milliseconds',
      check,
    ],
    [['check', 'a', '--only', '--json'], '--only needs a value, but --json follows it.', check],
    [['check', 'a', '--output', ''], '--output cannot be empty. It needs a value.', check],
    [['check', 'a', '--json', '--junit'], '--json and --junit exclude each other; leave one out.', check],
    [['check', 'a', '--output', 'b'], '--output needs --json or --junit.', check],
    [['diff', 'http://a'], '<url-b> is missing: location-records diff <url-a> <url-b>.', diff],
    [
      ['copy', 'memory:', 'sqlite:a'],
      'The source cannot be "memory:". Records in memory end with this command',
      copy,
    ],
    [['copy', 'sqlite:a', 'a.db'], 'The target cannot be "a.db". Did you mean sqlite:a.db?', copy],
    [
      ['copy', 'sqlite:a', 'sqlite:b', 'c'],
      'copy takes only <source> and <target>; "c" is one too many.',
      copy,
    ],
  ])('%j', (args, message, hint) => {
    expect(() => parseCommandLine(args, {})).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message), hint }),
    );
    expect(() => parseCommandLine(args, {})).toThrow(/^[^\n]+$/);
  });

  const program = createProgram({}, () => {});
  const flags = program.commands.flatMap((command) =>
    command.options.map((option) => [command, option] as const),
  );
  test.each(
    flags.flatMap(([command, option]) =>
      ['', '-1', 'nonsense value', '99999999999999999999', '--help'].map(
        (value) => [command.name(), option.long ?? '', value, option.required] as const,
      ),
    ),
  )('%s %s=%j is accepted, or refused in words of our own', (name, flag, value) => {
    try {
      parseCommandLine([name, `${flag}=${value}`], {});
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message).not.toMatch(/^error:|argument '|option '|command-argument/);
      expect((error as Error).message).toMatch(/^[^\n]+[.?]$/);
    }
  });
});
