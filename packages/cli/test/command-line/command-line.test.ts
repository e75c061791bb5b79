import { freePort } from '@location-records/workspace/engines';
import { startCli } from '@location-records/workspace/tests';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';

async function runToEnd(args: readonly string[], options = {}) {
  const run = runHere(args, options);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('wrong usage is reported in one line, and one about the help of the command', () => {
  const origin = 'It must be *, an origin such as https://example.org';
  const field = '--header must be a name, a colon and a value, such as "Authorization: Bearer abc", or @ and';
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
    ['serve --quiet --log json', "option '--quiet' cannot be used with option '--log <format>'"],
    ['serve --explain --log off', '--explain needs a request log, but that is off.'],
    ['serve --watch', '--watch needs --data.'],
    ['serve --map-style a.json --store redis://a', '--map-style needs --areas.'],
    ['serve --map view --no-areas', '--map needs the map: leave --no-areas out.'],
    ['serve --map edit --read-only', '--map edit does not go with --read-only.'],
    ['serve --map draw', "'draw' is invalid. Allowed choices are edit, view."],
    ['serve --data a.csv --store sqlite:a.db', 'use location-records import for others.'],
    ['serve --workers 0', 'It must be auto, or a whole number from 1 to 128.'],
    [
      'serve --workers 2',
      'SQLite accepts the writes of one process at a time: for --workers use PostgreSQL or Redis',
    ],
    [
      'serve --workers auto --data a.csv',
      'Records in memory belong to one process: for --workers use PostgreSQL',
    ],
    [
      'serve --store mongodb://a',
      'Known stores: memory:, sqlite:<path>, postgres://<host>/<database>, redis://<host>',
    ],
    ['serve --store foo.db', 'Did you mean sqlite:foo.db?'],
    ['serve --store C:\\x.db', 'Did you mean sqlite:C:\\x.db?'],
    ['serve --store memory:a', 'memory: takes nothing after the colon.'],
    ['serve --store sqlite:', 'A path must follow the colon'],
    ['serve --cors HTTP://A', 'Browsers send this origin as http://a; write it like that.'],
    ['serve --cors https://a:443', 'Browsers send this origin as https://a; write it like that.'],
    [
      'serve --cors https://*.A.example',
      'Browsers send this origin as https://*.a.example; write it like that.',
    ],
    ['serve --cors null', origin],
    ['serve --cors example.org', origin],
    ['serve --cors https://example.org/a', origin],
    ['serve --cors https://日本.jp', origin],
    ['serve --cors https://a*.example.org', origin],
    ['serve --cors https://*.*.example.org', origin],
    ['check a --timeout 5s', 'It must be a whole number of milliseconds from 1 to 178956970.'],
    ['check http://a --header secret', field],
    ['find http://a --header :secret', field],
    ['find http://a --header X:\u2028secret', field],
    [
      'find http://a --header Content-Length:1',
      '--header cannot be Content-Length, which the command sets itself.',
    ],
    ['copy memory: sqlite:a', 'Records in memory end with this command'],
    ['copy sqlite:a a.db', 'Did you mean sqlite:a.db?'],
    ['copy sqlite:a', "missing required argument 'target'"],
    ['copy sqlite:a sqlite:b --verify-only --no-verify', "cannot be used with option '--no-verify'"],
    ['find places.db', 'Did you mean sqlite:places.db?'],
    ['find http://127.0.0.1:8080/?a', 'It must be the base URL of a service, such as http://127.0.0.1:8080.'],
    [
      'find ftp://example.org',
      'It must be the http:// or https:// URL of a service, or a store: sqlite:<path>',
    ],
    ['export a.csv --near 1,2', '--near needs --radius.'],
    ['import - --timeout 5', '--timeout is for a service; name it with --url.'],
    ['import - --url http://a --store sqlite:x.db', 'cannot be used with option'],
    ['import - --delimiter ab', 'It must be one character, or tab.'],
    ['diff http://a --runs 0', "'--runs <number>' argument '0' is invalid"],
    ['diff http://a --exact --null-is-absent', "cannot be used with option '--null-is-absent'"],
  ])('%s', async (line, message) => {
    const args = line.split(' ');
    const { exitCode, stdout, stderr } = await runToEnd(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    const [first, ...rest] = stderr.split('\n');
    expect(first).toContain(`location-records: `);
    expect(first).toContain(message);
    const name = /^(-|sever)/.test(line) ? '' : ` ${args[0]}`;
    expect(rest).toEqual([`Run location-records${name} --help.`, '']);
    expect(first).not.toContain('secret');
  });
});

test('the command alone shows its help on stderr, with exit code 2', async () => {
  const help = await runToEnd(['--help']);
  expect(await runToEnd([])).toEqual({ exitCode: 2, stdout: '', stderr: help.stdout });
  expect(await runToEnd(['help'])).toEqual(help);
  expect(await runToEnd(['help', 'serve'])).toEqual(await runToEnd(['serve', '--help']));
});

describe('environment variables', () => {
  test('set options that are not given', async () => {
    const served = await serveHere([], {
      env: {
        PORT: '1',
        HOST: '127.0.0.1',
        STORE_URL: 'sqlite:/nowhere/a.db',
        LOCATION_RECORDS_BASE_PATH: '/places',
        LOCATION_RECORDS_EXPLAIN: 'true',
        LOCATION_RECORDS_CORS: 'https://a.example, https://*.b.example',
      },
    });
    expect(new URL(served.url).pathname).toBe('/places');
    for (const origin of ['https://a.example', 'https://x.b.example']) {
      const { headers } = await fetch(`${served.url}/a`, { headers: { Origin: origin } });
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
    }
    expect(await served.stop()).toBe(0);
    expect(served.stdout.text).toContain('"reason":"the record \\"a\\" is absent"');
  });

  test.each([
    ['PORT', ''],
    ['HOST', 'my-machine'],
    ['HOST', 'x86_64-conda-linux-gnu'],
    ['LOCATION_RECORDS_QUIET', 'false'],
    ['LOCATION_RECORDS_QUIET', '0'],
    ['LOCATION_RECORDS_UNKNOWN', 'x'],
  ])('%s=%s counts as not set', async (name, value) => {
    const served = await serveHere(['--log', 'pretty'], { env: { [name]: value } });
    expect(new URL(served.url).hostname).toBe('127.0.0.1');
    expect(await served.stop()).toBe(0);
    expect(served.stdout.text).toContain('\nTry: curl');
  });

  test('are named when their values are wrong', async () => {
    const { exitCode, stderr } = await runToEnd(['serve'], { env: { PORT: 'x' } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("option '--port <number>' value 'x' from env 'PORT' is invalid. It");
  });

  test('have no effect on commands that do not serve', async () => {
    const env = { LOCATION_RECORDS_TIMEOUT: 'x', STORE_URL: 'x' };
    const { exitCode } = await runToEnd(['check', `http://127.0.0.1:${await freePort()}`], { env });
    expect(exitCode).toBe(3);
  });
});

describe('in a working directory that was deleted', () => {
  afterEach(() => void vi.restoreAllMocks());
  const leave = () =>
    vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' });
    });

  test.each([[['--version']], [['serve', '--help']]])('%j works', async (args) => {
    leave();
    expect(await runToEnd(args)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test.each([[[]], [['--store', 'sqlite:./a.db']]])('serve %j says what to do', async (args) => {
    leave();
    const { exitCode, stderr } = await runToEnd(['serve', '--port', '0', ...args]);
    expect([exitCode, stderr]).toEqual([
      1,
      'location-records: The working directory no longer exists; change to one that does, or name an absolute path, as in --store sqlite:/var/lib/locations.db.\n',
    ]);
  });

  test('serve --store memory: works', async () => {
    leave();
    expect(await (await serveHere(['--store', 'memory:'])).stop()).toBe(0);
  });
});

/** Emits two warnings as soon as the command listens for warnings. */
const warn = `
process.on('newListener', (name) => {
  if (name !== 'warning') return;
  setImmediate(() => {
    process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning');
    process.emitWarning('another warning');
  });
});`;

test('warnings of Node.js are printed, except that SQLite is experimental', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(warn)}`;
  const cli = await startCli(['--port', '0', '--store', 'memory:'], { env: { NODE_OPTIONS } });
  await cli.cli.until(() => cli.stderr().includes('another warning'));
  expect(await cli.stop()).toBe(0);
  expect(cli.stderr()).toMatch(/^\(node:\d+\) Warning: another warning\n/);
  expect(cli.stderr()).not.toContain('SQLite');
});
