import { expectEqual } from '../../contract-error.ts';
import { allowedMethods, expectDone, expectFields, expectLocation, expectSuccess } from '../expect.ts';
import { expectProblem, locationNotFound, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import {
  chunk,
  chunkedLine,
  jsonLine,
  onConnection,
  rawHead,
  rawWrite,
  sendUntilClosed,
} from '../requests.ts';
import { plain } from '../rows.ts';
import type { CaseResponse, Connection, Service } from '../service.ts';

const offer = 'Expect: 100-continue';
const plainText = 'Content-Type: text/plain';
const length = `Content-Length: ${second.length}`;

/** Makes a case about one connection and one record, which has the first Location before. */
function connectionCase(
  id: string,
  clause: string,
  title: string,
  run: (connection: Connection, id: string) => Promise<void>,
  after: string = first,
  presupposes: readonly string[] = [],
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
    { needs: ['socket'], presupposes: [plain.creates, plain.replaces, 'connection-kept', ...presupposes] },
  );
}

/** Requests whose bodies the service does not need. `<id>` stands for a record. */
const bodyless: readonly (readonly [
  name: string,
  rule: string,
  method: string,
  target: string,
  type: string,
  expect: (response: CaseResponse) => void,
])[] = [
  [
    'content-type',
    'A write with a wrong content type',
    'POST',
    '/<id>',
    plainText,
    (response) => expectProblem(response, 400, messages.contentType),
  ],
  [
    'id',
    'A write without an identifier',
    'PUT',
    '/',
    jsonLine,
    (response) => expectProblem(response, 400, messages.idMissing),
  ],
  [
    'route',
    'A write on an unknown route',
    'POST',
    '/a/b',
    jsonLine,
    (response) => expectProblem(response, 404, messages.routeNotFound),
  ],
  ['get', 'A GET', 'GET', '/<id>', jsonLine, (response) => expectLocation(response, first)],
  ['delete-absent', 'A DELETE', 'DELETE', '/<id>-absent', jsonLine, expectDone],
  [
    'options',
    'OPTIONS',
    'OPTIONS',
    '/<id>',
    jsonLine,
    (response) => expectFields(response, { Allow: allowedMethods }),
  ],
];

const piece = 'x'.repeat(65_536);

/** Sends 10 MiB, or less if the server closes the connection, and reads the response meanwhile. */
async function exchangeLarge(connection: Connection, head: string, start = ''): Promise<CaseResponse> {
  await connection.send(head + start);
  const response = connection.receive();
  for (let sent = 0; sent < 160 && (await connection.send(piece)); ) sent++;
  return response;
}

/** Sends chunks without end until the server closes the connection, and reads the response meanwhile. */
async function exchangeEndless(connection: Connection, head: string, start: string): Promise<CaseResponse> {
  await connection.send(head + chunk(start));
  const [response] = await Promise.all([connection.receive(), sendUntilClosed(connection, chunk(piece))]);
  return response;
}

const large = `Content-Length: ${160 * piece.length}`;
/** A body that is valid up to the limit. */
const full = second.padEnd(4096);

/** SPEC 4.5.4, D21, D22 and D25: bodies that are not read to their end. */
const unread: readonly HttpCase[] = [
  ...bodyless.map(([name, rule, method, target, type, expect]) =>
    connectionCase(
      `unread-${name}-at-once`,
      'D25',
      `${rule} gets its response before the body comes, and the connection stays usable.`,
      async (connection, id) => {
        await connection.send(rawHead(method, target.replace('<id>', id), type, 'Content-Length: 30000'));
        expect(await connection.receive());
        await connection.send('x'.repeat(30_000) + rawHead('GET', `/${id}`));
        expectLocation(await connection.receive(), first);
      },
    ),
  ),
  connectionCase(
    'unread-refused-large',
    'D22',
    'A refused write with a body of 10 MiB gets its response, and the connection is closed.',
    async (connection, id) => {
      const response = await exchangeLarge(connection, rawHead('POST', `/${id}`, plainText, large));
      expectProblem(response, 400, messages.contentType);
      expectEqual('bytes after the response', (await connection.closed()).length, 0);
    },
  ),
  connectionCase(
    'unread-refused-endless',
    'D22',
    'A refused write with an endless body gets its response, and the connection is closed.',
    async (connection, id) => {
      const response = await exchangeEndless(
        connection,
        rawHead('POST', `/${id}`, plainText, chunkedLine),
        piece,
      );
      expectProblem(response, 400, messages.contentType);
    },
  ),
  connectionCase(
    'connection-pipelined-refusals',
    'D22',
    'A body that is not read is never taken for a request.',
    async (connection, id) => {
      const hidden = rawHead('DELETE', `/${id}`);
      const refused = rawHead('POST', `/${id}`, plainText, 'Content-Length: 300') + hidden.padEnd(300);
      const reading = rawHead('GET', `/${id}`, chunkedLine) + chunk(hidden) + chunk('');
      await connection.send(refused + reading + rawHead('GET', `/${id}`));
      expectProblem(await connection.receive(), 400, messages.contentType);
      expectLocation(await connection.receive(), first);
      expectLocation(await connection.receive(), first);
    },
    first,
    ['connection-pipelined'],
  ),
  connectionCase(
    'unread-paused',
    'SPEC 4.5.4',
    'A client that pauses after 4,096 characters gets its response: the rest is not read.',
    async (connection, id) => {
      const chunks = chunk(second) + chunk(' '.repeat(4096 - second.length));
      await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunks);
      expectSuccess(await connection.receive());
    },
    second,
  ),
  connectionCase(
    'unread-rest-small',
    'D22',
    'A short rest after the limit is dropped, and the connection stays usable.',
    async (connection, id) => {
      await connection.send(rawWrite('PUT', `/${id}`, second.padEnd(60_000)));
      expectSuccess(await connection.receive());
      await connection.send(rawHead('GET', `/${id}`));
      expectLocation(await connection.receive(), second);
    },
    second,
  ),
  connectionCase(
    'unread-rest-large',
    'D22',
    'A write with 10 MiB after the limit is stored, and the connection is closed.',
    async (connection, id) => {
      expectSuccess(await exchangeLarge(connection, rawHead('PUT', `/${id}`, jsonLine, large), full));
      expectEqual('bytes after the response', (await connection.closed()).length, 0);
    },
    second,
  ),
  connectionCase(
    'unread-rest-endless',
    'D21',
    'A write with an endless body is stored as far as the limit, and the connection is closed.',
    async (connection, id) => {
      expectSuccess(await exchangeEndless(connection, rawHead('PUT', `/${id}`, jsonLine, chunkedLine), full));
    },
    second,
  ),
  connectionCase(
    'unread-cut-endless',
    'D21',
    'JSON that the limit cuts is 400 even if the body never ends.',
    async (connection, id) => {
      const head = rawHead('PUT', `/${id}`, jsonLine, chunkedLine);
      expectProblem(await exchangeEndless(connection, head, '{"description":"'), 400, messages.bodyInvalid);
    },
  ),
  httpCase(
    'unread-rest-endless-absent',
    'SPEC 4.5.5',
    'A PUT of an absent record with an endless body is 404, and the connection is closed.',
    async (service) => {
      const id = service.freshId();
      await onConnection(service, async (connection) => {
        const head = rawHead('PUT', `/${id}`, jsonLine, chunkedLine);
        expectProblem(await exchangeEndless(connection, head, full), 404, locationNotFound(id));
      });
      await expectAbsent(service, `/${id}`);
    },
    { needs: ['socket'], presupposes: [plain.absent, 'unread-rest-endless'] },
  ),
  httpCase(
    'unread-delete',
    'SPEC 4.6',
    'A DELETE does not read a body: its response comes before the body.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('DELETE', `/${id}`, 'Content-Length: 1000'));
        expectSuccess(await connection.receive());
      });
      await expectAbsent(service, `/${id}`);
    },
    { needs: ['socket'], presupposes: [plain.creates, plain.removes, plain.absent] },
  ),
];

/** Reads the record many times: a server may handle a lost client a little later. */
async function expectUntouched(service: Service, id: string): Promise<void> {
  for (let look = 0; look < 30; look++) await expectRecord(service, `/${id}`, first);
}

/** A body that is valid JSON as far as it is sent, and does not end. */
const unfinished = [
  ['PUT', 'in chunks', 'chunked', chunkedLine, chunk(second)],
  ['POST', 'with a length', 'length', `Content-Length: ${second.length + 50}`, second],
] as const;

/** D25: a client that leaves changes nothing, then or later. */
const aborted: readonly HttpCase[] = unfinished.flatMap(([method, framing, name, line, sent]) =>
  (['destroy', 'end'] as const).map((leave) =>
    httpCase(
      `unread-aborted-${method.toLowerCase()}-${name}-${leave}`,
      'D25',
      `A client that ${leave === 'end' ? 'stops sending' : 'disconnects'} within the body of a ${method} ${framing} changes nothing, then or later.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead(method, `/${id}`, jsonLine, line) + sent);
          connection[leave]();
          await expectUntouched(service, id);
        });
        await expectUntouched(service, id);
      },
      { needs: ['socket'], presupposes: [plain.creates] },
    ),
  ),
);

/** D25 and RFC 9110 section 10.1.1: the server invites a body with 100 only if it is going to read it. */
const invitations: readonly HttpCase[] = [
  ...['POST', 'PUT'].map((method) =>
    connectionCase(
      `expect-${method.toLowerCase()}-invited`,
      'D25',
      `A ${method} that offers its body gets 100, and then its response.`,
      async (connection, id) => {
        await connection.send(rawHead(method, `/${id}`, jsonLine, length, offer));
        expectEqual('status', (await connection.receive()).status, 100);
        await connection.send(second);
        expectSuccess(await connection.receive());
        await connection.send(rawHead('GET', `/${id}`));
        expectLocation(await connection.receive(), second);
      },
      second,
    ),
  ),
  connectionCase(
    'expect-not-waited',
    'D25',
    'A client that offers its body and does not wait for 100 gets its response.',
    async (connection, id) => {
      await connection.send(rawWrite('PUT', `/${id}`, second, offer));
      let response = await connection.receive();
      if (response.status === 100) response = await connection.receive();
      expectSuccess(response);
    },
    second,
  ),
  ...bodyless.map(([name, rule, method, target, type, expect]) =>
    connectionCase(
      `expect-uninvited-${name}`,
      'D25',
      `${rule} that offers a body gets its response without 100.`,
      async (connection, id) => {
        await connection.send(rawHead(method, target.replace('<id>', id), type, length, offer));
        expect(await connection.receive());
      },
    ),
  ),
  connectionCase(
    'expect-uninvited-sent',
    'D22',
    'A body that is sent without 100 is never taken for a request.',
    async (connection, id) => {
      const hidden = rawHead('DELETE', `/${id}`);
      const head = rawHead('POST', `/${id}`, plainText, `Content-Length: ${hidden.length}`, offer);
      await connection.send(head + hidden);
      expectProblem(await connection.receive(), 400, messages.contentType);
      connection.end();
      expectEqual('bytes after the response', (await connection.closed()).length, 0);
    },
  ),
];

/** Bodies that the service does not read, or not to their end. */
export const unreadBodies: readonly HttpCase[] = [...unread, ...aborted, ...invitations];
