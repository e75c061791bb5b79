import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import type { CaseRequest } from '@location-records/conformance';
import { itUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { curlLine, rawLine } from '../../src/check/curl-line.ts';
import { parseServerUrl } from '../../src/check/server-url.ts';
import { started } from '../started-servers.ts';

const server = (url: string) => ({ ...parseServerUrl(url), insecure: false, fields: [] });
const json = [['Content-Type', 'application/json']] as const;

/** What a server gets from a line for a shell. */
async function received(line: (url: string) => string): Promise<readonly string[]> {
  const kept: string[] = [];
  const url = await started(
    createServer(async (req, res) => {
      let body = '';
      for await (const piece of req.setEncoding('utf8')) body += piece;
      const { 'content-type': type = '-', 'x-key': key } = req.headers;
      kept.push(`${req.method} ${req.url} ${type} ${body}${key ? ` ${key}` : ''}`);
      res.end();
    }),
  );
  await promisify(execFile)('sh', ['-c', line(url)], { env: { ...process.env, HEADER: 'X-Key: secret' } });
  return kept;
}

// Reason: the commands are for people who have this program.
const withCurl = itUnless(lacks({ program: 'curl' }));

describe('a line for a shell sends exactly', () => {
  withCurl.each<[string, CaseRequest, string]>([
    ['a body with quotes', { method: 'POST', target: '/a', headers: json, body: '\'"$x' }, '\'"$x'],
    [
      'a body that begins with @',
      { method: 'PUT', target: '/a', headers: json, body: '@/etc/passwd' },
      '@/etc/passwd',
    ],
    [
      'a body with control characters',
      { method: 'POST', target: '/a', headers: json, body: 'a\t\u0001%' },
      'a\t\u0001%',
    ],
    ['an empty body', { method: 'POST', target: '/a', headers: json, body: '' }, ''],
    [
      'a long body',
      { method: 'POST', target: '/a', headers: json, body: `{${' '.repeat(4096)}}` },
      `{${' '.repeat(4096)}}`,
    ],
  ])('%s', async (_, request, body) => {
    const line = (url: string) => curlLine([request], server(url));
    expect(await received(line)).toEqual([`${request.method} /a application/json ${body}`]);
    expect(line('http://a').length).toBeLessThan(150);
  });

  withCurl.each(['/a/../b', '/a%2e%2e', '/[1-3]', '/{a,b}', "/a'b?c&d", '/a\\b'])(
    'the target %s',
    async (target) => {
      const [got] = await received((url) => curlLine([{ method: 'DELETE', target }], server(url)));
      expect(got).toBe(`DELETE ${target} - `);
    },
  );

  withCurl('several requests in order, and fields that it does not show', async () => {
    const requests = [
      { method: 'POST', target: '/a', headers: json, body: '1' },
      { method: 'GET', target: '/' },
    ];
    const line = (url: string) => curlLine(requests, { ...server(url), fields: [['X-Key', 'secret']] });
    expect(await received(line)).toEqual(['POST /a application/json 1 secret', 'GET / -  secret']);
    expect(line('http://a')).not.toContain('secret');
  });
});

it('a server with TLS gets HTTP/1.1, and its certificate is not checked when it need not be', () => {
  const secure = { ...server('https://example.org/base'), insecure: true };
  expect(curlLine([{ method: 'HEAD', target: '/base/a' }], secure)).toBe(
    'curl -sS -I --http1.1 -k https://example.org/base/a',
  );
});

it('bytes of a connection go through nc, or through openssl to a server with TLS', () => {
  const bytes = Buffer.from("-%\\'\r\n\0");
  expect(rawLine(bytes, server('http://a:81'))).toBe("printf '\\055%%\\\\\\047\\r\\n\\000' | nc -w 5 a 81");
  expect(rawLine(Buffer.from('a'), server('https://[::1]:8443'))).toBe(
    "{ printf 'a'; sleep 1; } | openssl s_client -quiet -no_ign_eof -connect '[::1]:8443'",
  );
});
