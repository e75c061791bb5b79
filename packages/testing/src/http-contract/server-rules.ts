import { expectAllow, expectDone, expectEqual, expectJson, expectOneOf, expectProblem } from './expect.ts';
import { type HttpCase, httpCase } from './http-case.ts';
import { messages } from './messages.ts';
import { createRecord, expectRecord, first, second } from './records.ts';
import { bytes } from './requests.ts';
import type { CaseResponse, Connection } from './service.ts';
import { chunk, jsonLine, onConnection, rawHead, rawWrite } from './wire.ts';

const server = { needs: ['socket', 'server'] } as const;

/** Answered as below the service: an Error object, and the connection is closed. */
async function expectRefused(connection: Connection, status: number, message: string): Promise<CaseResponse> {
  const answer = await connection.receive();
  expectProblem(answer, status, message);
  expectEqual(
    'Connection',
    answer.headers.connection?.map((value) => value.toLowerCase()),
    ['close'],
  );
  expectEqual('bytes behind the answer', (await connection.closed()).length, 0);
  return answer;
}

function request(...lines: readonly string[]): string {
  return [...lines, '', ''].join('\r\n');
}

/** Heads that are 400. */
const refused: readonly (readonly [name: string, clause: string, rule: string, sent: string | Uint8Array])[] =
  [
    ['host-missing', 'D41', 'A request without Host', request('GET / HTTP/1.1')],
    ['host-missing-1-0', 'D41', 'A request of HTTP/1.0 without Host', request('GET / HTTP/1.0')],
    [
      'host-repeated',
      'D41',
      'A repeated Host',
      request('GET / HTTP/1.1', 'Host: localhost', 'Host: localhost'),
    ],
    [
      'host-repeated-other',
      'D41',
      'A second Host',
      request('GET / HTTP/1.1', 'Host: localhost', 'hOST: other'),
    ],
    ['host-empty', 'D41', 'An empty Host', request('GET / HTTP/1.1', 'Host:')],
    ['host-space', 'D41', 'A space in Host', request('GET / HTTP/1.1', 'Host: local host')],
    ['host-comma', 'D41', 'Two hosts in one field', request('GET / HTTP/1.1', 'Host: localhost, localhost')],
    ['host-path', 'D41', 'A path in Host', request('GET / HTTP/1.1', 'Host: localhost/a')],
    ['host-user', 'D41', 'A user in Host', request('GET / HTTP/1.1', 'Host: me@localhost')],
    ['host-scheme', 'D41', 'A scheme in Host', request('GET / HTTP/1.1', 'Host: http://localhost')],
    ['host-port', 'D41', 'A port that is no number', request('GET / HTTP/1.1', 'Host: localhost:http')],
    ['host-port-only', 'D41', 'A port without a host', request('GET / HTTP/1.1', 'Host: :8080')],
    ['host-bracket', 'D41', 'An open bracket in Host', request('GET / HTTP/1.1', 'Host: [::1')],
    [
      'host-absolute',
      'D41',
      'An absolute-form target without Host',
      request('GET http://localhost/ HTTP/1.1'),
    ],
    ['host-options', 'D41', 'OPTIONS * without Host', request('OPTIONS * HTTP/1.1')],
    [
      'host-expect',
      'D41',
      'A body that is offered without Host',
      request('POST /a HTTP/1.1', jsonLine, 'Content-Length: 2', 'Expect: 100-continue'),
    ],
    ['no-http', 'D41b', 'Something that is no HTTP', 'hello\r\n\r\n'],
    ['tls', 'D41b', 'TLS', bytes([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0, 13, 10, 13, 10])],
    ['no-version', 'D41b', 'A request line without a version', 'GET /\r\nHost: localhost\r\n\r\n'],
    ['version', 'D41b', 'A version that there is not', request('GET / HTTP/9.9', 'Host: localhost')],
    ['target-space', 'D41b', 'A space in the target', request('GET /a b HTTP/1.1', 'Host: localhost')],
    [
      'target-relative',
      'D41b',
      'A target that does not begin with a slash',
      request('GET a/b HTTP/1.1', 'Host: localhost'),
    ],
    [
      'field-without-colon',
      'D41b',
      'A field without a colon',
      request('GET / HTTP/1.1', 'Host: localhost', 'nonsense'),
    ],
    [
      'field-name-space',
      'D41b',
      'A space behind the name of a field',
      request('GET / HTTP/1.1', 'Host: localhost', 'A : b'),
    ],
    [
      'field-name',
      'D41b',
      'A name of a field that is none',
      request('GET / HTTP/1.1', 'Host: localhost', 'a[]: b'),
    ],
    ['field-nul', 'D41b', 'NUL in a field', request('GET / HTTP/1.1', 'Host: localhost', 'A: \0')],
    [
      'length-letters',
      'D41b',
      'A length that is no number',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: ten'),
    ],
    [
      'length-negative',
      'D41b',
      'A negative length',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: -1'),
    ],
    [
      'length-repeated',
      'D41b',
      'Two lengths',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: 1', 'Content-Length: 2'),
    ],
    [
      'length-list',
      'D41b',
      'A list of lengths',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Content-Length: 1, 2'),
    ],
    [
      'length-too-large',
      'D41b',
      'A length beyond 64 bits',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, `Content-Length: ${'9'.repeat(30)}`),
    ],
    [
      'length-and-chunked',
      'D41b',
      'A length and chunks',
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
      'D41b',
      'A transfer encoding that there is not',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Transfer-Encoding: gzip'),
    ],
    [
      'encoding-not-last',
      'D41b',
      'Chunks that are encoded again',
      request('POST /a HTTP/1.1', 'Host: localhost', jsonLine, 'Transfer-Encoding: chunked, gzip'),
    ],
  ];

/** Values of Host that are valid. */
const hosts = [
  'localhost',
  'LOCALHOST:80',
  '127.0.0.1',
  '[::1]',
  '[::1]:8080',
  'a.example.',
  'xn--bcher-kva.example',
  'a_b',
  '%41',
  'localhost:',
];

/** What goes wrong within the body of a request that began well. */
const brokenBodies: readonly (readonly [name: string, rule: string, sent: string])[] = [
  ['chunk-size', 'A chunk size that is no number', 'zz\r\n'],
  ['chunk-size-negative', 'A negative chunk size', '-1\r\n'],
  ['chunk-longer', 'A chunk that is longer than its size', `1\r\n${second}\r\n0\r\n\r\n`],
];

/** What a whole server answers where no handler is asked. */
export const serverRules: readonly HttpCase[] = [
  ...refused.map(([name, clause, rule, sent]) =>
    httpCase(
      `server-${name}`,
      clause,
      `${rule} is 400, an Error object, and closes the connection.`,
      (service) =>
        onConnection(service, async (connection) => {
          await connection.send(sent);
          await expectRefused(connection, 400, messages.badRequest);
        }),
      server,
    ),
  ),
  httpCase(
    'server-host-valid',
    'D41',
    'Every valid Host is served.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        for (const host of hosts) {
          await connection.send(request(`GET /${id} HTTP/1.1`, `hOsT:  ${host} `));
          expectJson(await connection.receive(), 200, first);
        }
      });
    },
    server,
  ),
  httpCase(
    'server-host-refused-write',
    'D41',
    'A write without a valid Host changes nothing.',
    async (service) => {
      const id = await createRecord(service);
      for (const host of ['', 'Host: \r\n', 'Host: a\r\nHost: b\r\n']) {
        await onConnection(service, async (connection) => {
          await connection.send(
            `PUT /${id} HTTP/1.1\r\n${host}${jsonLine}\r\nContent-Length: ${second.length}\r\n\r\n${second}`,
          );
          await expectRefused(connection, 400, messages.badRequest);
        });
      }
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  ...brokenBodies.map(([name, rule, sent]) =>
    httpCase(
      `server-${name}`,
      'D41b',
      `${rule} is 400, and the record is untouched.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead('PUT', `/${id}`, jsonLine, 'Transfer-Encoding: chunked') + sent);
          await expectRefused(connection, 400, messages.badRequest);
        });
        await expectRecord(service, `/${id}`, first);
      },
      server,
    ),
  ),
  httpCase(
    'server-chunk-broken-later',
    'D41b',
    'A chunked body that breaks behind whole JSON is 400, and the record is untouched.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(
          rawHead('PUT', `/${id}`, jsonLine, 'Transfer-Encoding: chunked') + chunk(second),
        );
        await connection.send('zz\r\n');
        await expectRefused(connection, 400, messages.badRequest);
      });
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  ...[
    ['field', 'A field of 20 KB', rawHead('GET', '/', `A: ${'x'.repeat(20_000)}`)],
    [
      'fields',
      'Fields of 20 KB in all',
      rawHead('GET', '/', ...Array.from({ length: 200 }, (_, index) => `A${index}: ${'x'.repeat(95)}`)),
    ],
    ['target', 'A target of 20 KB', rawHead('GET', `/${'x'.repeat(20_000)}`)],
  ].map(([name, rule, sent = '']) =>
    httpCase(
      `server-overflow-${name}`,
      'D41b',
      `${rule} is 431, an Error object, and closes the connection.`,
      (service) =>
        onConnection(service, async (connection) => {
          await connection.send(sent);
          await expectRefused(connection, 431, messages.headTooLarge);
        }),
      server,
    ),
  ),
  httpCase(
    'server-many-fields',
    'D16',
    'A repeated content type is seen behind 2,500 other fields.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const others = Array.from({ length: 2500 }, () => 'a:');
        await connection.send(rawWrite('PUT', `/${id}`, second, ...others, 'Content-Type: text/plain'));
        expectProblem(await connection.receive(), 400, messages.contentType);
      });
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  httpCase(
    'server-garbage-behind',
    'D41b',
    'Garbage behind a request is 400 behind its answer.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(`${rawHead('GET', `/${id}`)}garbage\r\n\r\n`);
        expectJson(await connection.receive(), 200, first);
        await expectRefused(connection, 400, messages.badRequest);
      });
    },
    server,
  ),
  httpCase(
    'server-garbage-behind-write',
    'D41b',
    'Garbage behind a write is 400 behind its answer, and the write holds.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(`${rawWrite('PUT', `/${id}`, second)}garbage\r\n\r\n`);
        expectDone(await connection.receive());
        await expectRefused(connection, 400, messages.badRequest);
      });
      await expectRecord(service, `/${id}`, second);
    },
    server,
  ),
  httpCase(
    'server-garbage-later',
    'D41b',
    'Garbage on a connection that was used well is 400.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`));
        expectJson(await connection.receive(), 200, first);
        await connection.send('garbage\r\n\r\n');
        await expectRefused(connection, 400, messages.badRequest);
      });
    },
    server,
  ),
  httpCase(
    'server-garbage-behind-several',
    'D41b',
    'Garbage behind several requests is 400 behind all their answers.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const several = rawHead('GET', '/') + rawWrite('PUT', `/${id}`, second) + rawHead('GET', `/${id}`);
        await connection.send(`${several}\0\0\0\r\n\r\n`);
        expectEqual('status', (await connection.receive()).status, 200);
        expectDone(await connection.receive());
        expectJson(await connection.receive(), 200, second);
        await expectRefused(connection, 400, messages.badRequest);
      });
    },
    server,
  ),
  httpCase(
    'server-connect',
    'D14',
    'CONNECT is 405 with the methods that there are.',
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(request('CONNECT localhost:80 HTTP/1.1', 'Host: localhost:80'));
        const answer = await connection.receive();
        expectProblem(answer, 405, messages.methodNotAllowed);
        expectAllow(answer);
      }),
    server,
  ),
  httpCase(
    'server-method-unknown',
    'D41b',
    'A method that nobody knows is refused with an Error object.',
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(rawHead('FROBNICATE', '/'));
        const answer = await connection.receive();
        expectOneOf('status', answer.status, [400, 405]);
        expectProblem(
          answer,
          answer.status,
          answer.status === 400 ? messages.badRequest : messages.methodNotAllowed,
        );
      }),
    server,
  ),
  httpCase(
    'server-expectation-unknown',
    'D41b',
    'An expectation that nobody knows is ignored.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`, 'Expect: the-unexpected'));
        expectJson(await connection.receive(), 200, first);
        await connection.send(rawWrite('PUT', `/${id}`, second, 'Expect: 200-ok'));
        expectDone(await connection.receive());
      });
      await expectRecord(service, `/${id}`, second);
    },
    server,
  ),
  httpCase(
    'server-upgrade',
    'D41b',
    'An upgrade that the service does not know is ignored.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const upgrade = [
          'Connection: Upgrade, HTTP2-Settings',
          'Upgrade: h2c',
          'HTTP2-Settings: AAMAAABkAAQAAP__',
        ];
        await connection.send(rawHead('GET', `/${id}`, ...upgrade));
        expectJson(await connection.receive(), 200, first);
      });
    },
    server,
  ),
  httpCase(
    'server-alive',
    'D41b',
    'The server goes on after hundreds of broken connections.',
    async (service) => {
      const id = await createRecord(service);
      for (let count = 0; count < 200; count++) {
        await onConnection(service, async (connection) => {
          await connection.send(
            count % 2 ? 'garbage\r\n\r\n' : rawHead('PUT', `/${id}`, jsonLine, 'Content-Length: 9'),
          );
        });
      }
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
];
