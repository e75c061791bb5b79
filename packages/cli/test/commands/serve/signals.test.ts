import {
  addressOf,
  type RawClient,
  type RunningCli,
  rawClient,
  startCli,
} from '@location-records/workspace/tests';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const head =
  'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;

let cli: RunningCli;
let client: RawClient;

beforeEach(async () => {
  cli = await startCli(['--port', '0', '--store', 'memory:']);
  client = await rawClient(cli);
});

afterEach(async () => {
  client.socket.destroy();
  await cli.stop('SIGKILL');
});

/** A request whose body the service is waiting for. */
async function beginRequest(): Promise<void> {
  client.socket.write(head);
  await expect.poll(client.received).toContain('100 Continue');
}

function events(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Waits until the service accepts no connection any more. */
async function stopsAccepting(): Promise<void> {
  await expect
    .poll(() =>
      rawClient(cli).then(
        ({ socket }) => socket.destroy() && 'accepted',
        () => 'refused',
      ),
    )
    .toBe('refused');
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends it with exit code 0', async (signal) => {
  expect(await cli.stop(signal)).toBe(0);
  expect(cli.stderr()).toBe('');
});

test('a terminal learns what is waited for, and what a second Ctrl-C does', async () => {
  const served = await serveHere([], { isTTY: true, isStderrTTY: true });
  client = await rawClient(addressOf(served.url));
  await beginRequest();
  served.signal('SIGINT');
  await expect
    .poll(() => served.stderr.text)
    .toBe('\nlocation-records: waiting for 1 request, up to 10 s; Ctrl-C again stops at once\n');
  served.signal('SIGTERM');
  expect(await served.exitCode).toBe(143);
});

test('an idle connection does not hold it up', async () => {
  client.socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(client.received).toContain('Resource not found: a');
  expect(await cli.stop()).toBe(0);
  expect(await client.ended).toContain('404');
});

test('a request under way is finished first', async () => {
  await beginRequest();
  const ended = cli.stop('SIGTERM');
  await stopsAccepting();
  client.socket.write(body);
  expect(await client.ended).toMatch(/HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n/);
  expect(await ended).toBe(0);
  expect(events(cli.stdout())).toMatchObject([
    { event: 'listening' },
    { event: 'stopping', signal: 'SIGTERM', requests: 1 },
    { event: 'request', method: 'POST', path: '/a', status: 200 },
    { event: 'stopped', requestsCut: 0 },
  ]);
});

test('a request that is cut off has an exit code of its own', async () => {
  await cli.stop();
  cli = await startCli(['--port', '0', '--store', 'memory:', '--grace', '0']);
  client = await rawClient(cli);
  await beginRequest();
  expect(await cli.stop('SIGHUP')).toBe(3);
  expect(events(cli.stdout())).toMatchObject([
    { event: 'listening' },
    { event: 'stopping', signal: 'SIGHUP', requests: 1, graceMs: 0 },
    { event: 'request', method: 'POST', path: '/a', status: null, aborted: true },
    { event: 'stopped', requestsCut: 1 },
  ]);
});

test('a request that is cut off is reported on a terminal', async () => {
  await cli.stop();
  cli = await startCli(['--port', '0', '--store', 'memory:', '--grace', '0', '--quiet']);
  client = await rawClient(cli);
  await beginRequest();
  expect(await cli.stop()).toBe(3);
  expect(cli.stderr()).toBe('location-records: 1 request cut off, not finished within 0 s\n');
});

test.each([
  ['SIGTERM', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 143],
  ['SIGTERM', 'SIGTERM', 143],
] as const)('%s then %s ends it at once with exit code %i', async (first, second, exitCode) => {
  await beginRequest();
  const ended = cli.stop(first);
  await stopsAccepting();
  cli.cli.process.kill(second);
  expect(await ended).toBe(exitCode);
});
