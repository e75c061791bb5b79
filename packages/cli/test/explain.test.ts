import { expect, test } from 'vitest';
import { addressOf, rawClient } from './raw-client.ts';
import { serveHere } from './run-here.ts';

const headers = { 'Content-Type': 'application/json' };
const location = '{"coordinates":{"latitude":1,"longitude":2}}';

/** The lines of the request log with these arguments more, after some requests. */
async function linesOf(args: readonly string[], ask: (url: string) => Promise<unknown>): Promise<string[]> {
  const served = await serveHere(['--explain', ...args]);
  await ask(served.url);
  await served.stop();
  return served.stdout.text
    .split('\n')
    .slice(3)
    .map((line) => line.replace(/ [\d.]+ ms/, ' 1 ms'));
}

test('a line for a person ends with the rule and the reason', async () => {
  const lines = await linesOf(['--log', 'pretty', '--cors'], async (url) => {
    await fetch(`${url}/a?secret`);
    await fetch(`${url}/a`, { method: 'POST', headers, body: '{"descripton":"a"}' });
    await fetch(`${url}/a`, { method: 'POST', headers, body: location });
    await fetch(`${url}/a/b%0a`);
    await fetch(`${url}/%0a%c2%9b`);
  });
  expect(lines).toEqual([
    'GET /a 404 1 ms (SPEC 4.1: the record "a" is absent)',
    'POST /a 400 1 ms (D29: unknown member "descripton")',
    'POST /a 200 1 ms (SPEC 4.5.7: every check passed: created, or replaced if it was present)',
    'GET /a/b%0a 404 1 ms (D4: "/a/b%0a" has 2 segments, an identifier is one)',
    'GET /%0a%c2%9b 404 1 ms (SPEC 4.1: the record "\\n\\u009b" is absent)',
    '',
  ]);
});

test('a line for a program has them as members', async () => {
  const [line = ''] = await linesOf(['--log', 'json'], (url) =>
    fetch(`${url}/a`, { method: 'PUT', headers, body: location }),
  );
  expect(JSON.parse(line)).toMatchObject({ clause: 'SPEC 4.5.5', reason: 'the record "a" is absent' });
  expect(Object.keys(JSON.parse(line)).slice(-3)).toEqual(['durationMs', 'clause', 'reason']);
});

test('each of several requests on one connection has its own', async () => {
  const lines = await linesOf(['--log', 'pretty'], async (url) => {
    const client = await rawClient(addressOf(url));
    const requests = ['a', 'b', 'c'].map((id) => `GET /${id} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
    client.socket.write(`${requests}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await client.ended;
  });
  expect(lines).toEqual([
    'GET /a 404 1 ms (SPEC 4.1: the record "a" is absent)',
    'GET /b 404 1 ms (SPEC 4.1: the record "b" is absent)',
    'GET /c 404 1 ms (SPEC 4.1: the record "c" is absent)',
    'GET / 200 1 ms (SPEC 4.7: the list of all records)',
    '',
  ]);
});

test.each([
  ['a Host that is not valid', 'GET /a HTTP/1.1\r\nHost: a b\r\n\r\n', 'GET /a 400 1 ms'],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 'CONNECT a:1 405 1 ms'],
  ['malformed HTTP', 'garbage\r\n\r\n', '(no request) HPE_INVALID_METHOD'],
])('what is answered below the service has none: %s', async (_, bytes, line) => {
  const lines = await linesOf(['--log', 'pretty'], async (url) => {
    const client = await rawClient(addressOf(url));
    client.socket.write(bytes);
    await client.ended;
  });
  expect(lines).toEqual([line, '']);
});
