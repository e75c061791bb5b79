import { expectEqual } from '../../contract-error.ts';
import { connectionCase, type DialogueOptions, dialogue } from '../dialogue.ts';
import { allowedMethods, expectDone, expectLocation } from '../expect.ts';
import { expectErrorObject, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { chunkedLine, jsonLine, onConnection, rawHead, rawWrite } from '../requests.ts';
import { plain, problem } from '../rows.ts';
import { type Connection, ConnectionEndedError } from '../service.ts';

const server: DialogueOptions = { needs: ['server'], presupposes: [] };
const refused = problem(400, messages.badRequest);
const get = rawHead('GET', '/<id>');

function head(...lines: readonly string[]): string {
  return [...lines, '', ''].join('\r\n');
}

function post(...lines: readonly string[]): string {
  return head('POST /a HTTP/1.1', 'Host: localhost', jsonLine, ...lines);
}

function put(host: string, ...lines: readonly string[]): string {
  return head('PUT /<id> HTTP/1.1', host, jsonLine, `Content-Length: ${second.length}`, ...lines) + second;
}

/** The beginning of a handshake of TLS, in ASCII. */
const tls = '\x16\x03\x01\0\x05\x01\0\0\x01\0\r\n\r\n';

/**
 * Requests without one valid `Host`, and bytes that are not HTTP. The server refuses them, and closes the
 * connection.
 */
const malformed: readonly (readonly [name: string, clause: string, what: string, sent: string])[] = [
  ['host-missing', 'D41', 'a request without Host', head('GET / HTTP/1.1')],
  ['host-repeated', 'D41', 'a repeated Host', rawHead('GET', '/', 'Host: localhost')],
  ['host-empty', 'D41', 'an empty Host', head('GET / HTTP/1.1', 'Host:')],
  ['host-comma', 'D41', 'two hosts in one field', head('GET / HTTP/1.1', 'Host: localhost, localhost')],
  ['host-path', 'D41', 'a path in Host', head('GET / HTTP/1.1', 'Host: localhost/a')],
  ['host-absolute', 'D41', 'an absolute target without Host', head('GET http://localhost/ HTTP/1.1')],
  ['no-http', 'D41b', 'a line that is not HTTP', 'hello\r\n\r\n'],
  ['tls', 'D41b', 'TLS', tls],
  ['target-space', 'D41b', 'a space in the target', head('GET /a b HTTP/1.1', 'Host: localhost')],
  ['length-letters', 'D41b', 'a length that is not a number', post('Content-Length: ten')],
  ['length-repeated', 'D41b', 'two lengths', post('Content-Length: 1', 'Content-Length: 2')],
  ['length-and-chunked', 'D41b', 'both a length and chunks', post('Content-Length: 1', chunkedLine)],
  ['encoding-unknown', 'D41b', 'an unknown transfer encoding', post('Transfer-Encoding: gzip')],
];

/** Heads that are too large. */
const overflows = [
  ['field', rawHead('GET', '/', `A: ${'x'.repeat(20_000)}`)],
  ['target', rawHead('GET', `/${'x'.repeat(20_000)}`)],
] as const;

/** Errors in the body of a request with a valid head. */
const brokenBodies = [
  ['chunk-size', 'A chunk size that is not a number', 'zz\r\n'],
  ['chunk-longer', 'A chunk that is longer than its size', `1\r\n${second}\r\n0\r\n\r\n`],
] as const;

/** Expects 400, or none, and the end of the connection. */
async function expectEnd(connection: Connection): Promise<void> {
  try {
    expectEqual('status', (await connection.receive()).status, 400);
  } catch (error) {
    if (!(error instanceof ConnectionEndedError)) throw error;
  }
  expectEqual('bytes after the response', (await connection.closed()).length, 0);
}

/** Values of `Host` that every server accepts, and names that a server may refuse with 421 (D47). */
const localHosts = ['localhost', 'LOCALHOST:80', '127.0.0.1', '192.0.2.1:8080', '[::1]:8080'];
const names = ['a.example.', 'xn--bcher-kva.example', 'a_b'];

const hosts: readonly HttpCase[] = [
  httpCase(
    'server-host-valid',
    'D41',
    'Every valid Host is served, except names that are refused with 421.',
    async (service) => {
      const id = await createRecord(service);
      for (const name of [...localHosts, ...names]) {
        await onConnection(service, async (connection) => {
          await connection.send(head(`GET /${id} HTTP/1.1`, `hOsT:  ${name} `));
          const response = await connection.receive();
          if (response.status === 421 && names.includes(name)) expectErrorObject(response);
          else expectLocation(response, first);
        });
      }
    },
    { needs: ['socket', 'server'], presupposes: [plain.creates] },
  ),
  dialogue(
    'server-host-refused-write',
    'D41',
    'A write without a valid Host changes nothing.',
    [[put('Host: a b'), refused, 'closed']],
    server,
  ),
];

const origins: readonly HttpCase[] = [
  httpCase(
    'server-host-misdirected-write',
    'D47',
    'A write that is refused with 421 because of its Host changes nothing.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(put('Host: a.example').replace('<id>', id));
        const { status } = await connection.receive();
        await expectRecord(service, `/${id}`, status === 421 ? first : second);
      });
    },
    { needs: ['socket', 'server'], presupposes: [plain.creates, plain.replaces] },
  ),
  httpCase(
    'server-origin-same',
    'D47',
    'A write from a page of the same origin succeeds.',
    async (service) => {
      const id = await createRecord(service);
      const statuses: number[] = [];
      // The server may be behind a proxy with TLS, so either scheme may be right.
      for (const scheme of ['http', 'https']) {
        await onConnection(service, async (connection) => {
          const request = put('Host: localhost:8080', `Origin: ${scheme}://localhost:8080`);
          await connection.send(request.replace('<id>', id));
          statuses.push((await connection.receive()).status);
        });
      }
      expectEqual('whether one succeeds', statuses.includes(200), true);
      await expectRecord(service, `/${id}`, second);
    },
    { needs: ['socket', 'server'], presupposes: [plain.creates, plain.replaces] },
  ),
];

const manyFields = Array.from({ length: 2500 }, () => 'a:');

/** D41, D41b and D47: the rules of a whole server, which a handler cannot keep. */
export const wire: readonly HttpCase[] = [
  ...malformed.map(([name, clause, what, sent]) =>
    dialogue(
      `server-${name}`,
      clause,
      `The server responds to ${what} with 400 and an Error object, and closes the connection.`,
      [[sent, refused, 'closed']],
      server,
    ),
  ),
  ...overflows.map(([part, sent]) =>
    dialogue(
      `server-overflow-${part}`,
      'D41b',
      `The server responds to a ${part} of 20 KB with 431 and an Error object, and closes the connection.`,
      [[sent, problem(431, messages.headTooLarge), 'closed']],
      server,
    ),
  ),
  ...brokenBodies.map(([name, rule, sent]) =>
    connectionCase(
      `server-${name}`,
      'D41b',
      `${rule} is 400 or ends the connection, and the record is unchanged.`,
      async (connection, id) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + sent);
        await expectEnd(connection);
      },
      server,
    ),
  ),
  ...hosts,
  ...origins,
  connectionCase(
    'server-garbage-behind-write',
    'D41b',
    'Garbage after a write ends the connection, and the write takes effect if it has its response.',
    async (connection, id) => {
      await connection.send(`${rawWrite('PUT', `/${id}`, first)}garbage\r\n\r\n`);
      const response = await connection.receive().catch((error: unknown) => {
        if (error instanceof ConnectionEndedError) return undefined;
        throw error;
      });
      if (response === undefined || response.status === 400) return;
      expectDone(response);
      await expectEnd(connection);
    },
    server,
  ),
  dialogue(
    'server-garbage-later',
    'D41b',
    'Garbage on a used connection is 400.',
    [
      [get, { location: first }],
      ['garbage\r\n\r\n', refused, 'closed'],
    ],
    server,
  ),
  dialogue(
    'server-many-fields',
    'D16',
    'A second content type after 2,500 other fields is noticed.',
    [
      [
        rawWrite('PUT', '/<id>', second, ...manyFields, 'Content-Type: text/plain'),
        problem(400, messages.contentType),
      ],
    ],
    server,
  ),
  dialogue(
    'server-connect',
    'D14',
    'CONNECT is 405 and lists the methods in Allow.',
    [
      [
        head('CONNECT localhost:80 HTTP/1.1', 'Host: localhost:80'),
        problem(405, messages.methodNotAllowed, { Allow: allowedMethods }),
      ],
    ],
    server,
  ),
  dialogue(
    'server-expectation-unknown',
    'D41b',
    'An unknown expectation is ignored.',
    [[rawWrite('PUT', '/<id>', second, 'Expect: 200-ok'), 'success']],
    { ...server, after: second },
  ),
  dialogue(
    'server-upgrade',
    'D41b',
    'An unknown upgrade is ignored.',
    [[rawHead('GET', '/<id>', 'Connection: Upgrade', 'Upgrade: h2c'), { location: first }]],
    server,
  ),
  httpCase(
    'server-alive',
    'D41b',
    'The server still responds after a hundred broken connections.',
    async (service) => {
      const id = await createRecord(service);
      for (let count = 0; count < 100; count++) {
        const unfinished = rawHead('PUT', `/${id}`, jsonLine, 'Content-Length: 9');
        await onConnection(service, async (connection) => {
          await connection.send(count % 2 ? 'garbage\r\n\r\n' : unfinished);
        });
      }
      await expectRecord(service, `/${id}`, first);
    },
    { needs: ['socket', 'server'], presupposes: [plain.creates] },
  ),
];
