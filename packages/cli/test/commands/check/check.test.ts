import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@location-records/workspace/engines';
import { itUnless, lacks, runCli, SpawnedCli, startFaultyServer } from '@location-records/workspace/tests';
import { afterAll, describe, expect, test } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const testTimeout = 120_000;
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
const body = '{"coordinates":{"latitude":1,"longitude":2}}';

// At once, since a check mostly waits for the server: for its next response, or to close a connection.
describe.concurrent('a check', { timeout: testTimeout }, () => {
  // Reason: the server is written in Python, to be one of another language.
  itUnless(lacks({ program: 'python3' }))('of a server with faults names their clauses', async (context) => {
    const url = await startFaultyServer(context, ['delete-needs-a-record', 'post-answers-201']);
    const check = new SpawnedCli(['check', url, '--only', 'SPEC 3', '--only', 'response-post']);
    expect(await check.exited).toBe(1);
    expect(check.stderr()).toBe('');
    expect(check.stdout()).toMatch(
      /\n✗ http:\S+: \d+ cases in 2 clauses failed, \d+ passed, \d+ left out \([\d.]+ s\)\n$/,
    );
    expect(check.stdout()).toContain('✗ SPEC 4: response-post-created\n');
    expect(check.stdout()).toContain(
      [
        '    expected response: 200 and no body',
        '    actual response:   201 and no body',
        '    curl -sS -i --path-as-is -X POST ',
      ].join('\n'),
    );
  });

  test('that a signal ends first removes what it has created', async () => {
    const served = await serveHere(['--log', 'pretty']);
    await fetch(`${served.url}/a`, { ...post, body });
    const check = new SpawnedCli(['check', served.url]);
    await expect.poll(() => served.stdout.text, { timeout: 20_000 }).toMatch(/ PUT \/check-/);
    expect(await check.stop('SIGINT')).toBe(130);
    expect(check.stdout()).toContain('The run ended early. The check was stopped.');
    expect(await (await fetch(`${served.url}/`)).text()).toBe(`[["a",${body}]]`);
    expect(await served.stop()).toBe(0);
  });
});

describe('nothing can be checked: exit code 2, one line', () => {
  test('a port without a server', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { exitCode, stdout, stderr } = await runCli(['check', url]);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `location-records: No server listens at ${url}; start the server, or correct the address.\n`,
    });
  });

  test.each([
    [['localhost:8080'], '"localhost:8080" is not a valid service URL; give one such as http'],
    [['http://a', '--only', 'D4711'], '"D4711" matches no case; name a clause'],
    [['http://a', '--only', 'SPEC 8'], 'No case is left to run; select others.'],
    [['http://a', '--json', '--output', '/nowhere/a'], 'The file /nowhere/a cannot be written (ENOENT'],
  ])('%j', async (args, message) => {
    const run = runHere(['check', ...args]);
    expect(await run.exitCode).toBe(2);
    expect(run.stdout.text).toBe('');
    expect(run.stderr.text.split('\n')).toEqual([
      expect.stringContaining(`location-records: ${message}`),
      'Run location-records check --help.',
      '',
    ]);
  });

  test.each([
    ['a URL that is none', () => 'localhost:8080', '--junit'],
    ['a server that does not respond', async () => `http://127.0.0.1:${await freePort()}`, '--junit'],
    ['a URL that commander refuses', () => 'http://a', '--timeout=5s'],
  ])('and the report of before is left at %s', async (_, url, flag) => {
    const file = join(folder, 'before.xml');
    writeFileSync(file, 'before');
    const run = runHere(['check', await url(), '--junit', '--output', file, flag]);
    expect(await run.exitCode).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('before');
    const absent = join(folder, 'absent.xml');
    expect(await runHere(['check', await url(), '--junit', '--output', absent, flag]).exitCode).toBe(2);
    expect(existsSync(absent)).toBe(false);
  });

  test('where the report would go to a folder', async () => {
    const run = runHere(['check', 'http://a', '--junit', '--output', folder]);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toContain(`The file ${folder} cannot be written (it is a folder).`);
  });

  test('where every case has to be left out', async () => {
    const served = await serveHere();
    const run = runHere(['check', served.url, '--read-only', '--only', 'SPEC 4.2']);
    expect(await run.exitCode).toBe(2);
    expect(run.stdout.text).toContain('1  It sends more than GET, HEAD and OPTIONS.');
    expect(await served.stop()).toBe(0);
  });
});

// Reason: only there is a device on which every write fails, as on a full disk.
itUnless(lacks({ platform: 'linux' }))(
  'a report that cannot be written is shown on stdout all the same',
  async () => {
    const served = await serveHere();
    const run = runHere(['check', served.url, '--only', 'D36', '--json', '--output', '/dev/full']);
    expect(await run.exitCode).toBe(2);
    expect(run.stdout.text).toContain(': 1 case passed');
    expect(run.stderr.text).toContain('The file /dev/full cannot be written (ENOSPC');
    expect(await served.stop()).toBe(0);
  },
);

test('progress is on stderr, and on a terminal only', async () => {
  const served = await serveHere();
  const run = runHere(['check', served.url, '--only', 'D36'], { isTTY: true });
  expect(await run.exitCode).toBe(0);
  expect(run.stdout.text).toContain('✓');
  expect(run.stderr.text).toBe('');
  expect(await served.stop()).toBe(0);
});
