import { expectEqual } from '../../contract-error.ts';
import { allowedMethods, expectDone, expectLocation, expectSuccess } from '../expect.ts';
import { expectProblem, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createMany,
  createRecord,
  expectAbsent,
  expectMany,
  expectRecord,
  first,
  parseList,
  readList,
  second,
} from '../records.ts';
import {
  ask,
  bytes,
  chunk,
  chunkedLine,
  jsonLine,
  onConnection,
  rawHead,
  rawWrite,
  send,
} from '../requests.ts';
import { plain } from '../rows.ts';
import { type CaseResponse, type Connection, ConnectionEndedError, type Service } from '../service.ts';

type Run = (connection: Connection, id: string, service: Service) => Promise<void>;

/** Makes a case about one connection. `<id>` is a new identifier, of a record if `before` is given. */
function connectionCase(
  id: string,
  clause: string,
  title: string,
  run: Run,
  before?: string,
  presupposes: readonly string[] = ['connection-kept'],
): HttpCase {
  return httpCase(
    id,
    clause,
    title,
    async (service) => {
      const record = before === undefined ? service.freshId() : await createRecord(service, before);
      await onConnection(service, (connection) => run(connection, record, service));
    },
    {
      needs: ['socket'],
      presupposes: [plain.creates, plain.replaces, ...presupposes].filter((one) => one !== id),
    },
  );
}

async function expectGet(connection: Connection, id: string, location: string): Promise<void> {
  await connection.send(rawHead('GET', `/${id}`));
  expectLocation(await connection.receive(), location);
}

/** Connections that serve several requests. */
const kept: readonly HttpCase[] = [
  connectionCase(
    'connection-kept',
    'SPEC 4',
    'A connection serves one request after the other.',
    async (connection, id) => {
      for (const location of [first, second, bare]) {
        await connection.send(rawWrite('POST', `/${id}`, location));
        expectSuccess(await connection.receive());
        await expectGet(connection, id, location);
      }
    },
  ),
  connectionCase(
    'connection-kept-after-errors',
    'SPEC 4.8',
    'A connection stays usable after every error of the service.',
    async (connection, id) => {
      for (const request of [
        rawWrite('POST', `/${id}`, '{'),
        rawWrite('POST', '/', first),
        rawHead('GET', '/%zz'),
        rawHead('GET', `/${id}/b`),
        rawHead('DELETE', '/'),
        rawHead('PATCH', `/${id}`),
      ]) {
        await connection.send(request);
        expectEqual('refused', (await connection.receive()).status >= 400, true);
      }
      await expectGet(connection, id, first);
    },
    first,
  ),
  connectionCase(
    'connection-pipelined',
    'SPEC 4',
    'The responses to pipelined requests come in the order of the requests.',
    async (connection, id) => {
      const get = rawHead('GET', `/${id}`);
      const write = rawWrite('POST', `/${id}`, first);
      const replace = rawWrite('PUT', `/${id}`, second);
      await connection.send(get + write + get + replace + get + rawHead('DELETE', `/${id}`) + get);
      expectEqual('status', (await connection.receive()).status, 404);
      expectDone(await connection.receive());
      expectLocation(await connection.receive(), first);
      expectDone(await connection.receive());
      expectLocation(await connection.receive(), second);
      expectDone(await connection.receive());
      expectProblem(await connection.receive(), 404, resourceNotFound(id));
    },
  ),
  connectionCase(
    'connection-pipelined-many',
    'SPEC 4',
    'Two hundred pipelined requests all get their responses.',
    async (connection, id) => {
      await connection.send((rawWrite('PUT', `/${id}`, first) + rawHead('GET', `/${id}`)).repeat(100));
      for (let pair = 0; pair < 100; pair++) {
        expectDone(await connection.receive());
        expectLocation(await connection.receive(), first);
      }
    },
    first,
    ['connection-pipelined'],
  ),
  connectionCase(
    'connection-pipelined-list',
    'SPEC 4',
    'A short response waits for the list that was requested before it.',
    async (connection, id) => {
      const get = rawHead('GET', `/${id}`);
      await connection.send(rawHead('GET', '/') + get + rawHead('HEAD', '/') + get);
      parseList(await connection.receive());
      expectLocation(await connection.receive(), first);
      expectEqual('status', (await connection.receive('HEAD')).status, 200);
      expectLocation(await connection.receive(), first);
    },
    first,
    [plain.list, 'connection-pipelined'],
  ),
  connectionCase(
    'connection-head-then-get',
    'D12',
    'The response to HEAD has no body on the connection.',
    async (connection, id) => {
      for (const target of [`/${id}`, '/', `/${id}-absent`, '/%zz', '/a/b']) {
        await connection.send(rawHead('HEAD', target));
        await connection.receive('HEAD');
        await expectGet(connection, id, first);
      }
    },
    first,
  ),
  connectionCase(
    'connection-options-star',
    'D13',
    'A connection stays usable after OPTIONS *.',
    async (connection, id) => {
      await connection.send(rawHead('OPTIONS', '*'));
      const { status, headers } = await connection.receive();
      expectEqual('response', [status, headers.allow], [200, [allowedMethods]]);
      await expectGet(connection, id, first);
    },
    first,
  ),
  ...(
    [
      ['close', 'with "Connection: close"', (id: string) => rawHead('GET', `/${id}`, 'Connection: close')],
      ['http-1-0', 'of HTTP/1.0', (id: string) => `GET /${id} HTTP/1.0\r\nHost: localhost\r\n\r\n`],
    ] as const
  ).map(([name, rule, request]) =>
    connectionCase(
      `connection-${name}`,
      'SPEC 4',
      `The connection is closed after the response to a request ${rule}.`,
      async (connection, id) => {
        await connection.send(request(id));
        expectLocation(await connection.receive(), first);
        expectEqual('bytes after the response', (await connection.closed()).length, 0);
      },
      first,
      [],
    ),
  ),
  httpCase(
    'connection-many',
    'SPEC 4',
    'Fifty connections that wait for the rest of a request do not block others.',
    async (service) => {
      const id = await createRecord(service);
      const idle = await Promise.all(Array.from({ length: 50 }, () => service.connect()));
      try {
        for (const connection of idle) await connection.send(`GET /${id} HTTP/1.1\r\n`);
        await expectRecord(service, `/${id}`, first);
        expectSuccess(await service.request(send('PUT', `/${id}`, second)));
      } finally {
        for (const connection of idle) connection.destroy();
      }
      await expectRecord(service, `/${id}`, second);
    },
    { needs: ['socket'], presupposes: [plain.creates, plain.replaces] },
  ),
];

/** How the bytes of a request are split and framed. */
const framing: readonly HttpCase[] = [
  connectionCase(
    'connection-byte-by-byte',
    'SPEC 4',
    'A request may arrive byte by byte.',
    async (connection, id, service) => {
      for (const byte of rawWrite('POST', `/${id}`, first)) await connection.send(byte);
      expectSuccess(await connection.receive());
      await expectRecord(service, `/${id}`, first);
    },
    undefined,
    [],
  ),
  connectionCase(
    'connection-chunks',
    'SPEC 4.4',
    'A body in chunks may be split within a character.',
    async (connection, id, service) => {
      const text = '{"description":"é€😀","coordinates":{"latitude":1,"longitude":2}}';
      await connection.send(rawHead('POST', `/${id}`, jsonLine, chunkedLine));
      for (const byte of bytes(text)) await connection.send(bytes('1\r\n', [byte], '\r\n'));
      await connection.send(chunk(''));
      expectSuccess(await connection.receive());
      await expectRecord(service, `/${id}`, text);
    },
    undefined,
    [],
  ),
  connectionCase(
    'connection-chunk-extras',
    'SPEC 4.4',
    'Chunk extensions and trailer fields are not part of the body.',
    async (connection, id) => {
      const chunks = `${first.length.toString(16)};a=b\r\n${first}\r\n0\r\nContent-Type: text/plain\r\n\r\n`;
      await connection.send(rawHead('POST', `/${id}`, jsonLine, chunkedLine) + chunks);
      expectSuccess(await connection.receive());
      await expectGet(connection, id, first);
    },
    undefined,
    ['connection-chunks'],
  ),
  connectionCase(
    'connection-body-missing',
    'D19',
    'A body in chunks without bytes, a length of 0 and no framing are all a missing body.',
    async (connection, id) => {
      for (const framing of [[chunkedLine], ['Content-Length: 0'], []]) {
        await connection.send(
          rawHead('POST', `/${id}`, jsonLine, ...framing) + (framing[0] === chunkedLine ? chunk('') : ''),
        );
        expectProblem(await connection.receive(), 400, messages.bodyMissing);
      }
    },
  ),
  connectionCase(
    'connection-field-white-space',
    'D16',
    'White space around the value of a field is ignored.',
    async (connection, id) => {
      await connection.send(
        rawHead('PUT', `/${id}`, 'content-type:application/json \t', `CONTENT-LENGTH:  ${second.length} `) +
          second,
      );
      expectSuccess(await connection.receive());
      await expectGet(connection, id, second);
    },
    first,
  ),
  connectionCase(
    'connection-raw-utf8',
    'D2',
    'Raw UTF-8 in the target is part of the identifier, unless the server refuses it.',
    async (connection, id) => {
      await connection.send(rawHead('GET', `/${id}é€😀`));
      const response = await connection.receive();
      if (response.status !== 400) expectProblem(response, 404, resourceNotFound(`${id}é€😀`));
    },
    undefined,
    [],
  ),
  connectionCase(
    'connection-raw-invalid-utf8',
    'D3',
    'Raw bytes in the target that are not UTF-8 are 400.',
    async (connection) => {
      await connection.send(bytes('GET /a', [0xe9], ' HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      expectEqual('status', (await connection.receive()).status, 400);
    },
    undefined,
    [],
  ),
];

/** What the requests of one connection need. */
const ofService = {
  needs: ['socket'],
  presupposes: [plain.creates, plain.replaces, plain.absent],
} as const;

/** Requests after another one on a connection: what of that one must not be kept. */
const nextRequests: readonly (readonly [
  name: string,
  clause: string,
  what: string,
  request: (target: string) => string,
])[] = [
  ['no-body', 'SPEC 4.5.3', 'The body', (target) => rawWrite('POST', target, '')],
  [
    'type',
    'SPEC 4.5.1',
    'The content type',
    (target) => rawHead('POST', target, `Content-Length: ${first.length}`) + first,
  ],
];

/** A service keeps nothing of a request for the next one (SPEC section 1). */
const stateless: readonly HttpCase[] = [
  ...nextRequests.map(([name, clause, what, request]) =>
    httpCase(
      `${name}-next-on-connection`,
      clause,
      `${what} of a request is not kept for the next one on its connection.`,
      async (service) => {
        const [id, next] = [service.freshId(), service.freshId()];
        await onConnection(service, async (connection) => {
          await connection.send(rawWrite('POST', `/${id}`, bare));
          expectSuccess(await connection.receive());
          const response = await exchangeAgain(service, connection, request(`/${next}`));
          expectEqual('status', response.status, 400);
        });
        await expectAbsent(service, `/${next}`);
      },
      ofService,
    ),
  ),
  httpCase(
    'check-interleaved',
    'D42',
    'Each write is carried out as it was sent, even if others come between its head and its body.',
    async (service) => {
      const ids = [
        await createRecord(service),
        service.freshId(),
        await createRecord(service),
        service.freshId(),
      ];
      const writes: { id: string; body: string; connection: Connection }[] = [];
      try {
        for (const [index, id] of ids.entries()) {
          const body = JSON.stringify({
            description: id,
            coordinates: { latitude: index + 1, longitude: -1 },
          });
          writes.push({ id, body, connection: await service.connect() });
        }
        for (const [index, { id, body, connection }] of writes.entries()) {
          const method = index % 2 ? 'POST' : 'PUT';
          await connection.send(
            rawHead(method, `/${id}`, jsonLine, `Content-Length: ${body.length}`, 'Connection: close'),
          );
        }
        for (const { body, connection } of writes) await connection.send(body);
        for (const { connection } of writes) expectSuccess(await connection.receive());
      } finally {
        for (const { connection } of writes) connection.destroy();
      }
      for (const { id, body } of writes) await expectRecord(service, `/${id}`, body);
    },
    ofService,
  ),
];

/** Sends a request on this connection, or on a new one if the server closes this one, as it may. */
async function exchangeAgain(
  service: Service,
  connection: Connection,
  request: string,
): Promise<CaseResponse> {
  try {
    await connection.send(request);
    return await connection.receive();
  } catch (error) {
    if (!(error instanceof ConnectionEndedError)) throw error;
  }
  const other = await service.connect();
  try {
    await other.send(request);
    return await other.receive();
  } finally {
    other.destroy();
  }
}

/** 16 MB in records of about the largest size, more than the buffers of a connection hold. */
const [count, text] = [1000, '😀'.repeat(4000)];

const slow = {
  needs: ['socket', 'empty-store'],
  presupposes: [plain.creates, plain.replaces, plain.removes, plain.list, 'list-many', 'list-long'],
} as const;

/** Uses the service until a list under way is blocked by its slow reader. */
async function useService(service: Service): Promise<void> {
  const id = await createRecord(service);
  for (let turn = 0; turn < 50; turn++) await expectRecord(service, `/${id}`, first);
}

/** Long lists whose readers are slow or leave. */
const slowReaders: readonly HttpCase[] = [
  httpCase(
    'reader-slow',
    'D43',
    'A slow reader gets the complete list while others read and write.',
    async (service) => {
      const ids = await createMany(service, count, text);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', '/'));
        const head = await connection.receiveHead();
        connection.pause();
        await useService(service);
        expectSuccess(await service.request(send('PUT', `/${ids[count - 1]}`, bare)));
        expectSuccess(await service.request(ask('DELETE', `/${ids[count - 2]}`)));
        connection.resume();
        const list = parseList({ ...head, body: await connection.receiveBody(head) });
        expectMany(list, ids.slice(0, count - 2), text);
      });
    },
    slow,
  ),
  httpCase(
    'reader-gone',
    'D40',
    'A client that leaves during a list does not affect others.',
    async (service) => {
      const ids = await createMany(service, count, text);
      for (let client = 0; client < 3; client++) {
        await onConnection(service, async (connection) => {
          await connection.send(rawHead('GET', '/'));
          expectEqual('status', (await connection.receiveHead()).status, 200);
          connection.pause();
          await useService(service);
        });
      }
      expectMany(await readList(service), ids, text);
    },
    slow,
  ),
];

/** Connections: their order, framing, statelessness, and slow readers. */
export const connections: readonly HttpCase[] = [...kept, ...framing, ...stateless, ...slowReaders];
