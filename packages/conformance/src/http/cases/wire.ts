import { expectEqual } from '../../contract-error.ts';
import { allowedMethods, expectDone, expectFields, expectLocation, expectSuccess } from '../expect.ts';
import { expectErrorObject, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { chunk, chunkedLine, jsonLine, onConnection, rawHead, rawWrite } from '../requests.ts';
import { plain } from '../rows.ts';
import { type CaseResponse, type Connection, ConnectionEndedError } from '../service.ts';

/** Makes a case about one connection and a whole server. The record has `after` at the end. */
function serverCase(
  id: string,
  clause: string,
  title: string,
  run: (connection: Connection, id: string) => Promise<void>,
  after = first,
): HttpCase {
  return httpCase(
    id,
    clause,
    title,
    async (service) => {
      const record = await createRecord(service);
      await onConnection(service, (connection) => run(connection, record));
      await expectRecord(service, `/${record}`, after);
    },
    { needs: ['socket', 'server'], presupposes: [plain.creates] },
  );
}

function head(...lines: readonly string[]): string {
  return [...lines, '', ''].join('\r\n');
}

/** A head with a line of `Host` or without. */
function get(...lines: readonly string[]): string {
  return head('GET / HTTP/1.1', ...lines);
}

function post(...lines: readonly string[]): string {
  return head('POST /a HTTP/1.1', 'Host: localhost', jsonLine, ...lines);
}

type Sent = readonly [name: string, what: string, sent: string | Uint8Array];

/** Heads without exactly one valid `Host`. */
const wrongHosts: readonly Sent[] = [
  ['host-missing', 'a request without Host', get()],
  ['host-missing-1-0', 'a request of HTTP/1.0 without Host', head('GET / HTTP/1.0')],
  ['host-repeated', 'a repeated Host', get('Host: localhost', 'Host: localhost')],
  ['host-empty', 'an empty Host', get('Host:')],
  ['host-comma', 'two hosts in one field', get('Host: localhost, localhost')],
  ['host-path', 'a path in Host', get('Host: localhost/a')],
  ['host-port', 'a port that is not a number', get('Host: localhost:http')],
  ['host-absolute', 'a target in absolute form without Host', head('GET http://localhost/ HTTP/1.1')],
];

/** Bytes that are not HTTP, or leave the end of the body open. */
const malformed: readonly Sent[] = [
  ['no-http', 'a line that is not HTTP', 'hello\r\n\r\n'],
  ['tls', 'TLS', bytesOfTls()],
  ['target-space', 'a space in the target', head('GET /a b HTTP/1.1', 'Host: localhost')],
  ['field-without-colon', 'a field without a colon', get('Host: localhost', 'nonsense')],
  ['length-letters', 'a length that is not a number', post('Content-Length: ten')],
  ['length-repeated', 'two lengths', post('Content-Length: 1', 'Content-Length: 2')],
  ['length-and-chunked', 'both a length and chunks', post('Content-Length: 1', chunkedLine)],
  ['encoding-unknown', 'an unknown transfer encoding', post('Transfer-Encoding: gzip')],
];

/** Heads that are too large. */
const overflows: readonly Sent[] = [
  ['overflow-field', 'a field of 20 KB', rawHead('GET', '/', `A: ${'x'.repeat(20_000)}`)],
  ['overflow-target', 'a target of 20 KB', rawHead('GET', `/${'x'.repeat(20_000)}`)],
];

/** The beginning of a handshake, in ASCII characters. */
function bytesOfTls(): string {
  return '\x16\x03\x01\0\x05\x01\0\0\x01\0\r\n\r\n';
}

/** The server sends an Error object, and then closes the connection. */
async function expectRefused(connection: Connection, status: number, message: string): Promise<void> {
  const response = await connection.receive();
  expectProblem(response, status, message);
  const closing = response.headers.connection?.map((value) => value.toLowerCase());
  expectEqual('Connection', closing, ['close']);
  expectEqual('bytes after the response', (await connection.closed()).length, 0);
}

function refused(
  rows: readonly Sent[],
  clause: string,
  status: number,
  message: string,
): readonly HttpCase[] {
  return rows.map(([name, what, sent]) =>
    httpCase(
      `server-${name}`,
      clause,
      `The server responds to ${what} with ${status} and an Error object, and closes the connection.`,
      (service) =>
        onConnection(service, async (connection) => {
          await connection.send(sent);
          await expectRefused(connection, status, message);
        }),
      { needs: ['socket', 'server'], presupposes: [] },
    ),
  );
}

/**
 * Expects the end of the connection after malformed bytes: after the responses to the requests before them,
 * or after some, and with 400 or without.
 */
async function expectEnd(
  connection: Connection,
  ...expected: ((response: CaseResponse) => void)[]
): Promise<void> {
  for (const expect of [...expected, ({ status }: CaseResponse) => expectEqual('status', status, 400)]) {
    const response = await connection.receive().catch((error: unknown) => {
      if (error instanceof ConnectionEndedError) return undefined;
      throw error;
    });
    if (response === undefined) return;
    if (response.status === 400) break;
    expect(response);
  }
  expectEqual('bytes after the response', (await connection.closed()).length, 0);
}

/** Values of `Host` that every server accepts, and names that a server may refuse with 421 (D47). */
const localHosts = ['localhost', 'LOCALHOST:80', 'localhost.', '127.0.0.1', '192.0.2.1:8080', '[::1]:8080'];
const names = ['a.example.', 'xn--bcher-kva.example', 'a_b'];

const host: readonly HttpCase[] = [
  ...refused(wrongHosts, 'D41', 400, messages.badRequest),
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
  serverCase(
    'server-host-refused-write',
    'D41',
    'A write without a valid Host changes nothing.',
    async (connection, id) => {
      const lines = [jsonLine, `Content-Length: ${second.length}`];
      await connection.send(head(`PUT /${id} HTTP/1.1`, ...lines) + second);
      await expectRefused(connection, 400, messages.badRequest);
    },
  ),
  httpCase(
    'server-host-misdirected-write',
    'D47',
    'A write that is refused with 421 because of its Host changes nothing.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const lines = ['Host: a.example', jsonLine, `Content-Length: ${second.length}`];
        await connection.send(head(`PUT /${id} HTTP/1.1`, ...lines) + second);
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
      // The server may be behind a proxy with TLS, so either scheme may be its own.
      for (const scheme of ['http', 'https']) {
        await onConnection(service, async (connection) => {
          const lines = ['Host: localhost:8080', `Origin: ${scheme}://localhost:8080`, jsonLine];
          await connection.send(
            head(`PUT /${id} HTTP/1.1`, ...lines, `Content-Length: ${second.length}`) + second,
          );
          statuses.push((await connection.receive()).status);
        });
      }
      expectEqual('whether one succeeds', statuses.includes(200), true);
      await expectRecord(service, `/${id}`, second);
    },
    { needs: ['socket', 'server'], presupposes: [plain.creates, plain.replaces] },
  ),
];

/** Errors in the body of a request with a valid head. */
const brokenBodies = (
  [
    ['chunk-size', 'A chunk size that is not a number', 'zz\r\n'],
    ['chunk-longer', 'A chunk that is longer than its size', `1\r\n${second}\r\n0\r\n\r\n`],
    ['chunk-broken-later', 'A wrong chunk size after whole JSON', `${chunk(second)}zz\r\n`],
  ] as const
).map(([name, rule, sent]) =>
  serverCase(
    `server-${name}`,
    'D41b',
    `${rule} is 400 or ends the connection, and the record is unchanged.`,
    async (connection, id) => {
      await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + sent);
      await expectEnd(connection);
    },
  ),
);

/** D41b: HTTP that is not valid, and what a whole server decides. */
const server: readonly HttpCase[] = [
  ...refused(malformed, 'D41b', 400, messages.badRequest),
  ...refused(overflows, 'D41b', 431, messages.headTooLarge),
  ...brokenBodies,
  serverCase(
    'server-garbage-behind-write',
    'D41b',
    'Garbage after a write ends the connection, and the write takes effect if it has its response.',
    async (connection, id) => {
      await connection.send(`${rawWrite('PUT', `/${id}`, first)}garbage\r\n\r\n`);
      await expectEnd(connection, expectDone);
    },
  ),
  serverCase(
    'server-garbage-later',
    'D41b',
    'Garbage on a used connection is 400.',
    async (connection, id) => {
      await connection.send(rawHead('GET', `/${id}`));
      expectLocation(await connection.receive(), first);
      await connection.send('garbage\r\n\r\n');
      await expectRefused(connection, 400, messages.badRequest);
    },
  ),
  serverCase(
    'server-many-fields',
    'D16',
    'A second content type after 2,500 other fields is noticed.',
    async (connection, id) => {
      const others = Array.from({ length: 2500 }, () => 'a:');
      await connection.send(rawWrite('PUT', `/${id}`, second, ...others, 'Content-Type: text/plain'));
      expectProblem(await connection.receive(), 400, messages.contentType);
    },
  ),
  httpCase(
    'server-connect',
    'D14',
    'CONNECT is 405 and lists the methods in Allow.',
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(head('CONNECT localhost:80 HTTP/1.1', 'Host: localhost:80'));
        const response = await connection.receive();
        expectProblem(response, 405, messages.methodNotAllowed);
        expectFields(response, { Allow: allowedMethods });
      }),
    { needs: ['socket', 'server'] },
  ),
  serverCase(
    'server-expectation-unknown',
    'D41b',
    'An unknown expectation is ignored.',
    async (connection, id) => {
      await connection.send(rawWrite('PUT', `/${id}`, second, 'Expect: 200-ok'));
      expectSuccess(await connection.receive());
    },
    second,
  ),
  serverCase('server-upgrade', 'D41b', 'An unknown upgrade is ignored.', async (connection, id) => {
    await connection.send(rawHead('GET', `/${id}`, 'Connection: Upgrade', 'Upgrade: h2c'));
    expectLocation(await connection.receive(), first);
  }),
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

/** D41, D41b and D47: what a whole server decides, not a handler. */
export const wire: readonly HttpCase[] = [...host, ...server];
