import { addressOf, rawClient } from '@location-records/workspace/tests';
import { describe, expect, test } from 'vitest';
import { fakeHere, runHere, serveHere } from '../../run-here.ts';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const content = `Content-Type: application/json\r\nContent-Length: ${location.length}\r\n`;

/** What comes back on a connection on which this is sent. */
async function send(url: string, bytes: string): Promise<string> {
  const client = await rawClient(addressOf(url.replace('//0.0.0.0', '//127.0.0.1')));
  client.socket.write(bytes);
  return client.ended;
}

function misdirected(host: string): string {
  return `{"error_message":"Misdirected request: this service does not serve the host ${host}; to allow it, start the service with --allowed-host ${host}"}`;
}

test('a page that has let its name point to this machine can neither read nor write', async () => {
  const served = await serveHere();
  const { url } = served;
  expect(
    (
      await fetch(`${url}/a`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: location,
      })
    ).status,
  ).toBe(200);
  const host = 'Host: evil.example\r\nConnection: close\r\n';
  for (const head of [
    `GET / HTTP/1.1\r\n${host}\r\n`,
    `GET /a HTTP/1.1\r\n${host}\r\n`,
    `HEAD /a HTTP/1.1\r\n${host}\r\n`,
    `POST /b HTTP/1.1\r\n${host}${content}\r\n${location}`,
    `PUT /a HTTP/1.1\r\n${host}${content}Expect: 100-continue\r\n\r\n`,
    `DELETE /a HTTP/1.1\r\n${host}\r\n`,
    `GET /no/route HTTP/1.1\r\n${host}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
    `PATCH /a HTTP/1.1\r\n${host}\r\n`,
    `PURGE /a HTTP/1.1\r\n${host}\r\n`,
    'GET http://evil.example/a HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ]) {
    const response = await send(url, head);
    expect(response).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(response).toContain('\r\nContent-Type: application/json\r\n');
    expect(response).toContain('\r\nConnection: close\r\n');
    if (!head.startsWith('HEAD')) expect(response.split('\r\n\r\n')[1]).toBe(misdirected('evil.example'));
  }
  // Behind a request that is served.
  const both = await send(url, `GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nDELETE /a HTTP/1.1\r\n${host}\r\n`);
  expect(both.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 421']);
  expect(await (await fetch(url)).text()).toBe(`[["a",${location}]]`);
  await served.stop();
});

describe.each(['127.0.0.1', '0.0.0.0'])('at %s, a page of another origin', (host) => {
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'];

  async function statusesOf(url: string, fields: Readonly<Record<string, string>>) {
    const statuses = methods.map(async (method) => {
      const headers = { ...fields, 'Content-Type': 'application/json' };
      const body = method === 'POST' || method === 'PUT' ? { body: location } : {};
      return (await fetch(`${url}/a`, { method, headers, ...body })).status;
    });
    return new Set(await Promise.all(statuses));
  }

  test('can neither read nor write, unless --cors names it', async () => {
    const served = await serveHere(['--host', host, '--cors', 'https://example.org']);
    const url = served.url.replace('0.0.0.0', '127.0.0.1');
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000']) {
      expect(await statusesOf(url, { Origin: origin })).toEqual(new Set([403]));
      expect(await statusesOf(url, { Origin: origin, 'Sec-Fetch-Site': 'cross-site' })).toEqual(
        new Set([403]),
      );
    }
    expect(await statusesOf(url, { 'Sec-Fetch-Site': 'same-site' })).toEqual(new Set([403]));
    for (const allowed of [
      { Origin: 'https://example.org' },
      { Origin: 'https://example.org', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: url },
      {},
    ]) {
      expect(await statusesOf(url, allowed)).not.toContain(403);
    }
    await served.stop();
  });

  test('can do everything with --cors for any', async () => {
    const served = await serveHere(['--host', host, '--cors']);
    const fields = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect(await statusesOf(served.url.replace('0.0.0.0', '127.0.0.1'), fields)).not.toContain(403);
    await served.stop();
  });
});

test('a refused page gets the flag that would allow it, if a shell would see no more in it', async () => {
  const served = await serveHere();
  const messageFor = async (origin: string) => {
    const response = await fetch(served.url, { headers: { Origin: origin } });
    return ((await response.json()) as { readonly error_message: string }).error_message;
  };
  expect(await messageFor('http://evil.example:81')).toBe(
    'Forbidden: this service does not take requests from a page of http://evil.example:81; ' +
      'to allow them, start the service with --cors http://evil.example:81',
  );
  expect(await messageFor('http://a;$(id)')).toBe(
    'Forbidden: this service does not take requests from a page of an unknown origin; ' +
      'to allow them, start the service with --cors',
  );
  expect(await send(served.url, 'GET / HTTP/1.1\r\nHost: a$(id);\r\n\r\n')).toMatch(
    /does not serve that host; to allow it, start the service with --allowed-host <name>"}$/,
  );
  await served.stop();
});

test('--allowed-host allows no page of that host to write through another name', async () => {
  const served = await serveHere(['--allowed-host', 'places.example']);
  const head = (host: string) =>
    `DELETE /a HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://places.example\r\nConnection: close\r\n\r\n`;
  expect(await send(served.url, head('localhost'))).toMatch(/^HTTP\/1\.1 403 /);
  expect(await send(served.url, head('places.example'))).toMatch(/^HTTP\/1\.1 200 /);
  await served.stop();
});

describe.each(['serve', 'fake'])('every response of %s', (command) => {
  test.each([
    [[], 'same-origin', true],
    [['--cors', 'https://example.org'], 'same-origin', true],
    [['--cors'], 'cross-origin', false],
  ])('keeps pages from loading it as something else: %j', async (args, policy, isKeptFromFrames) => {
    const served = await (command === 'serve' ? serveHere(args) : fakeHere(args));
    for (const [status, bytes] of [
      [200, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
      [404, 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
      [421, 'GET /a HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
      [400, 'not HTTP\r\n\r\n'],
      [431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ] as const) {
      const response = await send(served.url, bytes);
      expect(response.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
      expect(response).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
      expect(response).toContain(`\r\nCross-Origin-Resource-Policy: ${policy}\r\n`);
      expect(response.includes('\r\nX-Frame-Options: SAMEORIGIN\r\n')).toBe(isKeptFromFrames);
    }
    await served.stop();
  });
});

describe('a service that other machines can reach', () => {
  const get = 'GET /a HTTP/1.1\r\nHost: places.example\r\nConnection: close\r\n\r\n';

  test.each([
    [[], '404'],
    [['--allowed-host', 'places.example'], '404'],
    [['--allowed-host', 'other.example'], '421'],
  ])('looks at the host only where hosts are named: %j', async (args, status) => {
    const served = await serveHere(['--host', '0.0.0.0', ...args]);
    expect((await send(served.url, get)).slice(9, 12)).toBe(status);
    await served.stop();
  });
});

test.each(['::1', 'localhost'])('%s is a loopback address, too', async (host) => {
  const served = await serveHere(['--host', host]);
  const response = await send(served.url, 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n');
  expect(response).toMatch(/^HTTP\/1\.1 421 /);
  expect((await fetch(served.url)).status).toBe(200);
  await served.stop();
});

test.each([
  ['Places.Example.', 'places.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('--allowed-host takes %s for %s', async (flag, host) => {
  const served = await serveHere(['--allowed-host', 'a.example', '--allowed-host', flag]);
  const response = await send(served.url, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  await served.stop();
});

test.each([
  '',
  'https://a.example',
  'a.example:80',
  'a.example/b',
  '*',
  'a b',
  'me@a.example',
  'a*.example',
  '*.*.example',
  'a..example',
  '..example',
])('--allowed-host %j is refused', async (name) => {
  const run = runHere(['serve', '--allowed-host', name]);
  expect(await run.exitCode).toBe(2);
  expect(run.stderr.text).toMatch(/It must be a name such as example\.org, \.example\.org for/);
});
