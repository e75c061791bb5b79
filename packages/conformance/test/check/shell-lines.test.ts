import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { type CaseRequest, handlerService, httpContract } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { itUnless, lacks } from '@location-records/dev-kit';
import { describe, expect, it } from 'vitest';
import { type CheckedServer, checkedServer, parseCheckUrl } from '../../src/check/checked-server.ts';
import type { ConnectionStep } from '../../src/check/sending/transcript.ts';
import { curlLine } from '../../src/check/shell/curl-line.ts';
import { connectionLine, shellLines } from '../../src/check/shell/shell-lines.ts';
import { started } from '../started-servers.ts';

const testTimeout = 120_000;
const response = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const server = (url: string): CheckedServer =>
  checkedServer(parseCheckUrl(url), { timeout: 5000, insecure: false });

/** Starts a server that keeps the bytes of each connection, and responds as soon as `isComplete` returns `true`. */
async function startKeeping(isComplete: (text: string) => boolean) {
  const kept: string[] = [];
  const url = await started(
    createServer((socket: Socket) => {
      let text = '';
      socket.setEncoding('latin1').on('error', () => {});
      socket.on('data', (piece) => {
        text += piece;
        if (!isComplete(text)) return;
        kept.push(text);
        socket.end(response);
      });
    }),
  );
  return { url, kept };
}

/** Whether there is a head, and a body of its length. */
function isWhole(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [, length = '0'] = /\ncontent-length: (\d+)/i.exec(head) ?? [];
  return text.includes('\r\n\r\n') && body.join('\r\n\r\n').length >= Number(length);
}

/** The parts of a request that must arrive unchanged. */
function partsOf(text: string) {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  const own = fields.filter((field) => !/^(host|user-agent|accept: \*\/\*|content-length)/i.test(field));
  return { line, fields: own.map(trimmed).sort(), body: body.join('\r\n\r\n') };
}

function trimmed(field: string): string {
  const [, name = '', value = ''] = /^([^:]*):[\t ]*(.*?)[\t ]*$/.exec(field) ?? [];
  return `${name}: ${value}`;
}

/** Every request of the cases that do not use connections of their own. */
async function everyRequest(): Promise<readonly CaseRequest[]> {
  const requests = new Map<string, CaseRequest>();
  // Cases of the list repeat the same requests with other numbers.
  const plain = httpContract.filter(
    ({ id, needs, options }) => needs.length === 0 && !options && !id.startsWith('list-'),
  );
  for (const httpCase of plain) {
    const service = handlerService(createHandler({ store: createMemoryStore() }));
    const recording = Object.create(service, {
      request: {
        value: (request: CaseRequest) => {
          const kind = JSON.stringify([request, String(request.body).length > 100 ? httpCase.id : '']);
          requests.set(kind.replace(/case-[\da-f-]+/g, 'ID'), request);
          return service.request(request);
        },
      },
    });
    await httpCase.run(recording);
  }
  return [...requests.values()];
}

// Reason: the commands are for people who have these programs.
const withCurl = itUnless(lacks({ program: 'curl' }));
const withNetcat = itUnless(lacks({ program: 'nc' }));

describe('the command of curl', () => {
  withCurl('sends every request of the contract unchanged', { timeout: testTimeout }, async () => {
    const { url, kept } = await startKeeping(isWhole);
    const requests = await everyRequest();
    expect(requests.length).toBeGreaterThan(500);
    const lines = requests.map((request) => curlLine(request, server(url)));
    // In one shell, which takes only a fraction of the time.
    const shell = promisify(execFile)('sh', { maxBuffer: 2 ** 24 });
    shell.child.stdin?.end(lines.join('\n'));
    await shell;
    const sent = kept.map((text, index) => ({ command: lines[index], ...partsOf(text) }));
    const expected = requests.map(({ method, target, headers = [], body = '' }, index) => ({
      command: lines[index],
      line: `${method} ${target} HTTP/1.1`,
      fields: headers.map(([name, value]) => trimmed(`${name}: ${value}`)).sort(),
      body: Buffer.from(body as Uint8Array).toString('latin1'),
    }));
    for (const [index, one] of expected.entries()) expect(sent[index]).toEqual(one);
    expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
  });

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

  it('are about the last record only, when there are many', () => {
    const others = Array.from({ length: 50 }, (_, index) => get(`/${index}`));
    expect(shellLines([get('/a'), ...others, get('/a')], here)).toEqual([
      '# 50 others were sent before or between these',
      'curl -sS -i --path-as-is http://127.0.0.1:1/a',
      'curl -sS -i --path-as-is http://127.0.0.1:1/a',
    ]);
  });
});
