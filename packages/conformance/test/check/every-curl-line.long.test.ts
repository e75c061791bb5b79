import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CaseRequest, handlerService, httpContract } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { itUnless, lacks } from '@location-records/workspace/tests';
import { expect } from 'vitest';
import { checkedServer, parseCheckUrl } from '../../src/check/checked-server.ts';
import { curlLine } from '../../src/check/shell/curl-line.ts';
import { startKeeping } from './keeping-server.ts';

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

// Reason: the commands are for people who have this program.
const withCurl = itUnless(lacks({ program: 'curl' }));

withCurl(
  'the command of curl sends every request of the contract unchanged',
  { timeout: 120_000 },
  async () => {
    const { url, kept } = await startKeeping(isWhole);
    const requests = await everyRequest();
    expect(requests.length).toBeGreaterThan(500);
    const server = checkedServer(parseCheckUrl(url), { timeout: 5000, insecure: false });
    const lines = requests.map((request) => curlLine(request, server));
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
  },
);
