import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressOf, itUnless, lacks, rawClient, startCli } from '@location-records/workspace/tests';
import { afterAll, describe, expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const headers = { 'Content-Type': 'application/json' };

test('serve prints where it listens, where the records are, and a command to try', async () => {
  const cli = await startCli(['--port', '0', '--store', 'sqlite:a.db', '--log', 'pretty'], { cwd: folder });
  expect(await cli.stop()).toBe(0);
  expect(cli.stdout().split('\n')).toEqual([
    `location-records listens on ${cli.url}`,
    `Records are in ${join(folder, 'a.db')} (SQLite)`,
    `Front door: ${cli.url}/-/`,
    `Map: ${cli.url}/-/map`,
    expect.stringMatching(/^Try: curl /),
    '',
  ]);
  expect(cli.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(cli.stderr()).toBe('');
});

test.each([
  ['--log json', ['--log', 'json']],
  ['no terminal', []],
])('every line of stdout is JSON with %s', async (_, args) => {
  const cli = await startCli(['--port', '0', '--store', 'memory:', ...args]);
  await fetch(`${cli.url}/a`);
  expect(await cli.stop()).toBe(0);
  const lines = cli.stdout().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'listening', url: cli.url, store: 'in memory: they end with this process' },
    { event: 'request', path: '/a', status: 404 },
    { event: 'stopping', signal: 'SIGTERM', requests: 0, graceMs: 10_000 },
    { event: 'stopped', requestsCut: 0 },
  ]);
  expect(cli.stderr()).toBe('');
});

// Reason: the line is for people who have curl.
itUnless(lacks({ program: 'curl' }))('what it says to try works when it is pasted', async () => {
  const served = await serveHere(['--log', 'off', '--strict-coordinates', '--base-path', "/it's (here)"]);
  const [, command = ''] = /^Try: (.*)$/m.exec(served.stdout.text) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await (await fetch(`${served.url}/eiffel-tower`)).json()).toMatchObject({
    description: 'Eiffel Tower',
  });
  await served.stop();
});

test('records are there again after a restart', async () => {
  const args = ['--port', '0', '--store', 'sqlite:kept.db'];
  const first = await startCli(args, { cwd: folder });
  expect((await fetch(`${first.url}/a`, { method: 'POST', headers, body })).status).toBe(200);
  expect(await first.stop()).toBe(0);
  const second = await startCli(args, { cwd: folder });
  expect(await (await fetch(`${second.url}/a`)).text()).toBe(body);
  expect(await second.stop()).toBe(0);
});

test('the service goes on when stdout has no reader any more', async () => {
  const cli = await startCli(['--port', '0', '--store', 'memory:']);
  cli.cli.process.stdout.destroy();
  for (let count = 0; count < 3; count++) {
    // Each response closes its connection, so that its line is logged before the next request.
    expect((await fetch(`${cli.url}/a`, { headers: { Connection: 'close' } })).status).toBe(404);
  }
  expect(await cli.stop()).toBe(0);
  expect(cli.stderr()).toBe('');
});

/** The lines for a person, without the time of day; `#` stands for duration, bytes and client. */
function requestLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^\d\d:\d\d:\d\d\.\d{3} /.test(line))
    .map((line) => line.slice(13).replace(/ \d+\.\d ms \d+ B 127\.0\.0\.1/, ' #'));
}

describe('the request log', () => {
  test('shows what never reached the service, and no query', async () => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write('GET /a%0a?secret HTTP/1.1\r\nHost: a b\r\n\r\n');
    expect(await client.ended).toContain('Bad request');
    await served.stop();
    expect(served.stdout.text).toMatch(/ GET \/a%0a 400 \d+\.\d ms 272 B 127\.0\.0\.1\n$/);
  });

  test.each([
    ['GET http://app:secret@localhost/a@b?c', 'GET http://***@localhost/a@b 404'],
    ['GET http://localhost/a@b', 'GET http://localhost/a@b 404'],
    ['GET http://app:se%40cr@et@evil.example/a', 'GET http://***@evil.example/a 421'],
    ['PURGE HTTP://app:secret@localhost/a', 'PURGE HTTP://***@localhost/a 405'],
    ['CONNECT app:secret@localhost:80', 'CONNECT ***@localhost:80 405'],
    ['GET //app:x@localhost/a', 'GET //app:x@localhost/a 404'],
  ])('shows no password of %s', async (line, shown) => {
    const served = await serveHere(['--log', 'pretty', '--explain']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await client.ended).not.toContain('secret');
    await served.stop();
    expect(served.stdout.text).toContain(` ${shown} `);
    expect(served.stdout.text).not.toContain('secret');
  });

  test('shows what was not a request', async () => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write('GET /\u009b31m HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1');
    expect(await client.ended).toContain('Bad request');
    await served.stop();
    expect(served.stdout.text).toMatch(/ \(not understood\) 400 .* HPE_INVALID_URL\n$/);
  });

  test.each([
    [
      'garbage behind a request',
      'GET /%01%41 HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n',
      'GET /%01%41 404 #\n(not understood) 400 # HPE_INVALID_METHOD',
    ],
    [
      'a head that is too large',
      `GET /a HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
      '(not understood) 431 # HPE_HEADER_OVERFLOW',
    ],
    ['a host that is not served', 'DELETE /a HTTP/1.1\r\nHost: evil.example\r\n\r\n', 'DELETE /a 421 #'],
  ])('has one line for %s', async (_, bytes, lines) => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    const closed = once(client.socket, 'close').catch(() => {});
    client.socket.write(bytes);
    await closed;
    await served.stop();
    // A client that goes on sending may end the connection before the response is known to be out.
    const told = requestLines(served.stdout.text).map((line) => line.replace('# aborted', '#'));
    expect(told).toEqual(lines.split('\n'));
  });

  test('shows that a client left', async () => {
    const served = await serveHere(['--log', 'json']);
    const client = await rawClient(addressOf(served.url));
    const fields =
      'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n';
    client.socket.write(`PUT /a HTTP/1.1\r\n${fields}\r\n`);
    await expect.poll(client.received).toContain('100 Continue');
    client.socket.destroy();
    await expect
      .poll(() => served.stdout.text)
      .toMatch(/"path":"\/a","status":400,.*"code":"HPE_INVALID_EOF_STATE"\}\n/);
    await served.stop();
  });

  test('has the bytes that went over the wire, and the address of the client', async () => {
    const served = await serveHere(['--log', 'json']);
    const client = await rawClient(addressOf(served.url));
    const get = 'GET /a HTTP/1.1\r\nHost: localhost\r\n';
    client.socket.write(`${get}\r\n${get.replace('GET', 'HEAD')}\r\n${get}Connection: close\r\n\r\n`);
    const received = await client.ended;
    await served.stop();
    const entries = served.stdout.text
      .split('\n')
      .filter((line) => line.includes('"event":"request"'))
      .map((line) => JSON.parse(line));
    expect(entries.map(({ method, client }) => [method, client])).toEqual([
      ['GET', '127.0.0.1'],
      ['HEAD', '127.0.0.1'],
      ['GET', '127.0.0.1'],
    ]);
    const lengths = received.split(/(?=HTTP\/1\.1 )/).map((response) => response.length);
    expect(entries.map(({ bytesSent }) => bytesSent)).toEqual(lengths);
  });
});

describe('an uncaught exception', () => {
  test('is one line and exit code 1', async () => {
    const served = await serveHere();
    served.accident(new Error('a bug\nof ours'));
    expect(await served.exitCode).toBe(1);
    expect(served.stderr.text).toBe('location-records: Unexpected failure: a bug of ours\n');
  });

  test('has its stack with LOCATION_RECORDS_DEBUG=1', async () => {
    const served = await serveHere([], { env: { LOCATION_RECORDS_DEBUG: '1' } });
    served.accident(new Error('a bug'));
    expect(await served.exitCode).toBe(1);
    expect(served.stderr.text).toMatch(/Unexpected failure: a bug\nError: a bug\n\s+at /);
  });
});
