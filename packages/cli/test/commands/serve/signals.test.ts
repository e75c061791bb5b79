import { addressOf, type RawClient, rawClient, startCli } from '@location-records/workspace/tests';
import { expect, onTestFinished, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const head =
  'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;

/** A service, and a request whose body it is waiting for. */
async function withRequest(...[args, options]: Parameters<typeof serveHere>) {
  const served = await serveHere(args, options);
  const client = await rawClient(addressOf(served.url));
  onTestFinished(() => void client.socket.destroy());
  client.socket.write(head);
  await expect.poll(client.received).toContain('100 Continue');
  return { served, client };
}

function events(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Waits until the service accepts no connection any more. */
async function stopsAccepting(url: string): Promise<void> {
  const accept = ({ socket }: RawClient) => socket.destroy() && 'accepted';
  await expect.poll(() => rawClient(addressOf(url)).then(accept, () => 'refused')).toBe('refused');
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends the process with exit code 0',
  async (signal) => {
    const cli = await startCli(['--port', '0', '--store', 'memory:']);
    expect(await cli.stop(signal)).toBe(0);
    expect(cli.stderr()).toBe('');
  },
);

test('a second signal ends the process at once, with 128 + its number', async () => {
  const cli = await startCli(['--port', '0', '--store', 'memory:']);
  const client = await rawClient(cli);
  client.socket.write(head);
  await expect.poll(client.received).toContain('100 Continue');
  const ended = cli.stop('SIGTERM');
  await stopsAccepting(cli.url);
  cli.cli.process.kill('SIGINT');
  expect(await ended).toBe(130);
});

test('a terminal shows how many requests are active, and what a second Ctrl-C does', async () => {
  const { served } = await withRequest([], { isTTY: true, isStderrTTY: true });
  served.signal('SIGINT');
  await expect
    .poll(() => served.stderr.text)
    .toBe('\nlocation-records: waiting for 1 request, up to 10 s; Ctrl-C again stops at once\n');
  served.signal('SIGTERM');
  expect(await served.exitCode).toBe(143);
});

test('an idle connection does not hold up the end', async () => {
  const served = await serveHere();
  const client = await rawClient(addressOf(served.url));
  client.socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(client.received).toContain('Resource not found: a');
  expect(await served.stop()).toBe(0);
  expect(await client.ended).toContain('404');
});

test('an active request is finished first', async () => {
  const { served, client } = await withRequest();
  const ended = served.stop();
  await stopsAccepting(served.url);
  client.socket.write(body);
  expect(await client.ended).toMatch(/HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n/);
  expect(await ended).toBe(0);
  expect(events(served.stdout.text)).toMatchObject([
    { event: 'listening' },
    { event: 'stopping', signal: 'SIGTERM', requests: 1 },
    { event: 'request', method: 'POST', path: '/a', status: 200 },
    { event: 'stopped', requestsCut: 0 },
  ]);
});

test('a request that is cut off gives exit code 3', async () => {
  const { served } = await withRequest(['--grace', '0']);
  served.signal('SIGHUP');
  expect(await served.exitCode).toBe(3);
  expect(events(served.stdout.text)).toMatchObject([
    { event: 'listening' },
    { event: 'stopping', signal: 'SIGHUP', requests: 1, graceMs: 0 },
    { event: 'request', method: 'POST', path: '/a', status: null, aborted: true },
    { event: 'stopped', requestsCut: 1 },
  ]);
});

test('a request that is cut off is reported on stderr if there is no log', async () => {
  const { served } = await withRequest(['--grace', '0', '--quiet']);
  expect(await served.stop()).toBe(3);
  expect(served.stderr.text).toBe('location-records: 1 request cut off, not finished within --grace\n');
});
