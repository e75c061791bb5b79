import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@location-records/workspace/engines';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';
import { serveOnce, serveSecurely, silent } from '../../servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function check(...args: readonly string[]) {
  const run = runHere(['check', ...args]);
  return { code: await run.exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

/** Checks a service of this command. `log` is what the service was asked. */
async function checkOwn(...flags: readonly string[]) {
  const served = await serveHere(['--log', 'pretty']);
  const checked = await check(served.url, ...flags);
  await served.stop();
  return { ...checked, log: served.stdout.text };
}

/** Checks a server with one response for everything. */
async function checkConstant(status: number, body: string, ...flags: readonly string[]) {
  return check(await serveOnce((_, response) => response.writeHead(status).end(body)), ...flags);
}

/** Starts a server that sends these bytes, as Latin-1, to everybody. */
async function serveBytes(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).end(text, 'latin1');
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a right service has one line, and exit code 0', async () => {
  const { code, stdout, stderr } = await checkOwn('--only', 'SPEC 4.1');
  expect(stdout).toMatch(/^✓ http:\S+: \d+ cases? passed \([\d.]+ s\)\n$/);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a broken clause has a command, what is expected and what came, and exit code 1', async () => {
  const { code, stdout } = await checkConstant(200, '[]', '--only', 'SPEC 4.1');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ SPEC 4\.1: .*\n {4}curl -sS .*\n {4}expected .*\n {4}actual {3}.*\n/);
  expect(stdout).toMatch(/\n✗ http:\S+: \d+ cases? of 1 clause failed, \d+ passed.* \([\d.]+ s\)\n$/);
});

describe('a service with entity tags', () => {
  const cases = ['--only', 'D37', '--only', 'D49'];

  test('passes with --etags, which also judges its conditional requests', async () => {
    const served = await serveHere(['--etags']);
    const { code, stdout } = await check(served.url, '--etags', ...cases);
    await served.stop();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^✓ .*: [2-9]\d cases passed /),
    });
  });

  test('is found without them with --etags', async () => {
    const { code, stdout } = await checkOwn('--etags', ...cases);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ D49: ');
  });
});

describe('the selection of cases', () => {
  test('--only runs the named cases, and --skip leaves some out', async () => {
    expect((await checkOwn('--only', 'D36')).stdout).toContain(': 1 case passed ');
    expect((await checkOwn('--only', 'D36', '--skip', 'response-')).stdout).toBe('');
  });

  test('--read-only sends no write', async () => {
    const { code, log } = await checkOwn('--only', 'SPEC 4.1', '--read-only');
    expect(code).toBe(0);
    expect(log).toMatch(/ GET /);
    expect(log).not.toMatch(/ (POST|PUT|DELETE) \//);
  });

  test('--strict adds the decisions, and --wire the HTTP below', async () => {
    const numberOf = async (...flags: readonly string[]) =>
      JSON.parse((await checkOwn('--read-only', '--json', ...flags)).stdout).cases.length;
    const specification = await numberOf();
    expect(await numberOf('--strict')).toBeGreaterThan(specification);
    expect(await numberOf('--wire')).toBeGreaterThan(specification);
  });
});

test('--concurrency is the number of cases that run at a time', async () => {
  const most = async (concurrency: string) => {
    const waiting = new Set<ServerResponse>();
    let maximum = 0;
    const hold: RequestListener = (req, res) => {
      if (req.url === '/') return res.end('[]');
      waiting.add(res);
      res.once('close', () => waiting.delete(res));
      maximum = Math.max(maximum, waiting.size);
      // Two cases wait for each other; one alone waits until its timeout.
      if (waiting.size === 2) for (const one of waiting) one.end();
      return undefined;
    };
    const flags = ['--only', 'shape-description', '--timeout', '50', '--concurrency', concurrency];
    await check(await serveOnce(hold), ...flags);
    return maximum;
  };
  expect([await most('1'), await most('2')]).toEqual([1, 2]);
});

test('--header is sent with every request, and not shown', async () => {
  const seen = new Set<string | undefined>();
  const url = await serveOnce((req, res) => {
    seen.add(req.headers.authorization);
    res.setHeader('Content-Type', 'application/json').end('[]');
  });
  const { stdout } = await check(url, '--only', 'SPEC 4.1', '--header', 'Authorization: Bearer secret');
  expect([...seen]).toEqual(['Bearer secret']);
  expect(stdout).toContain(' -H "$HEADER" ');
  expect(stdout).not.toContain('secret');
});

test('--insecure accepts an untrusted certificate', async () => {
  const url = await serveSecurely();
  const { code, stderr } = await check(url, '--only', 'D36');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^location-records: The certificate of localhost is not trusted .*--insecure/);
  expect((await check(url, '--only', 'D36', '--insecure')).code).toBe(0);
});

test('--json writes the report alone', async () => {
  const { code, stdout } = await checkOwn('--only', 'response-get-absent', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0, findings: [], cases: [{ outcome: 'passed' }] });
});

test('--junit writes a suite for each clause to a file, or to stdout instead of the text', async () => {
  const file = join(folder, 'report.xml');
  const { stdout } = await checkConstant(200, '[]', '--only', 'SPEC 4.1', '--junit', file);
  expect(stdout).toContain('1 clause failed');
  const xml = readFileSync(file, 'utf8');
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="location-records check http:/,
  );
  expect(xml).toMatch(/<testsuite name="SPEC 4\.1" tests="\d+" failures="[1-9]/);
  expect(xml).toMatch(/<failure message="expected 404 {&quot;.* type="violation">\ncurl -sS/);
  const direct = await checkOwn('--only', 'SPEC 4.1', '--junit', '-');
  expect(direct.stdout).toMatch(/^<\?xml [\s\S]*<\/testsuites>\n$/);
});

test('a signal ends the check, which removes what it has created', async () => {
  const served = await serveHere(['--log', 'pretty']);
  const run = runHere(['check', served.url]);
  await expect.poll(() => served.stdout.text).toMatch(/ POST \/check-/);
  run.signal('SIGINT');
  expect(await run.exitCode).toBe(130);
  expect(run.stdout.text).toContain('The run ended early. The check was stopped.');
  expect(await (await fetch(`${served.url}/`)).text()).toBe('[]');
  await served.stop();
});

describe('a signal ends the check of a server that does not respond', () => {
  test('at all', async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const run = runHere(['check', await serveOnce(() => ask()), '--timeout', '600000', '--json']);
    await asked;
    run.signal('SIGTERM');
    expect(await run.exitCode).toBe(143);
    const message = 'Stopped before the server responded.';
    expect(run.stderr.text).toBe(`location-records: ${message}\n`);
    expect(JSON.parse(run.stdout.text)).toEqual({ error: { code: 'STOPPED', message } });
  });

  test('any more, and the report has what is known', async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const url = await serveOnce((req, res) => {
      if (req.url === '/') res.setHeader('Content-Type', 'application/json').end('[]');
      else ask();
    });
    const run = runHere(['check', url, '--timeout', '600000']);
    await asked;
    run.signal('SIGINT');
    expect(await run.exitCode).toBe(130);
    expect(run.stdout.text).toContain('The run ended early. The check was stopped.');
  });
});

describe('a server that cannot be judged has exit code 3', () => {
  test('when nothing listens, and the JSON has the error', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, stdout, stderr } = await check(url, '--json');
    expect(code).toBe(3);
    const message = `No server listens at ${url}; start the server, or correct the address.`;
    expect(stderr).toBe(`location-records: ${message}\n`);
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'CHECK_UNREACHABLE', message } });
  });

  test('when it does not respond within --timeout', async () => {
    const { code, stderr } = await check(await serveOnce(silent), '--timeout', '20');
    expect(code).toBe(3);
    expect(stderr).toContain('did not respond within 20 ms');
  });

  test('when its status line has 256 KB', async () => {
    const url = await serveBytes(`HTTP/1.1 200${' '.repeat(2 ** 18)}\r\n\r\n`);
    const { code, stderr } = await check(url);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `location-records: ${url} responds with more than is read (The head of the response is too long.); check the address, or a service with fewer records.\n`,
    );
  });

  test('when its status line has controls, which are escaped', async () => {
    const { code, stderr } = await check(await serveBytes('\u001b[31m\u0085\r\n'));
    expect(code).toBe(3);
    expect(stderr).toContain('(Invalid status line: "\\u001b[31m\\u0085"); check the port');
  });

  test('when it wants a token', async () => {
    const { code, stderr } = await checkConstant(401, '{}');
    expect(code).toBe(3);
    expect(stderr).toContain('responds to every request with 401; give it a token');
  });

  test('when every case is left out', async () => {
    const { code, stdout } = await checkOwn('--read-only', '--only', 'SPEC 4.2');
    expect(code).toBe(3);
    expect(stdout).toMatch(/cases? left out: It sends more than GET, HEAD and OPTIONS\.\n/);
  });
});

describe('wrong usage has exit code 2', () => {
  test.each([
    [['localhost:8080'], '"localhost:8080" is not a valid service URL; give one such as http'],
    [['http://a', '--only', 'D4711'], '"D4711" matches no case; name a clause'],
    [['http://a', '--header', 'Host: b'], '--header cannot be Host, which the command sets itself'],
  ])('check %j', async (args, message) => {
    const { code, stdout, stderr } = await check(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`location-records: ${message}`);
    expect(stderr).toContain('\nRun location-records check --help.\n');
  });

  test('a report that cannot be written, after the text', async () => {
    const { code, stdout, stderr } = await checkOwn('--only', 'SPEC 4.1', '--junit', folder);
    expect(code).toBe(2);
    expect(stdout).toContain('passed');
    expect(stderr).toContain(`The file ${folder} cannot be written (EISDIR`);
  });
});
