import { messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { bytes, chunk, chunkedLine, jsonLine, onConnection, rawHead } from '../requests.ts';
import { expectEnd, refusedByServer, request, server } from './server-refusal.ts';

/** Heads that are not HTTP, or that leave the end of the body open. */
const refused: readonly (readonly [name: string, what: string, sent: string | Uint8Array])[] = [
  ['no-http', 'a line that is not HTTP', 'hello\r\n\r\n'],
  ['tls', 'TLS', bytes([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0, 13, 10, 13, 10])],
  ['no-version', 'a request line without a version', 'GET /\r\nHost: localhost\r\n\r\n'],
  ['version', 'an unknown version', request('GET / HTTP/9.9', 'Host: localhost')],
  ['target-space', 'a space in the target', request('GET /a b HTTP/1.1', 'Host: localhost')],
  [
    'target-relative',
    'a target that does not begin with a slash',
    request('GET a/b HTTP/1.1', 'Host: localhost'),
  ],
  [
    'field-without-colon',
    'a field without a colon',
    request('GET / HTTP/1.1', 'Host: localhost', 'nonsense'),
  ],
  ['field-name-space', 'a space after a field name', request('GET / HTTP/1.1', 'Host: localhost', 'A : b')],
  ['field-name', 'an invalid field name', request('GET / HTTP/1.1', 'Host: localhost', 'a[]: b')],
  ['field-nul', 'NUL in a field', request('GET / HTTP/1.1', 'Host: localhost', 'A: \0')],
  [
    'length-letters',
    'a length that is not a number',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: ten'),
  ],
  [
    'length-negative',
    'a negative length',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: -1'),
  ],
  [
    'length-repeated',
    'two lengths',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: 1', 'Content-Length: 2'),
  ],
  [
    'length-list',
    'a list of lengths',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: 1, 2'),
  ],
  [
    'length-too-large',
    'a length beyond 64 bits',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, `Content-Length: ${'9'.repeat(30)}`),
  ],
  [
    'length-and-chunked',
    'both a length and chunks',
    request(
      'POST /a HTTP/1.1',
      'Host: localhost',
      jsonLine,
      'Content-Length: 1',
      'Transfer-Encoding: chunked',
    ),
  ],
  [
    'encoding-unknown',
    'an unknown transfer encoding',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Transfer-Encoding: gzip'),
  ],
  [
    'encoding-not-last',
    'chunks that are encoded once more',
    request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Transfer-Encoding: chunked, gzip'),
  ],
];

/** Heads that are too large. */
const overflows: readonly (readonly [name: string, what: string, sent: string])[] = [
  ['field', 'a field of 20 KB', rawHead('GET', '/', `A: ${'x'.repeat(20_000)}`)],
  [
    'fields',
    'fields of 20 KB in all',
    rawHead('GET', '/', ...Array.from({ length: 200 }, (_, index) => `A${index}: ${'x'.repeat(95)}`)),
  ],
  ['target', 'a target of 20 KB', rawHead('GET', `/${'x'.repeat(20_000)}`)],
];

/** Errors in the body of a request with a valid head. */
const brokenBodies: readonly (readonly [name: string, rule: string, sent: string])[] = [
  ['chunk-size', 'A chunk size that is not a number', 'zz\r\n'],
  ['chunk-size-negative', 'A negative chunk size', '-1\r\n'],
  ['chunk-longer', 'A chunk that is longer than its size', `1\r\n${second}\r\n0\r\n\r\n`],
];

/** Responses to invalid HTTP. */
export const malformedHttp: readonly HttpCase[] = [
  ...refused.map(([name, what, sent]) =>
    refusedByServer(`server-${name}`, 'D41b', what, sent, 400, messages.badRequest),
  ),
  ...overflows.map(([name, what, sent]) =>
    refusedByServer(`server-overflow-${name}`, 'D41b', what, sent, 431, messages.headTooLarge),
  ),
  ...brokenBodies.map(([name, rule, sent]) =>
    httpCase(
      `server-${name}`,
      'D41b',
      `${rule} is 400 or ends the connection, and the record is unchanged.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + sent);
          await expectEnd(connection);
        });
        await expectRecord(service, `/${id}`, first);
      },
      server,
    ),
  ),
  httpCase(
    'server-chunk-broken-later',
    'D41b',
    'A chunked body that becomes invalid after whole JSON ends the connection, and the record is unchanged.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunk(second));
        await connection.send('zz\r\n');
        await expectEnd(connection);
      });
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
];
