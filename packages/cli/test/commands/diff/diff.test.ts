import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@location-records/workspace/engines';
import { describe, expect, onTestFinished, test } from 'vitest';
// Loaded beforehand, so that no test waits for it.
import '../../../src/commands/diff/diff.ts';
import { runHere } from '../../run-here.ts';
import { serveOnce, serveSecurely, serviceListener, silent } from '../../servers.ts';

const list = async (url: string) => (await fetch(`${url}/`)).text();

/** Runs the command to its end. */
async function diff(...args: readonly string[]) {
  const run = runHere(['diff', ...args, '--seed', '8']);
  return { code: await run.exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

/** A server that is right until the first OPTIONS, and then closes every connection. */
function mortal(right = serviceListener()): RequestListener {
  let isGone = false;
  return (req, res) => {
    isGone ||= req.method === 'OPTIONS';
    if (isGone) req.destroy();
    else right(req, res);
  };
}

/** A server that creates with 201. */
function creating(right = serviceListener()): RequestListener {
  return (req, res) => {
    if (req.method === 'POST') {
      const { writeHead } = res;
      res.writeHead = ((status: number, ...rest: []) =>
        writeHead.call(res, status === 200 ? 201 : status, ...rest)) as typeof writeHead;
    }
    right(req, res);
  };
}

test('two services with the same responses are equal, and keep no records', async () => {
  const [a, b] = [
    await serveOnce(serviceListener()),
    await serveOnce(serviceListener({ basePath: '/base' })),
  ];
  const { code, stdout, stderr } = await diff(a, `${b}/base/`, '--runs', '5');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    new RegExp(`^✓ ${a} and ${b}/base: the same responses to \\d+ requests \\(seed 8, \\d+\\.\\d s\\)\\n$`),
  );
  expect([await list(a), await list(`${b}/base`)]).toEqual(['[]', '[]']);
});

test('--header-a goes to the first service, and --header-b to the other', async () => {
  const seen: string[] = [];
  const watched = (name: string, right = serviceListener()): RequestListener => {
    return (request, response) => {
      seen.push(`${name} ${request.headers.authorization}`);
      right(request, response);
    };
  };
  const [a, b] = [await serveOnce(watched('a')), await serveOnce(watched('b'))];
  const folder = await mkdtemp(join(tmpdir(), 'location-records-diff-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'token'), 'Authorization: Bearer b');
  const ofB = ['--header-b', `@${join(folder, 'token')}`];
  const { code, stdout } = await diff(a, b, '--runs', '2', '--header-a', 'Authorization: Bearer a', ...ofB);
  expect([code, new Set(seen)]).toEqual([0, new Set(['a Bearer a', 'b Bearer b'])]);
  expect(stdout).not.toContain('Bearer');
});

test('--header-b without a second service is wrong usage', async () => {
  const { code, stderr } = await diff('http://127.0.0.1:1', '--header-b', 'A: b');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--header-b needs the URL of the other')]);
});

test('one service is compared with the service of the command', async () => {
  const a = await serveOnce(serviceListener({ absentDescription: 'null' }));
  const { code, stdout } = await diff(a, '--runs', '10');
  expect(code).toBe(1);
  const body = '{"coordinates":{"latitude":0,"longitude":0}}';
  const commandsFor = (url: string) => [
    `    curl -sS -i -H 'Content-Type: application/json' -d '${body}' ${url}/diff-identifier`,
    `    curl -sS -i ${url}/diff-identifier`,
    '    → 200, application/json',
  ];
  expect(stdout.split('\n')).toEqual([
    '1. GET /diff-identifier: body',
    `  ${a}`,
    ...commandsFor(a),
    `      {"description":null,${body.slice(1)}`,
    '  location-records serve --store memory: --port 8089',
    ...commandsFor('http://127.0.0.1:8089'),
    `      ${body}`,
    '',
    'The responses to the last lines differ, without a record diff-identifier before.',
    '',
    expect.stringMatching(/^✗ .*: 1 difference in \d+ requests \(seed 8, \d+\.\d s\)$/),
    '',
  ]);
});

test('the commands of the report as JSON show the difference again', async () => {
  const [a, b] = [
    await serveOnce(serviceListener()),
    await serveOnce(serviceListener({ unknownMembers: 'ignore' })),
  ];
  const { code, stdout } = await diff(a, b, '--json', '--max-differences', '1');
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report).toEqual({
    services: [a, b],
    seed: 8,
    requests: expect.any(Number),
    durationMs: expect.any(Number),
    endedBy: 'differences',
    differences: [
      {
        request: 'POST /diff-identifier',
        parts: ['status', 'content-type', 'body'],
        commands: [[expect.any(String)], [expect.any(String)]],
        responses: [
          {
            status: 400,
            contentType: 'application/json',
            body: '{"error_message":"Provided JSON is not valid"}',
          },
          { status: 200, body: '' },
        ],
        isRepeated: true,
        isShortest: true,
      },
    ],
  });
  const [[onA], [onB]] = report.differences[0].commands;
  expect(await shell(onA)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Provided JSON is not valid/);
  expect(await shell(onB)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a difference that does not show again is reported so, with exit code 3', async () => {
  const right = serviceListener();
  let count = 0;
  const b = await serveOnce((req, res) => {
    if (++count !== 30) return right(req, res);
    req.resume();
    res.writeHead(503).end();
  });
  const { code, stdout } = await diff(await serveOnce(serviceListener()), b, '--runs', '5');
  expect(code).toBe(3);
  expect(stdout).toContain('→ 503, no content type, no body');
  expect(stdout).toContain('  Seen once, not again: ');
});

test('a response that does not come is shown with the reason', async () => {
  const right = serviceListener();
  const b = await serveOnce((req, res) => (req.method === 'PATCH' ? req.destroy() : right(req, res)));
  const { code, stdout } = await diff(await serveOnce(serviceListener()), b, '--runs', '20');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^1\. PATCH \/diff-identifier: response$/m);
  expect(stdout).toContain('→ no response: The connection ended before a line.');
});

describe('services that cannot be compared are exit code 3', () => {
  test('because nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await diff(await serveOnce(serviceListener()), url)).toEqual({
      code: 3,
      stdout: '',
      stderr: `location-records: No server listens at ${url}; start the server, or correct the address.\n`,
    });
  });

  test('because one does not respond within --timeout', async () => {
    const { code, stderr } = await diff(await serveOnce(silent), '--timeout', '20');
    expect(code).toBe(3);
    expect(stderr).toContain('did not respond within 20 ms');
  });

  test('because one ends, with the request that ended it', async () => {
    const b = await serveOnce(mortal());
    const { code, stdout, stderr } = await diff(await serveOnce(serviceListener()), b);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `location-records: ${b} no longer responds (The connection ended before a line); see its log. This call got no response:`,
      expect.stringMatching(/^curl -sS -i -X OPTIONS http/),
      '',
    ]);
  });
});

test('a service that ends is named after the differences found before', async () => {
  const b = await serveOnce(mortal(creating()));
  const { code, stdout } = await diff(await serveOnce(serviceListener()), b);
  expect(code).toBe(1);
  expect(stdout).toMatch(/no longer responds \(.*\); see its log\.\n\n✗ /);
  expect(stdout).toMatch(/1 difference in \d+ requests, ended because a service no longer responds \(/);
});

test('a URL that is not one of a service is wrong usage', async () => {
  const { code, stdout, stderr } = await diff('http://127.0.0.1:1', 'localhost');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /^location-records: "localhost" is not a valid service URL.*\nRun location-records diff --help\.\n$/,
  );
});

test('--seed repeats the requests of an earlier run, and --runs is the number of sequences', async () => {
  const url = await serveOnce(serviceListener());
  const requests = async (...flags: readonly string[]) => {
    const run = runHere(['diff', url, '--json', ...flags]);
    expect(await run.exitCode).toBe(0);
    return JSON.parse(run.stdout.text).requests;
  };
  const five = await requests('--seed', '4', '--runs', '5');
  expect(await requests('--seed', '4', '--runs', '5')).toBe(five);
  expect(await requests('--seed', '5', '--runs', '5')).not.toBe(five);
  expect(await requests('--seed', '4', '--runs', '1')).toBeLessThan(five);
});

test('--max-time ends the comparison', async () => {
  const { stdout } = await diff(await serveOnce(serviceListener()), '--max-time', '1');
  expect(stdout).toContain('requests, ended at --max-time (');
});

test('--null-is-absent treats a null description as a missing one, and --exact compares bytes', async () => {
  const url = await serveOnce(serviceListener({ absentDescription: 'null' }));
  expect((await diff(url, '--runs', '5', '--null-is-absent')).stdout).toMatch(/^✓ /);
  expect((await diff(await serveOnce(serviceListener()), '--runs', '5', '--exact')).stdout).toMatch(/^✓ /);
});

test('--insecure accepts untrusted certificates', async () => {
  const url = await serveSecurely();
  const { code, stderr } = await diff(url, '--runs', '1');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^location-records: The certificate of localhost is not trusted/);
  expect((await diff(url, url, '--runs', '1', '--insecure')).code).toBe(0);
});

test('a signal ends it, and it removes its records before', async () => {
  const url = await serveOnce(serviceListener());
  const run = runHere(['diff', url, '--runs', '1000000']);
  await expect.poll(async () => (await list(url)).length, { interval: 1 }).toBeGreaterThan(2);
  run.signal('SIGTERM');
  expect(await run.exitCode).toBe(143);
  expect(run.stdout.text).toMatch(/: the same responses so far to \d+ requests, stopped by a signal \(seed /);
  expect(await list(url)).toBe('[]');
});

test('a signal ends it while a service does not respond', async () => {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const right = serviceListener();
  const url = await serveOnce((req, res) => (req.url === '/' ? right(req, res) : ask()));
  const run = runHere(['diff', url, '--timeout', '600000', '--max-time', '600000']);
  await asked;
  run.signal('SIGINT');
  expect(await run.exitCode).toBe(130);
  expect(run.stdout.text).toContain(', stopped by a signal ');
});

test('a signal ends it before a service responds', async () => {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const run = runHere(['diff', await serveOnce(() => ask()), '--timeout', '600000', '--json']);
  await asked;
  run.signal('SIGTERM');
  expect(await run.exitCode).toBe(143);
  expect(JSON.parse(run.stdout.text).error.code).toBe('STOPPED');
});

test('a content type and a body of a service are shown without controls, and cut', async () => {
  const right = serviceListener();
  const b = await serveOnce((req, res) => {
    if (req.method !== 'OPTIONS') return right(req, res);
    res.setHeader('Content-Type', 'text/\u0085').end(`\u202e${'x'.repeat(100_000)}`);
  });
  const args = [await serveOnce(serviceListener()), b, '--max-differences', '1'];
  expect((await diff(...args)).stdout).toMatch(/→ 200, text\/.*\\u0085\n {6}\\u202ex{299}…\n/);
  const { differences } = JSON.parse((await diff(...args, '--json')).stdout);
  expect(differences[0].responses[1].body).toHaveLength(2 ** 16 + 1);
});

test('a terminal shows the progress', async () => {
  const run = runHere(['diff', await serveOnce(serviceListener()), '--runs', '5'], { isStderrTTY: true });
  await run.exitCode;
  expect(run.stderr.text).toMatch(/\d+ requests, 0 differences\r/);
});

async function shell(command = ''): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command])).stdout;
}
