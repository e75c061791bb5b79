import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, rawClient } from '@location-records/workspace/tests';
import { afterAll, expect, test } from 'vitest';
import { accessWarnings } from '../../src/operations/access-warnings.ts';
import { readTokens } from '../../src/operations/tokens.ts';
import { runHere, serveHere } from '../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'tokens');

/** The line of a token for the file. */
function lineOf(token: string, role = 'read', name = role): string {
  return `${name}:${role}:${createHash('sha256').update(token).digest('hex')}`;
}

function writeTokens(...lines: readonly string[]): void {
  writeFileSync(file, lines.join('\n'));
  chmodSync(file, 0o600);
}

async function statusWith(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

test('a token file has comments, blank lines, upper case, CRLF and a byte order mark', async () => {
  writeTokens(
    '\ufeff# who may do what\r',
    '',
    `  ${lineOf('a')}  \r`,
    lineOf('b', 'write', 'x').replace(/[\da-f]+$/, (digest) => digest.toUpperCase()),
    `${lineOf('c', 'admin')}:2030-12-31`,
    `${lineOf('d')}:2030-12-31T10:30Z`,
  );
  expect(await readTokens(file)).toMatchObject([
    { name: 'read', role: 'read', end: Number.POSITIVE_INFINITY },
    { name: 'x', role: 'write' },
    { name: 'admin', role: 'admin', end: Date.UTC(2030, 11, 31) },
    { name: 'read', role: 'read', end: Date.UTC(2030, 11, 31, 10, 30) },
  ]);
});

test.each([
  'secret',
  'token secret',
  'secret:read',
  'secret:owner:0000',
  lineOf('secret').replace('read:', 'secret:Read:'),
  lineOf('secret').slice(0, -1),
  `${lineOf('secret')}0`,
  `${lineOf('secret')}:`,
  `${lineOf('secret')}:secret`,
  `${lineOf('secret')}:2030-02-30T25:00Z`,
  `se cret${lineOf('secret')}`,
  `:${lineOf('secret')}`,
])('the command does not start with the line %s, and does not show it', async (line) => {
  writeTokens('# tokens', '', lineOf('a'), line);
  const run = runHere(['serve', '--port', '0', '--store', 'memory:', '--token-file', file]);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toBe(
    `location-records: ${file}, line 4 is not <name>:<read|write|admin>:<SHA-256 in hex>[:<when it expires, such as 2030-12-31>], as location-records token create prints it.\n`,
  );
});

test('the command does not start without its token file', async () => {
  const absent = join(folder, 'absent');
  const run = runHere(['serve', '--port', '0', '--store', 'memory:', '--token-file', absent]);
  expect(await run.exitCode).toBe(1);
  expect(run.stderr.text).toMatch(
    /^location-records: The token file \S+absent cannot be read \(ENOENT.*\)\.\n$/,
  );
});

test('a token file without tokens lets nobody in', async () => {
  writeTokens('# none yet');
  const served = await serveHere(['--token-file', file]);
  expect(await statusWith(served.url, 'a')).toBe(401);
  expect((await fetch(`${served.url}/-/livez`)).status).toBe(200);
  const warning = `The token file ${file} has no tokens, so every request but a probe is refused.`;
  await expect.poll(() => served.stderr.text.split(warning)).toHaveLength(2);
  served.signal('SIGHUP');
  await expect.poll(() => served.stderr.text.split(warning)).toHaveLength(3);
  expect(await served.stop()).toBe(0);
});

test('SIGHUP revokes and adds tokens, and a file with a mistake changes nothing', async () => {
  writeTokens(lineOf('old'));
  const served = await serveHere(['--token-file', file]);
  expect(await statusWith(served.url, 'old')).toBe(200);
  expect(await statusWith(served.url, 'new')).toBe(401);

  writeTokens(lineOf('new'));
  expect(await statusWith(served.url, 'old')).toBe(200);
  served.signal('SIGHUP');
  await expect.poll(() => served.stderr.text).toContain('"event":"reread","what":"--token-file"');
  expect(await statusWith(served.url, 'old')).toBe(401);
  expect(await statusWith(served.url, 'new')).toBe(200);

  writeTokens('new', lineOf('newer'));
  served.signal('SIGHUP');
  await expect.poll(() => served.stderr.text).toContain(`${file}, line 1 is not `);
  expect(await statusWith(served.url, 'new')).toBe(200);
  expect(await statusWith(served.url, 'newer')).toBe(401);
  expect(await served.stop()).toBe(0);
});

test('a token ends at its time', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  writeTokens(`${lineOf('valid')}:${soon}`, `${lineOf('expired')}:${today}`);
  const served = await serveHere(['--token-file', file]);
  expect(await statusWith(served.url, 'valid')).toBe(200);
  expect(await statusWith(served.url, 'expired')).toBe(401);
  expect(await served.stop()).toBe(0);
});

test('a body is neither invited nor read without a token', async () => {
  writeTokens(lineOf('a'));
  const served = await serveHere(['--token-file', file]);
  const head = 'HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 44\r\n';
  for (const fields of ['', 'Authorization: Bearer a\r\n']) {
    const client = await rawClient(addressOf(served.url));
    client.socket.write(`POST /a ${head}${fields}Expect: 100-continue\r\nConnection: close\r\n\r\n`);
    expect(await client.ended).toMatch(fields === '' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 403 /);
  }
  expect(await served.stop()).toBe(0);
});

test('a preflight passes without a token, and says nothing of the service', async () => {
  writeTokens(lineOf('a'));
  const origin = 'https://example.org';
  const served = await serveHere(['--token-file', file, '--cors', origin]);
  const preflight = {
    Origin: origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'authorization',
  };
  const paths = ['/a', '/-/records', '/-/absent'];
  const responses = await Promise.all(
    paths.map((path) => fetch(served.url + path, { method: 'OPTIONS', headers: preflight })),
  );
  for (const { status, headers } of responses) {
    expect(status).toBe(200);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(headers.get('Access-Control-Allow-Headers')).toBe('authorization');
    expect(headers.get('Allow')).toBeNull();
    expect(headers.get('Accept-Post')).toBeNull();
  }
  const others = [{ method: 'OPTIONS' }, { headers: { ...preflight, Authorization: 'Bearer b' } }];
  for (const init of others) expect((await fetch(`${served.url}/a`, init)).status).toBe(401);
  const refused = await fetch(`${served.url}/a`, { headers: { Origin: origin } });
  expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([401, origin]);
  expect(await served.stop()).toBe(0);
});

test('a token file that other users can read or change is worth one warning', async () => {
  writeTokens(lineOf('a'));
  const warningsWith = async (mode: number) => {
    chmodSync(file, mode);
    return accessWarnings('http://0.0.0.0:80', { tokenFile: file });
  };
  expect(await warningsWith(0o600)).toEqual([]);
  expect(await warningsWith(0o640)).toEqual([]);
  expect(await warningsWith(0o644)).toEqual([
    `Other users of this machine can read the token file ${file}; prevent that with chmod 600.`,
  ]);
  expect(await warningsWith(0o602)).toEqual([
    `Other users of this machine can change the token file ${file}; prevent that with chmod 600.`,
  ]);
  const served = await serveHere(['--token-file', file]);
  expect(await served.stop()).toBe(0);
  expect(served.stderr.text.match(/Other users/g)).toHaveLength(1);
  expect(JSON.parse(served.stderr.text)).toMatchObject({ event: 'error' });
});

test.each<[url: string, isOpen: boolean]>([
  ['http://127.0.0.1:8080', false],
  ['http://127.1.2.3:8080/v1', false],
  ['http://[::1]:8080', false],
  ['http://[::ffff:127.0.0.1]:8080/', false],
  ['unix:/run/location-records.sock', false],
  ['http://0.0.0.0:8080', true],
  ['http://192.0.2.1:8080/127.0.0.1', true],
  ['https://[::]:8080', true],
  ['http://[fe80::1%25eth0]:8080', true],
])('a service at %s is open to other machines: %s', async (url, isOpen) => {
  expect(await accessWarnings(url, {})).toHaveLength(isOpen ? 1 : 0);
});

test('--host beyond loopback warns once, unless clients need a token', async () => {
  writeTokens(lineOf('a'));
  const stderrWith = async (...args: readonly string[]) => {
    const served = await serveHere(['--host', '0.0.0.0', ...args]);
    expect(await served.stop()).toBe(0);
    return served.stderr.text;
  };
  const open = JSON.parse(await stderrWith());
  expect(open).toMatchObject({ event: 'error' });
  expect(open.error).toMatch(
    /^Other machines reach this service without a token, and can read, change and delete/,
  );
  expect(await stderrWith('--read-only', '--quiet')).toBe(
    'location-records: Other machines reach this service without a token, and can read every record; give it a --token-file, or a proxy that knows its users.\n',
  );
  expect(await stderrWith('--token-file', file)).toBe('');
});

test('the announcement says that clients need a token', async () => {
  writeTokens(lineOf('a'));
  const served = await serveHere(['--host', '0.0.0.0', '--log', 'pretty', '--token-file', file]);
  expect(await served.stop()).toBe(0);
  expect(served.stdout.text).toMatch(/^Try: curl -i -H "Authorization: Bearer \$TOKEN" -X POST /m);
  expect(served.stdout.text).not.toContain('any client');
});
