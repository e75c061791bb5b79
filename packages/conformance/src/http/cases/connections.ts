import { expectEqual } from '../../contract-error.ts';
import { connectionCase, dialogue } from '../dialogue.ts';
import { allowedMethods, expectSuccess } from '../expect.ts';
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
import { plain, problem } from '../rows.ts';
import { type CaseResponse, type Connection, ConnectionEndedError, type Service } from '../service.ts';

const get = rawHead('GET', '/<id>');
const is = (location: string) => ({ location });
const notFound = problem(404, resourceNotFound('<id>'));

/** Connections that serve several requests. */
const kept: readonly HttpCase[] = [
  dialogue(
    'connection-kept',
    'SPEC 4',
    'A connection serves one request after the other.',
    [first, second, bare].flatMap((location) => [
      [rawWrite('POST', '/<id>', location), 'success'],
      [get, is(location)],
    ]),
    { after: bare, presupposes: [] },
  ),
  dialogue('connection-kept-after-errors', 'SPEC 4.8', 'A connection stays usable after every error.', [
    [rawWrite('POST', '/<id>', '{'), { status: 400 }],
    [rawWrite('POST', '/', first), { status: 400 }],
    [rawHead('DELETE', '/'), { status: 400 }],
    [rawHead('GET', '/<id>-absent'), { status: 404 }],
    [get, is(first)],
  ]),
  dialogue(
    'connection-pipelined',
    'SPEC 4',
    'The responses to pipelined requests come in the order of the requests.',
    [
      [
        `${get}${rawWrite('PUT', '/<id>', second)}${get}${rawHead('DELETE', '/<id>')}${get}`,
        ...([is(first), 'done', is(second), 'done', notFound] as const),
      ],
    ],
    { after: null },
  ),
  dialogue(
    'connection-pipelined-many',
    'SPEC 4',
    'Eighty pipelined requests all get their responses.',
    [
      [
        (rawWrite('PUT', '/<id>', first) + get).repeat(40),
        ...Array.from({ length: 40 }, () => ['done', is(first)] as const).flat(),
      ],
    ],
    { presupposes: ['connection-kept', 'connection-pipelined'] },
  ),
  connectionCase(
    'connection-pipelined-list',
    'SPEC 4',
    'A short response waits for the list that was requested before it.',
    async (connection, id) => {
      await connection.send(rawHead('GET', '/') + rawHead('GET', `/${id}-absent`));
      parseList(await connection.receive());
      expectProblem(await connection.receive(), 404, resourceNotFound(`${id}-absent`));
    },
    { presupposes: [plain.list, 'connection-kept', 'connection-pipelined'] },
  ),
  dialogue(
    'connection-head-then-get',
    'D12',
    'The response to HEAD has no body on the connection.',
    ['/<id>', '/', '/<id>-absent', '/a/b'].flatMap((target) => [
      [rawHead('HEAD', target), 'head'],
      [get, is(first)],
    ]),
  ),
  dialogue('connection-options-star', 'D13', 'A connection stays usable after OPTIONS *.', [
    [rawHead('OPTIONS', '*'), { status: 200, fields: { Allow: allowedMethods } }],
    [get, is(first)],
  ]),
  dialogue(
    'connection-close',
    'SPEC 4',
    'A connection is closed after the response to a request with "Connection: close".',
    [[rawHead('GET', '/<id>', 'Connection: close'), is(first), 'closed']],
    { presupposes: [] },
  ),
  dialogue(
    'connection-http-1-0',
    'SPEC 4',
    'A connection is closed after the response to a request of HTTP/1.0.',
    [['GET /<id> HTTP/1.0\r\nHost: localhost\r\n\r\n', is(first), 'closed']],
    { presupposes: [] },
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

const accented = '{"description":"é€😀","coordinates":{"latitude":1,"longitude":2}}';

/** How the bytes of a request are split and framed. */
const framing: readonly HttpCase[] = [
  connectionCase(
    'connection-byte-by-byte',
    'SPEC 4',
    'A request may arrive byte by byte.',
    async (connection, id) => {
      for (const byte of rawWrite('PUT', `/${id}`, second)) await connection.send(byte);
      expectSuccess(await connection.receive());
    },
    { after: second, presupposes: [] },
  ),
  dialogue(
    'connection-chunks',
    'SPEC 4.4',
    'A body in chunks may be split within a character.',
    [
      [rawHead('POST', '/<id>', jsonLine, chunkedLine)],
      [bytes(...[...new TextEncoder().encode(accented)].flatMap((byte) => ['1\r\n', [byte], '\r\n']))],
      [chunk(''), 'success'],
    ],
    { after: accented, presupposes: [] },
  ),
  dialogue(
    'connection-chunk-extras',
    'SPEC 4.4',
    'Chunk extensions and trailer fields are not part of the body.',
    [
      [rawHead('PUT', '/<id>', jsonLine, chunkedLine)],
      [`${second.length.toString(16)};a=b\r\n${second}\r\n0\r\nContent-Type: text/plain\r\n\r\n`, 'success'],
    ],
    { after: second, presupposes: ['connection-chunks'] },
  ),
  dialogue(
    'connection-body-missing',
    'D19',
    'A body in chunks without bytes, a length of 0 and no framing are all a missing body.',
    [
      rawHead('POST', '/<id>', jsonLine, chunkedLine) + chunk(''),
      rawHead('POST', '/<id>', jsonLine, 'Content-Length: 0'),
      rawHead('POST', '/<id>', jsonLine),
    ].map((sent) => [sent, problem(400, messages.bodyMissing)]),
  ),
  dialogue(
    'connection-field-white-space',
    'D16',
    'White space around the value of a field is ignored.',
    [
      [
        `${rawHead('PUT', '/<id>', 'content-type:application/json \t', `Content-Length:  ${second.length} `)}${second}`,
        'success',
      ],
    ],
    { after: second },
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
    { presupposes: [] },
  ),
  dialogue(
    'connection-raw-invalid-utf8',
    'D3',
    'Raw bytes in the target that are not UTF-8 are 400.',
    [[bytes('GET /a', [0xe9], ' HTTP/1.1\r\nHost: localhost\r\n\r\n'), { status: 400 }]],
    { presupposes: [] },
  ),
];

/** Second requests on a connection, with the part of the first one that must not be kept. */
const nextRequests: readonly (readonly [
  name: string,
  clause: string,
  what: string,
  request: (target: string) => string,
])[] = [
  ['no-body', 'SPEC 4.5.3', 'body', (target) => rawWrite('POST', target, '')],
  [
    'type',
    'SPEC 4.5.1',
    'content type',
    (target) => rawHead('POST', target, `Content-Length: ${first.length}`) + first,
  ],
];

const ofService = {
  needs: ['socket'],
  presupposes: [plain.creates, plain.replaces, plain.absent],
} as const;

/** A service keeps nothing of a request for the next one (SPEC section 1). */
const stateless: readonly HttpCase[] = [
  ...nextRequests.map(([name, clause, what, request]) =>
    httpCase(
      `${name}-next-on-connection`,
      clause,
      `The ${what} of a request is not kept for the next one on its connection.`,
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
      const writes: { id: string; body: string; connection: Connection }[] = [];
      try {
        for (let number = 0; number < 4; number++) {
          const id = number % 2 ? service.freshId() : await createRecord(service);
          const body = JSON.stringify({ description: id, coordinates: { latitude: number, longitude: -1 } });
          writes.push({ id, body, connection: await service.connect() });
        }
        for (const [number, { id, body, connection }] of writes.entries()) {
          const lines = [jsonLine, `Content-Length: ${body.length}`, 'Connection: close'];
          await connection.send(rawHead(number % 2 ? 'POST' : 'PUT', `/${id}`, ...lines));
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
