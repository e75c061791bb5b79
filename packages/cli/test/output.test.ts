import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { addressOf, rawClient } from './raw-client.ts';
import { serveHere } from './run-here.ts';
import { startCli } from './spawn-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const headers = { 'Content-Type': 'application/json' };

test('it says where it listens, where the records are, and what to try', async () => {
  const cli = await startCli(['--port', '0', '--store', 'sqlite:a.db'], { cwd: folder });
  expect(await cli.stop()).toBe(0);
  expect(cli.stdout().split('\n')).toEqual([
    `location-records listens on ${cli.url}`,
    `Records are in ${join(folder, 'a.db')} (SQLite)`,
    expect.stringMatching(/^Try: curl /),
    '',
  ]);
  expect(cli.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(cli.stderr()).toBe('');
});

const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
);

// Reason: the line is for people who have curl.
test.skipIf(!hasCurl)('what it says to try works when it is pasted', async () => {
  const served = await serveHere(['--strict-coordinates', '--base-path', "/it's (here)"]);
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

test('a stdout that nobody reads any more ends nothing', async () => {
  const cli = await startCli(['--port', '0', '--store', 'memory:']);
  cli.cli.process.stdout.destroy();
  for (let count = 0; count < 3; count++) {
    // Each answer closes its connection, so that its line is logged before the next request.
    expect((await fetch(`${cli.url}/a`, { headers: { Connection: 'close' } })).status).toBe(404);
  }
  expect(await cli.stop()).toBe(0);
  expect(cli.stderr()).toBe('');
});

describe('the request log', () => {
  test('shows what never reached the service, and no query', async () => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write('GET /a%0a?secret HTTP/1.1\r\nHost: a b\r\n\r\n');
    expect(await client.ended).toContain('Bad request');
    await served.stop();
    expect(served.stdout.text).toMatch(/\nGET \/a%0a 400 \d+\.\d ms\n$/);
  });

  test('shows what was no request', async () => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write('GET /\u009b31m HTTP/1.1\r\nHost: a\r\n\r\n', 'latin1');
    expect(await client.ended).toContain('Bad request');
    await served.stop();
    expect(served.stdout.text).toMatch(/\n\(no request\) HPE_INVALID_URL\n$/);
  });

  test.each([
    ['garbage', 'x'.repeat(3_000_000), '(no request) HPE_INVALID_METHOD'],
    [
      'a head without end',
      `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(500_000)}`,
      '(no request) HPE_HEADER_OVERFLOW',
    ],
    [
      'a body that is cut in no sensible chunks',
      `POST /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'x'.repeat(3_000_000)}`,
      expect.stringMatching(/^POST \/a - [\d.]+ ms aborted HPE_INVALID_CHUNK_SIZE$/),
    ],
    [
      'CONNECT',
      'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
      expect.stringMatching(/^CONNECT a:1 405 [\d.]+ ms$/),
    ],
  ])('has one line for %s', async (_, bytes, line) => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    const closed = once(client.socket, 'close').catch(() => {});
    client.socket.write(bytes);
    await closed;
    await served.stop();
    expect(served.stdout.text.trimEnd().split('\n').slice(3)).toEqual([line]);
  });

  test('has one line for a malformed body behind its answer', async () => {
    const served = await serveHere(['--log', 'pretty']);
    const client = await rawClient(addressOf(served.url));
    client.socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(client.received).toContain('Content-type is wrong');
    client.socket.write('no chunk');
    await client.ended;
    await served.stop();
    expect(served.stdout.text.trimEnd().split('\n').slice(3)).toEqual([
      expect.stringMatching(/^POST \/ 400 [\d.]+ ms( HPE_INVALID_CHUNK_SIZE)?$/),
    ]);
  });

  test('shows that a client left', async () => {
    const served = await serveHere(['--log', 'json']);
    const client = await rawClient(addressOf(served.url));
    const fields =
      'Host: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n';
    client.socket.write(`PUT /a HTTP/1.1\r\n${fields}\r\n`);
    await expect.poll(client.received).toContain('100 Continue');
    client.socket.destroy();
    await expect
      .poll(() => served.stdout.text)
      .toMatch(/"path":"\/a","status":null,.*"aborted":true,"code":"HPE_INVALID_EOF_STATE"\}\n/);
    await served.stop();
  });

  test('has every request of a busy moment', async () => {
    const served = await serveHere();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => (await fetch(`${served.url}/${index}`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([404]));
    await served.stop();
    const paths = served.stdout.text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).path);
    expect(new Set(paths).size).toBe(200);
    expect(paths).toHaveLength(200);
  });
});

describe('what nobody expected', () => {
  test('is one line and exit code 1', async () => {
    const served = await serveHere();
    served.accident(new Error('a bug\nof ours'));
    expect(await served.exitCode).toBe(1);
    expect(served.stderr.text).toBe('location-records: Unexpected failure: a bug of ours\n');
  });

  test('has its stack where it is asked for', async () => {
    const served = await serveHere([], { env: { LOCATION_RECORDS_DEBUG: '1' } });
    served.accident(new Error('a bug'));
    expect(await served.exitCode).toBe(1);
    expect(served.stderr.text).toMatch(/Unexpected failure: a bug\nError: a bug\n\s+at /);
  });
});
