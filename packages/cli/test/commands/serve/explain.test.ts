import { addressOf, rawClient } from '@location-records/workspace/tests';
import { expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const headers = { 'Content-Type': 'application/json' };
const location = '{"coordinates":{"latitude":1,"longitude":2}}';

/** The lines of the request log with these arguments more, after some requests. */
async function linesOf(args: readonly string[], ask: (url: string) => Promise<unknown>): Promise<string[]> {
  const served = await serveHere(['--explain', ...args]);
  await ask(served.url);
  await served.stop();
  return served.stdout.text
    .split('\n')
    .filter((line) => /^\d\d:\d\d:\d\d|"event":"request"/.test(line))
    .map((line) => line.replace(/^[\d:.]+ /, '').replace(/ \d+\.\d ms \d+ B 127\.0\.0\.1/, ' #'));
}

test('--explain adds the clause and the reason to a line for people', async () => {
  const lines = await linesOf(['--log', 'pretty', '--cors'], async (url) => {
    await fetch(`${url}/a?secret`);
    await fetch(`${url}/a`, { method: 'POST', headers, body: '{"descripton":"a"}' });
    await fetch(`${url}/a`, { method: 'POST', headers, body: location });
    await fetch(`${url}/a/b%0a`);
    await fetch(`${url}/%0a%c2%9b%e2%80%ae`);
  });
  expect(lines).toEqual([
    'GET /a 404 # (SPEC 4.1: the record "a" is absent)',
    'POST /a 400 # (D29: unknown member "descripton")',
    'POST /a 200 # (SPEC 4.5.7: every check passed: created, or replaced if it was present)',
    'GET /a/b%0a 404 # (D4: "/a/b%0a" has 2 segments, an identifier is one)',
    'GET /%0a%c2%9b%e2%80%ae 404 # (SPEC 4.1: the record "\\n\\u009b\\u202e" is absent)',
  ]);
});

test('--explain adds the clause and the reason to a line of JSON', async () => {
  const [line = ''] = await linesOf(['--log', 'json'], (url) =>
    fetch(`${url}/a`, { method: 'PUT', headers, body: location }),
  );
  expect(JSON.parse(line)).toMatchObject({ clause: 'SPEC 4.5.5', reason: 'the record "a" is absent' });
  expect(Object.keys(JSON.parse(line)).slice(-3)).toEqual(['bytesSent', 'clause', 'reason']);
});

test('each request on one connection has its own explanation', async () => {
  const lines = await linesOf(['--log', 'pretty'], async (url) => {
    const client = await rawClient(addressOf(url));
    const requests = ['a', 'b', 'c'].map((id) => `GET /${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');
    client.socket.write(`${requests}GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await client.ended;
  });
  expect(lines).toEqual([
    'GET /a 404 # (SPEC 4.1: the record "a" is absent)',
    'GET /b 404 # (SPEC 4.1: the record "b" is absent)',
    'GET /c 404 # (SPEC 4.1: the record "c" is absent)',
    'GET / 200 # (SPEC 4.7: the list of all records)',
  ]);
});

test.each([
  ['a Host that is not valid', 'GET /a HTTP/1.1\r\nHost: a b\r\n\r\n', 'GET /a 400 #'],
  ['CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n', 'CONNECT localhost:1 405 #'],
  ['malformed HTTP', 'garbage\r\n\r\n', '(not understood) 400 # HPE_INVALID_METHOD'],
])('a response below the service has no explanation: %s', async (_, bytes, line) => {
  const lines = await linesOf(['--log', 'pretty'], async (url) => {
    const client = await rawClient(addressOf(url));
    client.socket.write(bytes);
    await client.ended;
  });
  expect(lines).toEqual([line]);
});

test('a refused host, a refused origin and an unknown method have explanations', async () => {
  const lines = await linesOf(['--log', 'pretty'], async (url) => {
    for (const head of [
      'PURGE /a HTTP/1.1\r\nHost: localhost\r\nConnection: close',
      'PURGE /a HTTP/1.1\r\nHost: evil.example',
      'GET /a HTTP/1.1\r\nHost: evil.example',
      'DELETE /a HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example',
      'GET /a HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site',
    ]) {
      const client = await rawClient(addressOf(url));
      client.socket.write(`${head}\r\n\r\n`);
      await client.ended;
    }
  });
  const misdirected = '(D47: the host "evil.example" is not allowed)';
  expect(lines).toEqual([
    'PURGE /a 405 # (D14: unknown method "PURGE")',
    `PURGE /a 421 # ${misdirected}`,
    `GET /a 421 # ${misdirected}`,
    'DELETE /a 403 # (D47: a request from a page of the foreign origin "http://evil.example")',
    'GET /a 403 # (D47: a request from a page of another origin)',
  ]);
});
