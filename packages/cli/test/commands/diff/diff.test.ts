import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
// Loaded beforehand, so that no test waits for it.
import '../../../src/commands/diff/diff.ts';
import { freePort } from '@location-records/workspace/engines';
import { run } from '../../../src/run.ts';
import { Kept, runHere } from '../../run-here.ts';

vi.setConfig({ testTimeout: 30_000 });

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves on a free port, and gives the base URL. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serve(options: Partial<HandlerOptions> = {}): Promise<string> {
  return listen(createListener(createHandler({ store: createMemoryStore(), ...options })));
}

const list = async (url: string) => (await fetch(`${url}/`)).text();

/** Runs the command to its end. */
async function diff(...args: readonly string[]) {
  const run = runHere(['diff', ...args]);
  return { code: await run.exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('services that give the same responses', () => {
  test('are reported as equal, and keep no records of the run', async () => {
    const [a, b] = [await serve(), await serve({ basePath: '/base' })];
    const { code, stdout, stderr } = await diff(a, `${b}/base/`, '--calls', '300', '--seed', '5');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(`^✓ ${a} and ${b}/base: the same responses to 300 calls \\(seed 5, \\d+\\.\\d s\\)\\n$`),
    );
    expect([await list(a), await list(`${b}/base`)]).toEqual(['[]', '[]']);
  });

  test('may be the same one', async () => {
    const url = await serve();
    expect(await diff(url, url, '--calls', '300')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('services that differ', () => {
  test('are shown with curl commands and the last responses side by side', async () => {
    const [a, b] = [await serve(), await serve({ absentDescription: 'null' })];
    const { code, stdout, stderr } = await diff(a, b, '--seed', '8');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const body = '{"coordinates":{"latitude":0,"longitude":0}}';
    const commandsFor = (url: string) => [
      `  ${url}`,
      `    curl -sS -i --path-as-is -X POST -H 'Content-Type: application/json' --data-binary '${body}' ${url}/diff-identifier`,
      `    curl -sS -i --path-as-is ${url}/diff-identifier`,
    ];
    const columns = (...cells: readonly string[]) =>
      `${cells[0]?.padEnd(17)}${cells[1]?.padEnd(46)}${cells[2] ?? ''}`.trimEnd();
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^1\. GET \/diff-identifier: content-length, body \(\d+ times\)$/),
      'Without a record diff-identifier, the last of these calls gets different responses:',
      ...commandsFor(a),
      ...commandsFor(b),
      '',
      columns('', a, b),
      columns('  status', '200', '200'),
      columns('  content-type', 'application/json', 'application/json'),
      columns('≠ content-length', '44', '63'),
      columns('  allow', 'nothing', 'nothing'),
      columns('≠ body', body, '{"description":null,"coordinates":{"latitude'),
      columns('', '', '":0,"longitude":0}}'),
      '',
      expect.stringMatching(
        new RegExp(`^✗ ${a} and ${b}: 1 difference in 2000 calls \\(seed 8, \\d+\\.\\d s\\)$`),
      ),
      '',
    ]);
    expect([await list(a), await list(b)]).toEqual(['[]', '[]']);
  });

  test('are reported as JSON, whose commands show the difference again', async () => {
    const [a, b] = [await serve(), await serve({ unknownMembers: 'ignore' })];
    const { code, stdout } = await diff(a, b, '--seed', '6', '--calls', '5000', '--json');
    expect(code).toBe(1);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      urls: [a, b],
      seed: 6,
      calls: expect.any(Number),
      durationMs: expect.any(Number),
      endedBy: 'calls',
      differences: [
        {
          parts: ['status', 'content-type', 'content-length', 'body'],
          times: expect.any(Number),
          repeated: 'separately',
          isAfterOthers: false,
          responses: [
            { status: 400, body: '{"error_message":"Provided JSON is not valid"}' },
            { status: 200, headers: { 'content-length': ['0'] }, body: '' },
          ],
        },
      ],
    });
    const [onA = [], onB = []]: [string[], string[]] = report.differences[0].commands;
    expect([onA, onB]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(await shell(onA[0])).toMatch(/^HTTP\/1\.1 400 [\s\S]*Provided JSON is not valid/);
    expect(await shell(onB[0])).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('by a response that does not come', async () => {
    const right = createListener(createHandler({ store: createMemoryStore() }));
    const b = await listen((req, res) => (req.method === 'OPTIONS' ? req.destroy() : right(req, res)));
    const { code, stdout } = await diff(await serve(), b, '--seed', '7');
    expect(code).toBe(1);
    expect(stdout).toContain('this call gets different responses:');
    expect(stdout).toMatch(/^≠ response {7}status 200 +none: The connection ended before a line\.$/m);
  });
});

describe('a fault of a connection', () => {
  test('is shown as one command for all calls, which shows it again', async () => {
    const right = createListener(createHandler({ store: createMemoryStore() }));
    const counts = new WeakMap<object, number>();
    const b = await listen((req, res) => {
      const count = (counts.get(req.socket) ?? 0) + 1;
      counts.set(req.socket, count);
      if (count % 3 !== 0) return right(req, res);
      req.resume();
      res.writeHead(500, { 'Content-Type': 'text/plain' }).end('busy');
    });
    const { code, stdout } = await diff(await serve(), b, '--seed', '7', '--end-at-first');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'Without a record diff-identifier, the last of these calls gets different responses, only on the same connection:',
    );
    const line = stdout.split('\n').find((one) => one.startsWith('    curl ') && one.includes(b));
    expect(line?.split(' --next ')).toHaveLength(3);
    expect((await shell(line)).match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 500');
  });

  test('that does not show again is told as that', async () => {
    const right = createListener(createHandler({ store: createMemoryStore() }));
    let count = 0;
    const b = await listen((req, res) => {
      if (++count !== 30) return right(req, res);
      req.resume();
      res.writeHead(503, { 'Content-Length': '0' }).end();
    });
    const { code, stdout } = await diff(await serve(), b, '--seed', '7', '--calls', '200');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Seen once, not reproduced: the last of these calls got different responses, but/m,
    );
    expect(stdout).toMatch(/^ {4}# \d+ calls before these; --json has all$/m);
  });
});

test('equal values in other bytes are told once, and are a difference only with --notation same', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  const b = await listen(
    createListener(async (request) => {
      const response = await handle(request);
      if (typeof response.body !== 'string' || response.body === '') return response;
      const body = response.body.replaceAll(':', ' :').replaceAll(/(?<=\{"error_message" :".*) :/g, ':');
      const headers = { ...response.headers, 'Content-Length': String(Buffer.byteLength(body)) };
      return { ...response, headers, body };
    }),
  );
  const args = [await serve(), b, '--seed', '7', '--calls', '300'];
  const any = await diff(...args);
  expect(any.code).toBe(0);
  expect(any.stdout).toMatch(
    /^The bytes of JSON differ, and the values are equal \(\d+ times\)\. An example:$/m,
  );
  expect(any.stdout).toMatch(/^✓ .*: the same values in the responses to 300 calls \(seed 7, /m);
  const same = await diff(...args, '--notation', 'same');
  expect(same.code).toBe(1);
  expect(same.stdout).toMatch(/^1\. \w+ \/.*: notation \(\d+ times\)$/m);
});

test('a service that is gone is named after the differences found before', async () => {
  const right = createListener(createHandler({ store: createMemoryStore() }));
  let isGone = false;
  const b = await listen((req, res) => {
    isGone ||= req.method === 'OPTIONS';
    if (isGone) return void req.destroy();
    if (req.method !== 'DELETE') return right(req, res);
    req.resume();
    res.writeHead(500, { 'Content-Length': '0' }).end();
  });
  const { code, stdout } = await diff(await serve(), b, '--seed', '7');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /no longer responds \(.*\); see its log\. This call got no response:\n {2}curl .* -X OPTIONS http/,
  );
  expect(stdout).toMatch(/\d differences? in \d+ calls, ended because a service no longer responds \(/);
});

describe('what cannot be compared', () => {
  test('is reported as JSON, with the call that got no response', async () => {
    const right = createListener(createHandler({ store: createMemoryStore() }));
    let isGone = false;
    const b = await listen((req, res) => {
      isGone ||= req.method === 'OPTIONS';
      if (isGone) req.destroy();
      else right(req, res);
    });
    const { code, stdout } = await diff(await serve(), b, '--seed', '7', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'SERVICE_UNREACHABLE',
        message: `${b} no longer responds (The connection ended before a line); see its log.`,
        call: expect.stringMatching(/^curl -sS -i --path-as-is -X OPTIONS http/),
      },
    });
  });

  test('a service that is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await diff(await serve(), url)).toEqual({
      code: 2,
      stdout: '',
      stderr: `location-records: No server listens at ${url}; start the server, or correct the address.\n`,
    });
  });

  test('a service that ends, which is reported with the call that ended it', async () => {
    const right = createListener(createHandler({ store: createMemoryStore() }));
    let isGone = false;
    const b = await listen((req, res) => {
      isGone ||= req.method === 'OPTIONS';
      if (isGone) req.destroy();
      else right(req, res);
    });
    const { code, stdout, stderr } = await diff(await serve(), b, '--seed', '7');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `location-records: ${b} no longer responds (The connection ended before a line); see its log. This call got no response:`,
      expect.stringMatching(/^curl -sS -i --path-as-is -X OPTIONS http/),
      '',
    ]);
  });

  test.each([
    [['http://127.0.0.1:1'], /^location-records: missing required argument 'url-b'/],
    [['http://127.0.0.1:1', 'localhost'], /^location-records: "localhost" is not a valid service URL/],
    [['http://a', 'http://b', '--calls', '0'], /'--calls <number>' argument '0' is invalid/],
    [['http://a', 'http://b', '--seed', '-1'], /'--seed <number>' argument '-1' is invalid/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await diff(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/\nRun location-records diff --help\.\n$/);
  });
});

test('a signal ends it, and it removes its records before', async () => {
  const url = await serve();
  const run = runHere(['diff', url, url, '--calls', '1000000', '--seed', '8']);
  await expect.poll(async () => (await list(url)).length, { interval: 1 }).toBeGreaterThan(2);
  run.signal('SIGTERM');
  expect(await run.exitCode).toBe(143);
  expect(run.stdout.text).toMatch(/: stopped after \d+ calls, the same responses so far \(seed 8, /);
  expect(await list(url)).toBe('[]');
});

test('a terminal shows the progress', async () => {
  const [url, other] = [await serve(), await serve({ absentDescription: 'null' })];
  const stderr = new Kept({ isTTY: true });
  const streams = { stdin: Readable.from([]), stdout: new Kept(), stderr };
  const io = Object.assign(new EventEmitter(), { ...streams, env: {} });
  await run(['diff', url, url, '--calls', '300'], io);
  expect(stderr.text).toMatch(/█░+ \d+\/300 calls\r/);
  expect(stderr.text).toMatch(/█ 300\/300 calls\r.{3}$/);
  await run(['diff', url, other], io);
  expect(stderr.text).toMatch(/ \d+\/2000 calls, 1 difference\r/);
  expect(stderr.text).toMatch(/Found 1 difference in 2000 calls; tried \d+ shorter sequences\r/);
});

async function shell(command = ''): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command])).stdout;
}
