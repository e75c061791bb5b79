import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestScanner } from '../../src/check/sending/request-scanner.ts';

const edits = { basePath: '/base', authority: 'example.org', fields: [] };

/** Scans pieces one after the other. Returns the bytes to send, and the requests found. */
function scan(...pieces: readonly (string | Uint8Array)[]) {
  const scanner = new RequestScanner(edits);
  const scanned = pieces.map((piece) => scanner.scan(piece));
  return {
    sent: Buffer.concat(scanned.map(({ bytes }) => Buffer.from(bytes as Uint8Array))).toString(),
    seen: scanned.flatMap(({ begun }) => begun.map(({ method, target }) => `${method} ${target}`)),
    hasMore: scanned.some(({ hasMore }) => hasMore),
    openLine: scanned.at(-1)?.openLine,
  };
}

const head = (line: string, ...fields: readonly string[]) =>
  [line, 'Host: localhost', ...fields, '', ''].join('\r\n');
const moved = (text: string) => text.replaceAll('Host: localhost', 'Host: example.org');

it('puts the base path before the target, and replaces the host', () => {
  expect(scan(head('GET /a HTTP/1.1'))).toEqual({
    sent: moved(head('GET /base/a HTTP/1.1')),
    seen: ['GET /a'],
    hasMore: false,
    openLine: '',
  });
});

it('also does so byte by byte, except for the host', () => {
  const { sent, seen } = scan(...head('DELETE /a/b?/c HTTP/1.1'));
  expect(sent).toBe(head('DELETE /base/a/b?/c HTTP/1.1'));
  expect(seen).toEqual(['DELETE /a/b?/c']);
});

it.each([
  ['a length', ['Content-Length: 20'], 'DELETE /b HTTP/1.1\r\n'],
  ['chunks', ['transfer-encoding: Chunked'], '7;a=b\r\nDELETE \r\n4\r\n/b\r\n\r\n0\r\nA: b\r\n\r\n'],
])('takes nothing in a body with %s for a request', (_, fields, body) => {
  const requests = [head('PUT /a HTTP/1.1', ...fields), body, head('GET /c HTTP/1.0')];
  for (const pieces of [requests, [requests.join('')], requests.join('').split('')]) {
    const { sent, seen, hasMore } = scan(...pieces);
    expect(seen).toEqual(['PUT /a', 'GET /c']);
    expect(sent.replaceAll('example.org', 'localhost')).toBe(requests.join('').replace(/\/[ac]/g, '/base$&'));
    expect(hasMore).toBe(true);
  }
});

it.each([
  ['no version', 'GET /a\r\nPOST /b HTTP/1.1\r\n'],
  ['another version', 'GET /a HTTP/9.9\r\nPOST /b HTTP/1.1\r\n'],
  ['a wrong length', `${head('GET /a HTTP/1.1', 'Content-Length: ten')}POST /b HTTP/1.1\r\n`],
  ['two lengths', `${head('GET /a HTTP/1.1', 'Content-Length: 1', 'Content-Length: 1')}POST /b HTTP/1.1\r\n`],
  ['a wrong chunk', `${head('GET /a HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\nPOST /b HTTP/1.1\r\n`],
])('sends everything after %s unchanged', (_, bytes) => {
  const { sent, seen, hasMore } = scan(bytes);
  expect(seen).toEqual(['GET /a']);
  expect(sent.endsWith('POST /b HTTP/1.1\r\n')).toBe(true);
  expect(hasMore).toBe(true);
});

it('leaves other targets unchanged', () => {
  for (const line of [
    'OPTIONS * HTTP/1.1',
    'CONNECT a:80 HTTP/1.1',
    'GET http://localhost/ HTTP/1.1',
    'hello',
  ]) {
    expect(scan(head(line)).sent.split('\r\n')[0]).toBe(line);
  }
});

it('returns a line that has not ended', () => {
  expect(scan('\r\nPO')).toMatchObject({ seen: [], openLine: 'PO' });
});

it('sends bytes that are not text unchanged', () => {
  const bytes = Uint8Array.of(0x16, 3, 1, 0, 255, 13, 10);
  expect(new RequestScanner(edits).scan(bytes).bytes).toBe(bytes);
});

describe('the fields of every request', () => {
  const secretEdits = {
    basePath: '/base',
    authority: 'localhost',
    fields: [
      ['Authorization', 'Bearer c2VjcmV0'],
      ['X-Tenant', ''],
    ],
  } as const;
  const inserted = 'Authorization: Bearer c2VjcmV0\r\nX-Tenant: \r\n';

  /** The bytes that are sent, and those that are shown, for these pieces. */
  function scanSecret(pieces: readonly string[]) {
    const scanner = new RequestScanner(secretEdits);
    const scanned = pieces.map((piece) => scanner.scan(piece));
    const join = (name: 'bytes' | 'shown') =>
      Buffer.concat(scanned.map((one) => Buffer.from(one[name] as Uint8Array))).toString();
    return { sent: join('bytes'), shown: join('shown') };
  }

  const text = fc.stringMatching(/^[a-zA-Z/: ]{0,12}$/);
  /** A body in its framing, which may look like a request. */
  const framed = fc.oneof(
    fc.constant({ fields: [], body: '' }),
    text.map((body) => ({ fields: [`Content-Length: ${body.length + 4}`], body: `${body}\r\n\r\n` })),
    fc.array(text.filter((one) => one !== '')).map((chunks) => {
      const body = [...chunks, ''].map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('');
      return { fields: ['Transfer-Encoding: chunked'], body };
    }),
  );
  const requests = fc.array(
    fc.record({
      method: fc.constantFrom('GET', 'PUT', 'FROB'),
      path: fc.stringMatching(/^[a-z/?]{0,8}$/),
      framed,
    }),
    { minLength: 1, maxLength: 4 },
  );

  it('come behind each request line that is sent, and are not shown, wherever the pieces are split', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.nat({ max: 400 }), { maxLength: 20 }), (all, splits) => {
        const line = ({ method, path }: (typeof all)[number], base: string) =>
          `${method} ${base}/${path} HTTP/1.1\r\n`;
        const rest = ({ framed: { fields, body } }: (typeof all)[number]) =>
          ['Host: localhost', ...fields, '', ''].join('\r\n') + body;
        const whole = all.map((one) => line(one, '') + rest(one)).join('');
        const places = [0, ...splits.map((place) => place % whole.length), whole.length].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end));
        expect(scanSecret(pieces)).toEqual({
          sent: all.map((one) => line(one, '/base') + inserted + rest(one)).join(''),
          shown: all.map((one) => line(one, '/base') + rest(one)).join(''),
        });
      }),
    );
  });

  it('do not come behind lines that do not begin a request', () => {
    for (const pieces of [['\r\n'], ['garbage\r\n\r\n'], ['GET /\r\n'], ['GET / HTTP/2.0\r\n\r\n']]) {
      expect(scanSecret(pieces).sent).not.toContain('Authorization');
    }
  });

  it('come once where an empty line is before the request', () => {
    const { sent } = scanSecret(['\r\nGET / HTTP/1.1\r\n', 'Host: localhost\r\n\r\n']);
    expect(sent).toBe(`\r\nGET /base/ HTTP/1.1\r\n${inserted}Host: localhost\r\n\r\n`);
  });
});
