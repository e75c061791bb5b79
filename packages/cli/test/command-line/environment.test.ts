import { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/command-line/environment.ts';
import { parseText, repeat } from '../../src/command-line/option-values.ts';
import { createProgram, parseCommandLine } from '../../src/command-line/parse-command-line.ts';
import { parseStoreUrl } from '../../src/store-urls/store-urls.ts';

function serveOptions(args: readonly string[], env: Record<string, string>) {
  const invocation = parseCommandLine(['serve', ...args], env);
  if (invocation.kind !== 'serve') throw new Error(`This asks for ${invocation.kind}.`);
  return invocation.options;
}

/** For every flag of serve: its environment variables, a value, and what comes of it. */
const variables: Record<string, readonly [names: readonly string[], value: string, option: object]> = {
  '--port': [['LOCATION_RECORDS_PORT', 'PORT'], '9000', { port: 9000 }],
  '--host': [['LOCATION_RECORDS_HOST', 'HOST'], '::1', { host: '::1' }],
  '--store': [['LOCATION_RECORDS_STORE', 'STORE_URL'], 'memory:', { store: parseStoreUrl('memory:') }],
  '--max-log-size': [['LOCATION_RECORDS_MAX_LOG_SIZE'], '64', { maxLogSize: 64 * 2 ** 20 }],
  '--workers': [['LOCATION_RECORDS_WORKERS'], '3', { workers: 3 }],
  '--data': [['LOCATION_RECORDS_DATA'], 'a.csv', { data: 'a.csv', store: parseStoreUrl('memory:') }],
  '--watch': [['LOCATION_RECORDS_WATCH'], '1', { watch: true }],
  '--map-style': [['LOCATION_RECORDS_MAP_STYLE'], 'style.json', { mapStyle: 'style.json' }],
  '--base-path': [['LOCATION_RECORDS_BASE_PATH'], '/a', { basePath: '/a' }],
  '--body-limit': [['LOCATION_RECORDS_BODY_LIMIT'], '10', { bodyLimit: 10 }],
  '--strict-coordinates': [['LOCATION_RECORDS_STRICT_COORDINATES'], 'true', { strictCoordinates: true }],
  '--unknown-members': [['LOCATION_RECORDS_UNKNOWN_MEMBERS'], 'ignore', { unknownMembers: 'ignore' }],
  '--absent-description': [['LOCATION_RECORDS_ABSENT_DESCRIPTION'], 'null', { absentDescription: 'null' }],
  '--areas': [['LOCATION_RECORDS_AREAS'], '1', { areas: true }],
  '--cors': [['LOCATION_RECORDS_CORS'], 'https://example.org', { cors: ['https://example.org'] }],
  '--allowed-host': [
    ['LOCATION_RECORDS_ALLOWED_HOST'],
    'a.example, b.example',
    { allowedHost: ['a.example', 'b.example'] },
  ],
  '--grace': [['LOCATION_RECORDS_GRACE'], '3', { grace: 3 }],
  '--quiet': [['LOCATION_RECORDS_QUIET'], '1', { quiet: true }],
  '--log': [['LOCATION_RECORDS_LOG'], 'json', { log: 'json' }],
  '--explain': [['LOCATION_RECORDS_EXPLAIN'], 'True', { explain: true }],
};

test.each(Object.entries(variables))('%s has its variables', (_, [names, value, option]) => {
  // Nothing else can be watched, and nothing else has a map.
  const args = 'watch' in option ? ['--data', 'a.csv'] : 'mapStyle' in option ? ['--areas'] : [];
  for (const name of names) expect(serveOptions(args, { [name]: value })).toMatchObject(option);
});

test('every flag of serve has one, by the rule and in the help', () => {
  const serve = createProgram({}, () => {}).commands.find((command) => command.name() === 'serve');
  const flags = (serve?.options ?? []).map(({ long }) => long ?? '');
  expect(Object.keys(variables)).toEqual(flags);
  const help = parseCommandLine(['serve', '--help'], {});
  for (const flag of flags) {
    const [names = []] = variables[flag] ?? [];
    expect(names[0]).toBe(`LOCATION_RECORDS_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`);
    expect(help).toMatchObject({ text: expect.stringMatching(`\n  ${flag} +${names.join(' or ')}\n`) });
  }
});

describe('the fake', () => {
  const options = (env: Record<string, string>) => {
    const invocation = parseCommandLine(['fake'], env);
    if (invocation.kind !== 'fake') throw new Error(`This asks for ${invocation.kind}.`);
    return invocation.options;
  };

  test.each([
    ['LOCATION_RECORDS_SEED', 'records.json', { seed: 'records.json' }],
    ['LOCATION_RECORDS_DELAY', '100-300', { delay: [100, 300] }],
    ['LOCATION_RECORDS_RANDOM_SEED', '7', { randomSeed: 7 }],
    ['LOCATION_RECORDS_FAULT', 'loseWrite, readStale', { fault: ['loseWrite', 'readStale'] }],
    [
      'LOCATION_RECORDS_FAULT',
      '{"fault":"loseWrite","times":1}',
      { fault: ['{"fault":"loseWrite","times":1}'] },
    ],
    ['PORT', '9000', { port: 9000 }],
  ])('reads %s=%s', (name, value, option) => {
    expect(options({ [name]: value })).toMatchObject(option);
  });

  test('names the variable that is wrong', () => {
    expect(() => options({ LOCATION_RECORDS_DELAY: 'long' })).toThrow(
      'The environment variable LOCATION_RECORDS_DELAY cannot be "long". It must be milliseconds, such as 200, or a range of them, such as 100-300.',
    );
  });
});

describe('of several values, the first counts of', () => {
  test('flag, long variable and short variable', () => {
    const env = { LOCATION_RECORDS_PORT: '2', PORT: '3' };
    expect(serveOptions(['--port', '1'], env).port).toBe(1);
    expect(serveOptions(['--port', '8080'], env).port).toBe(8080);
    expect(serveOptions([], env).port).toBe(2);
    expect(serveOptions(['--port', '1'], { PORT: 'nonsense' }).port).toBe(1);
  });

  test('a flag, and the variable of a flag that it excludes', () => {
    expect(serveOptions(['--quiet'], { LOCATION_RECORDS_LOG: 'json' })).not.toHaveProperty('log');
    expect(serveOptions(['--log', 'json'], { LOCATION_RECORDS_QUIET: '1' })).not.toHaveProperty('quiet');
  });
});

describe('a variable says nothing', () => {
  const plain = serveOptions([], {});
  test.each<[string, Record<string, string>]>([
    ['when it is empty', { PORT: '', LOCATION_RECORDS_PORT: '' }],
    ['when it is the name that tcsh gives the machine', { HOST: 'ada' }],
    ['when it is the platform of a tool chain', { HOST: 'x86_64-conda-linux-gnu' }],
    [
      'when Kubernetes has made it for a service of this name',
      {
        LOCATION_RECORDS_PORT: 'tcp://10.0.0.1:80',
        LOCATION_RECORDS_PORT_80_TCP: 'tcp://10.0.0.1:80',
        LOCATION_RECORDS_PORT_80_TCP_PROTO: 'tcp',
        LOCATION_RECORDS_SERVICE_HOST: '10.0.0.1',
        LOCATION_RECORDS_SERVICE_PORT: '80',
        LOCATION_RECORDS_SERVICE_PORT_HTTP: '80',
      },
    ],
    ['when it turns a switch off', { LOCATION_RECORDS_QUIET: 'false', LOCATION_RECORDS_CORS: '0' }],
    ['when it is not one of a flag', { LOCATION_RECORDS_DEBUG: '1' }],
  ])('%s', (_, env) => {
    expect(serveOptions([], env)).toEqual(plain);
  });
});

test('a name of this machine is taken from the long variable', () => {
  expect(serveOptions([], { LOCATION_RECORDS_HOST: 'ada', HOST: '::1' }).host).toBe('ada');
  expect(serveOptions([], { HOST: 'localhost' }).host).toBe('localhost');
});

describe('a flag that may be repeated', () => {
  const read = (env: Record<string, string>, ...args: string[]) => {
    const command = new Command('serve').addOption(repeat(new Option('--name [name]'), parseText));
    command.parse(args, { from: 'user' });
    readEnvironment(command, env);
    return command.opts().name;
  };

  test('has commas between its values', () => {
    expect(read({ LOCATION_RECORDS_NAME: 'a, b,c' })).toEqual(['a', 'b', 'c']);
    expect(read({ LOCATION_RECORDS_NAME: 'a' }, '--name', 'b', '--name', 'c')).toEqual(['b', 'c']);
    expect(read({ LOCATION_RECORDS_NAME: 'true' })).toBe(true);
    expect(read({}, '--name', '--name', 'c')).toBe(true);
  });

  test('has none that is empty', () => {
    expect(() => read({ LOCATION_RECORDS_NAME: 'a,' })).toThrow(
      'The environment variable LOCATION_RECORDS_NAME cannot be empty. It needs a value.',
    );
  });
});

test('--cors without a value is true', () => {
  expect(serveOptions([], { LOCATION_RECORDS_CORS: 'true' }).cors).toEqual(['*']);
});

describe('a mistake names the variable', () => {
  const hint = 'Run location-records serve --help.';
  test.each<[Record<string, string>, string]>([
    [
      { PORT: '80a' },
      'The environment variable PORT cannot be "80a". It must be a whole number from 0 to 65535; 0 is any free port.',
    ],
    [
      { LOCATION_RECORDS_QUIET: 'maybe' },
      'The environment variable LOCATION_RECORDS_QUIET cannot be "maybe". It must be true or false.',
    ],
    [
      { STORE_URL: 'pg://u:secret@h/d' },
      'The environment variable STORE_URL cannot be "pg://***@h/d". Did you mean postgres://…?',
    ],
    [
      { LOCATION_RECORDS_EXPLAIN: '1', LOCATION_RECORDS_LOG: 'off' },
      'The environment variable LOCATION_RECORDS_EXPLAIN needs a request log, but that is off.',
    ],
    [
      { LOCATION_RECORDS_MAX_LOG_SIZE: '1', LOCATION_RECORDS_STORE: 'memory:' },
      'The environment variable LOCATION_RECORDS_MAX_LOG_SIZE is for sqlite: stores; a memory: store has no such log.',
    ],
    [
      { LOCATION_RECORDS_QUIET: '1', LOCATION_RECORDS_LOG: 'json' },
      'The environment variables LOCATION_RECORDS_QUIET and LOCATION_RECORDS_LOG exclude each other; unset one.',
    ],
    [
      { LOCATION_RECORDS_STRICT_COORDINATE: '1' },
      'Unknown environment variable LOCATION_RECORDS_STRICT_COORDINATE. Did you mean LOCATION_RECORDS_STRICT_COORDINATES?',
    ],
  ])('%j', (env, message) => {
    expect(() => parseCommandLine(['serve'], env)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message), hint }),
    );
  });
});

test('other commands read nothing from it', () => {
  const env = {
    LOCATION_RECORDS_TIMEOUT: '1',
    LOCATION_RECORDS_JSON: 'true',
    LOCATION_RECORDS_OVERWRITE: '1',
  };
  const copy = ['copy', 'sqlite:a', 'sqlite:b'];
  expect(parseCommandLine(copy, env)).toEqual(parseCommandLine(copy, {}));
});
