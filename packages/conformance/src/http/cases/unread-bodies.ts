import { expectEqual } from '../../contract-error.ts';
import { connectionCase, dialogue, expectGet, type Reply } from '../dialogue.ts';
import { allowedMethods, expectSuccess } from '../expect.ts';
import { expectProblem, locationNotFound, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import {
  chunk,
  chunkedLine,
  jsonLine,
  onConnection,
  rawHead,
  rawWrite,
  sendUntilClosed,
} from '../requests.ts';
import { plain, problem } from '../rows.ts';
import type { CaseResponse, Connection, Service } from '../service.ts';

const offer = 'Expect: 100-continue';
const plainText = 'Content-Type: text/plain';
const length = `Content-Length: ${second.length}`;
const get = rawHead('GET', '/<id>');
const present = { location: first };
const wrongType = problem(400, messages.contentType);

/** Requests whose bodies the service does not need. */
const bodyless: readonly (readonly [
  name: string,
  rule: string,
  method: string,
  target: string,
  type: string,
  reply: Reply,
])[] = [
  ['content-type', 'A write with a wrong content type', 'POST', '/<id>', plainText, wrongType],
  ['route', 'A write on an unknown route', 'POST', '/a/b', jsonLine, problem(404, messages.routeNotFound)],
  ['get', 'A GET', 'GET', '/<id>', jsonLine, present],
  ['options', 'OPTIONS', 'OPTIONS', '/<id>', jsonLine, { status: 200, fields: { Allow: allowedMethods } }],
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
  ...bodyless.map(([name, rule, method, target, type, reply]) =>
    dialogue(
      `unread-${name}-at-once`,
      'D25',
      `${rule} gets its response before the body comes, and the connection stays usable.`,
      [
        [rawHead(method, target, type, 'Content-Length: 30000'), reply],
        ['x'.repeat(30_000) + get, present],
      ],
    ),
  ),
  connectionCase(
    'unread-refused-endless',
    'D22',
    'A refused write with an endless body gets its response, and the connection is closed.',
    async (connection, id) => {
      const head = rawHead('POST', `/${id}`, plainText, chunkedLine);
      expectProblem(await exchangeEndless(connection, head, piece), 400, messages.contentType);
    },
  ),
  dialogue(
    'connection-pipelined-refusals',
    'D22',
    'A body that is not read is never taken for a request.',
    [
      [
        rawHead('POST', '/<id>', plainText, 'Content-Length: 300') +
          rawHead('DELETE', '/a').padEnd(300) +
          rawHead('GET', '/<id>', chunkedLine) +
          chunk(rawHead('DELETE', '/a')) +
          chunk('') +
          get,
        ...[wrongType, present, present],
      ],
    ],
    { presupposes: ['connection-kept', 'connection-pipelined'] },
  ),
  dialogue(
    'unread-paused',
    'SPEC 4.5.4',
    'A client that pauses after 4,096 characters gets its response: the rest is not read.',
    [[rawHead('PUT', '/<id>', jsonLine, chunkedLine) + chunk(full), 'success']],
    { after: second },
  ),
  dialogue(
    'unread-rest-small',
    'D22',
    'A short remainder after the limit is dropped, and the connection stays usable.',
    [
      [rawWrite('PUT', '/<id>', second.padEnd(60_000)), 'success'],
      [get, { location: second }],
    ],
    { after: second },
  ),
  connectionCase(
    'unread-rest-large',
    'D22',
    'A write with 10 MiB after the limit is stored, and the connection is closed.',
    async (connection, id) => {
      expectSuccess(await exchangeLarge(connection, rawHead('PUT', `/${id}`, jsonLine, large), full));
      expectEqual('bytes after the response', (await connection.closed()).length, 0);
    },
    { after: second },
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
  connectionCase(
    'unread-rest-endless-absent',
    'SPEC 4.5.5',
    'A PUT of an absent record with an endless body is 404, and the connection is closed.',
    async (connection, id) => {
      const head = rawHead('PUT', `/${id}`, jsonLine, chunkedLine);
      expectProblem(await exchangeEndless(connection, head, full), 404, locationNotFound(id));
    },
    { before: null, presupposes: ['connection-kept', 'unread-cut-endless'] },
  ),
  dialogue(
    'unread-delete',
    'SPEC 4.6',
    'A DELETE does not read a body: its response comes before the body.',
    [[rawHead('DELETE', '/<id>', 'Content-Length: 1000'), 'success']],
    { after: null, presupposes: [plain.removes] },
  ),
];

/** Reads the record many times: a server may handle a lost client a little later. */
async function expectUntouched(service: Service, id: string): Promise<void> {
  for (let look = 0; look < 30; look++) await expectRecord(service, `/${id}`, first);
}

/** Bodies whose end is missing after valid JSON, and how the client leaves. */
const unfinished = [
  ['put-chunked-end', 'stops sending', 'PUT', chunkedLine, chunk(second), 'end'],
  ['post-length-destroy', 'disconnects', 'POST', `Content-Length: ${second.length + 50}`, second, 'destroy'],
] as const;

/** D25: a client that leaves changes nothing, then or later. */
const aborted: readonly HttpCase[] = unfinished.map(([name, what, method, framing, sent, leave]) =>
  httpCase(
    `unread-aborted-${name}`,
    'D25',
    `A client that ${what} within the body of a ${method} changes nothing, then or later.`,
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead(method, `/${id}`, jsonLine, framing) + sent);
        connection[leave]();
        await expectUntouched(service, id);
      });
      await expectUntouched(service, id);
    },
    { needs: ['socket'], presupposes: [plain.creates] },
  ),
);

/** D25 and RFC 9110 section 10.1.1: the server invites a body with 100 only if it is going to read it. */
const invitations: readonly HttpCase[] = [
  dialogue(
    'expect-put-invited',
    'D25',
    'A PUT that offers its body gets 100, and then its response.',
    [
      [rawHead('PUT', '/<id>', jsonLine, length, offer), { status: 100 }],
      [second, 'success'],
      [get, { location: second }],
    ],
    { after: second },
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
      await expectGet(connection, id, second);
    },
    { after: second },
  ),
  ...bodyless.map(([name, rule, method, target, type, reply]) =>
    dialogue(`expect-uninvited-${name}`, 'D25', `${rule} that offers a body gets its response without 100.`, [
      [rawHead(method, target, type, length, offer), reply],
    ]),
  ),
];

/** Bodies that the service does not read, or not to their end. */
export const unreadBodies: readonly HttpCase[] = [...unread, ...aborted, ...invitations];
