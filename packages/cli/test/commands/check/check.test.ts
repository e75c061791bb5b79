import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@location-records/workspace/engines';
import { afterAll, describe, expect, test } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a check of a service of this command, with these further flags. */
async function checked(...flags: readonly string[]) {
  const served = await serveHere();
  const run = runHere(['check', served.url, ...flags]);
  const code = await run.exitCode;
  await served.stop();
  return { code, stdout: run.stdout.text, stderr: run.stderr.text };
}

/** Runs a check of a server that responds to everything with this status and body. */
async function checkedConstant(status: number, body: string, ...flags: readonly string[]) {
  const port = await freePort();
  const server = createServer((_, res) => void res.writeHead(status).end(body)).listen(port, '127.0.0.1');
  const run = runHere(['check', `http://127.0.0.1:${port}`, ...flags]);
  const code = await run.exitCode;
  server.close();
  server.closeAllConnections();
  return { code, stdout: run.stdout.text, stderr: run.stderr.text };
}

test('a right service has one line, and exit code 0', async () => {
  const { code, stdout, stderr } = await checked('--only', 'SPEC 4.1');
  expect(stdout).toMatch(/^✓ http:\S+: \d+ cases? passed \([\d.]+ s\)\n$/);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a clause that is broken has a command, what is expected and what came, and exit code 1', async () => {
  const { code, stdout } = await checkedConstant(200, '[]', '--only', 'SPEC 4.1');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ SPEC 4\.1: .*\n {4}curl -sS .*\n {4}expected .*\n {4}actual {3}.*\n/);
  expect(stdout).toMatch(/\n✗ http:\S+: \d+ cases? of 1 clause failed, \d+ passed.* \([\d.]+ s\)\n$/);
});

test('--json writes the report alone', async () => {
  const { code, stdout } = await checked('--only', 'SPEC 4.1', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0, findings: [], cases: [{ outcome: 'passed' }] });
});

test('--junit writes a suite for each clause to a file, or to stdout instead of the text', async () => {
  const file = join(folder, 'report.xml');
  const { stdout } = await checkedConstant(200, '[]', '--only', 'SPEC 4.1', '--junit', file);
  expect(stdout).toContain('1 clause failed');
  const xml = readFileSync(file, 'utf8');
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="location-records check http:/,
  );
  expect(xml).toMatch(/<testsuite name="SPEC 4\.1" tests="\d+" failures="[1-9]/);
  expect(xml).toMatch(/<failure message="expected 404 {&quot;.* type="violation">\ncurl -sS/);
  const direct = await checked('--only', 'SPEC 4.1', '--junit', '-');
  expect(direct.stdout).toMatch(/^<\?xml [\s\S]*<\/testsuites>\n$/);
});

test('a signal ends the check, which removes what it has created', async () => {
  const served = await serveHere(['--log', 'pretty']);
  const run = runHere(['check', served.url]);
  await expect.poll(() => served.stdout.text, { timeout: 20_000 }).toMatch(/ POST \/check-/);
  run.signal('SIGINT');
  expect(await run.exitCode).toBe(130);
  expect(run.stdout.text).toContain('The run ended early. The check was stopped.');
  expect(await (await fetch(`${served.url}/`)).text()).toBe('[]');
  await served.stop();
});

describe('a server that cannot be judged has exit code 3', () => {
  test('when nothing listens, and the JSON has the error', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const run = runHere(['check', url, '--json']);
    expect(await run.exitCode).toBe(3);
    const message = `No server listens at ${url}; start the server, or correct the address.`;
    expect(run.stderr.text).toBe(`location-records: ${message}\n`);
    expect(JSON.parse(run.stdout.text)).toEqual({ error: { code: 'CHECK_UNREACHABLE', message } });
  });

  test('when it wants a token', async () => {
    const { code, stderr } = await checkedConstant(401, '{}');
    expect(code).toBe(3);
    expect(stderr).toContain('responds to every request with 401; give it a token');
  });

  test('when every case is left out', async () => {
    const { code, stdout } = await checked('--read-only', '--only', 'SPEC 4.2');
    expect(code).toBe(3);
    expect(stdout).toMatch(/cases? left out: It sends more than GET, HEAD and OPTIONS\.\n/);
  });
});

describe('wrong usage has exit code 2', () => {
  test.each([
    [['localhost:8080'], '"localhost:8080" is not a valid service URL; give one such as http'],
    [['http://a', '--only', 'D4711'], '"D4711" matches no case; name a clause'],
    [['http://a', '--header', 'Host: b'], '--header must be without Host, which cases send themselves'],
  ])('%j', async (args, message) => {
    const run = runHere(['check', ...args]);
    expect(await run.exitCode).toBe(2);
    expect(run.stdout.text).toBe('');
    expect(run.stderr.text).toContain(`location-records: ${message}`);
    expect(run.stderr.text).toContain('\nRun location-records check --help.\n');
  });

  test('a file that cannot be written, after the text', async () => {
    const { code, stdout, stderr } = await checked('--only', 'SPEC 4.1', '--junit', folder);
    expect(code).toBe(2);
    expect(stdout).toContain('passed');
    expect(stderr).toContain(`The file ${folder} cannot be written (EISDIR`);
  });
});
