import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { itUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { type CheckedServer, checkedServer, parseCheckUrl } from '../../src/check/checked-server.ts';
import type { ConnectionStep } from '../../src/check/sending/transcript.ts';
import { curlLine } from '../../src/check/shell/curl-line.ts';
import { connectionLine, shellLines } from '../../src/check/shell/shell-lines.ts';
import { startKeeping } from './keeping-server.ts';

const server = (url: string): CheckedServer =>
  checkedServer(parseCheckUrl(url), { timeout: 5000, insecure: false });

// Reason: the commands are for people who have this program.
const withNetcat = itUnless(lacks({ program: 'nc' }));

describe('the command of curl', () => {
  it('has the options for a server with TLS', () => {
    const secure = checkedServer(parseCheckUrl('https://example.org/base'), {
      timeout: 5000,
      insecure: true,
    });
    expect(curlLine({ method: 'GET', target: '/base/a' }, secure)).toBe(
      'curl -sS -i --http1.1 --insecure --path-as-is https://example.org/base/a',
    );
  });
});

describe('the command of a connection', () => {
  const text = 'POST /%zz HTTP/1.1\r\n\r\n\0\u00ff\\\'"';
  const many = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500);
  withNetcat.each<[string, readonly ConnectionStep[], string]>([
    ['bytes of every kind', [{ kind: 'send', bytes: Buffer.from(text, 'latin1'), times: 1 }], text],
    [
      'bytes sent after a response',
      [{ kind: 'send', bytes: 'a', times: 1 }, { kind: 'wait' }, { kind: 'send', bytes: 'b', times: 2 }],
      'abb',
    ],
    ['long runs', [{ kind: 'send', bytes: `-${'x'.repeat(100_000)}${'\n'.repeat(200)}`, times: 3 }], ''],
    ['repeated requests', [{ kind: 'send', bytes: many, times: 1 }], many],
    ['a byte at a time', [...'hello -%'].map((bytes) => ({ kind: 'send', bytes, times: 1 })), 'hello -%'],
    ['the end', [{ kind: 'send', bytes: 'a', times: 1 }, { kind: 'end' }], 'a'],
  ])('sends %s', async (name, steps, given) => {
    const expected = name === 'long runs' ? `-${'x'.repeat(100_000)}${'\n'.repeat(200)}`.repeat(3) : given;
    const { url, kept } = await startKeeping((received) => received.length >= expected.length);
    const line = connectionLine(steps, server(url));
    await promisify(execFile)('sh', ['-c', line]);
    expect(kept).toEqual([expected]);
    expect(line.length).toBeLessThan(500);
  });

  it('uses openssl when the server has TLS', () => {
    const secure = server('https://[::1]:8443');
    expect(connectionLine([{ kind: 'send', bytes: 'a\r\n', times: 1 }], secure)).toBe(
      "{ printf 'a\\r\\n'; sleep 1; } | openssl s_client -quiet -no_ign_eof -connect '[::1]:8443'",
    );
  });
});

describe('the commands of a case', () => {
  const get = (target: string) => ({ kind: 'request', request: { method: 'GET', target } }) as const;
  const here = server('http://127.0.0.1:1');

  it('send everything that the case sent, in order', () => {
    const connection = { kind: 'connection', steps: [{ kind: 'send', bytes: 'a', times: 1 }] } as const;
    const idle = { kind: 'connection', steps: [] } as const;
    expect(
      shellLines([get('/a'), { ...connection, steps: [...connection.steps] }, { ...idle, steps: [] }], here),
    ).toEqual(['curl -sS -i --path-as-is http://127.0.0.1:1/a', "printf 'a' | nc -w 5 127.0.0.1 1"]);
  });

  it('send at the same time what the case sent at the same time', () => {
    const beside = { ...get('/b'), isBeside: true } as const;
    const curl = 'curl -sS -i --path-as-is http://127.0.0.1:1';
    expect(shellLines([get('/a'), get('/a'), beside, beside, get('/a')], here)).toEqual([
      `${curl}/a`,
      `${curl}/a &`,
      `${curl}/b &`,
      `${curl}/b &`,
      'wait',
      `${curl}/a`,
    ]);
  });

  it('are about the last record only, when there are many', () => {
    const others = Array.from({ length: 50 }, (_, index) => get(`/${index}`));
    expect(shellLines([get('/a'), ...others, get('/a')], here)).toEqual([
      '# 50 others were sent before or between these',
      'curl -sS -i --path-as-is http://127.0.0.1:1/a',
      'curl -sS -i --path-as-is http://127.0.0.1:1/a',
    ]);
  });
});
