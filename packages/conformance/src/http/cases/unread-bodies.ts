import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectProblem, locationNotFound, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import {
  ask,
  chunk,
  chunkedLine,
  jsonLine,
  onConnection,
  rawHead,
  rawWrite,
  sendUntilClosed,
} from '../requests.ts';
import type { Service } from '../service.ts';
import { bodyless, bodylessTwo } from './bodyless-requests.ts';

const socket = { needs: ['socket'] } as const;

/** The sent part of an aborted upload: valid JSON, so that a server that stores the part is noticed. */
const sentPart = second;

/** Reads the record several times: a server may handle a lost client a little later. */
async function expectUntouched(service: Service, id: string): Promise<void> {
  for (let look = 0; look < 20; look++) await expectRecord(service, `/${id}`, first);
}

/** A client that disconnects within a body changes nothing. */
const abortedUploads: readonly HttpCase[] = [
  ...(
    [
      ['PUT', 'chunked', chunkedLine, chunk(sentPart)],
      ['POST', 'length', `Content-Length: ${sentPart.length + 50}`, sentPart],
    ] as const
  ).flatMap(([method, framing, line, sent]) =>
    (['destroy', 'end'] as const).map((leave) =>
      httpCase(
        `unread-aborted-${method.toLowerCase()}-${framing}-${leave}`,
        'D25',
        `A client that ${leave === 'end' ? 'stops sending' : 'disconnects'} within the body of ${method} (${framing}) changes nothing.`,
        async (service) => {
          const id = await createRecord(service);
          await onConnection(service, async (connection) => {
            await connection.send(rawHead(method, `/${id}`, jsonLine, line) + sent);
            connection[leave]();
            await expectUntouched(service, id);
          });
          await expectUntouched(service, id);
          expectDone(await service.request(ask('DELETE', `/${id}`)));
        },
        socket,
      ),
    ),
  ),
];

const piece = 'x'.repeat(65_536);

/** Bodies that are valid up to the limit, in chunks. The last chunk never comes. */
const paused: readonly (readonly [name: string, what: string, chunks: readonly string[]])[] = [
  ['at', 'at the limit', [second.padEnd(4096)]],
  ['behind', 'after the limit', [second.padEnd(5000)]],
  ['split', 'at the limit (after two chunks)', [second, ' '.repeat(4096 - second.length)]],
];

/** Bodies that are not read, or do not end. */
export const unreadBodies: readonly HttpCase[] = [
  ...paused.map(([name, what, chunks]) =>
    httpCase(
      `unread-paused-${name}`,
      'SPEC 4.5.4',
      `A client that pauses ${what} gets its response: the rest is not read.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunks.map(chunk).join(''));
          expectDone(await connection.receive());
        });
        await expectRecord(service, `/${id}`, second);
      },
      socket,
    ),
  ),
  httpCase(
    'unread-paused-absent',
    'SPEC 4.5.5',
    'A client that pauses at the limit of a PUT of an absent record gets its response.',
    async (service) => {
      const id = service.freshId();
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunk(second.padEnd(4096)));
        expectProblem(await connection.receive(), 404, locationNotFound(id));
      });
      await expectAbsent(service, id);
    },
    socket,
  ),
  ...bodyless.map(([name, rule, method, target, type, expect]) =>
    httpCase(
      `unread-${name}-at-once`,
      'D25',
      `${rule} gets its response before the body comes, and the connection stays usable.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead(method, target.replace('ID', id), type, 'Content-Length: 30000'));
          expect(await connection.receive());
          await connection.send('x'.repeat(30_000) + rawHead('GET', `/${id}`));
          expectJson(await connection.receive(), 200, first);
        });
      },
      socket,
    ),
  ),
  ...bodylessTwo.flatMap(([name, rule, method, target, type, expect]) => [
    httpCase(
      `unread-${name}-large`,
      'D22',
      `${rule} gets its response despite a body of 10 MiB, then the connection is closed.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(
            rawHead(method, target.replace('ID', id), type, `Content-Length: ${160 * piece.length}`),
          );
          const response = connection.receive();
          for (let sent = 0; sent < 160 && (await connection.send(piece)); ) sent++;
          expect(await response);
          expectEqual('bytes after the response', (await connection.closed()).length, 0);
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
    httpCase(
      `unread-${name}-endless`,
      'D22',
      `${rule} gets its response despite an endless body, then the connection is closed.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead(method, target.replace('ID', id), type, chunkedLine));
          const response = connection.receive();
          await Promise.all([response.then(expect), sendUntilClosed(connection, chunk(piece))]);
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
  ]),
  httpCase(
    'unread-delete',
    'SPEC 4.6',
    'DELETE does not read a body: its response comes before the body.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('DELETE', `/${id}`, 'Content-Length: 1000'));
        expectDone(await connection.receive());
        // At once: a server need not wait for the body.
        await connection.send(' '.repeat(1000) + rawHead('GET', `/${id}`));
        expectProblem(await connection.receive(), 404, resourceNotFound(id));
        await connection.send(rawWrite('POST', `/${id}`, second));
        expectDone(await connection.receive());
      });
      await expectRecord(service, `/${id}`, second);
    },
    socket,
  ),
  httpCase(
    'unread-rest-small',
    'D22',
    'The rest after the limit is dropped, and the connection stays usable.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawWrite('PUT', `/${id}`, second.padEnd(60_000)));
        expectDone(await connection.receive());
        await connection.send(rawHead('GET', `/${id}`));
        expectJson(await connection.receive(), 200, second);
      });
    },
    socket,
  ),
  httpCase(
    'unread-rest-large',
    'D22',
    'A write with 10 MiB after the limit gets its response, then the connection is closed.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(
          rawHead('PUT', `/${id}`, jsonLine, `Content-Length: ${160 * piece.length}`) +
            second.padEnd(piece.length),
        );
        const response = connection.receive();
        for (let sent = 1; sent < 160 && (await connection.send(piece)); ) sent++;
        expectDone(await response);
        expectEqual('bytes after the response', (await connection.closed()).length, 0);
      });
      await expectRecord(service, `/${id}`, second);
    },
    socket,
  ),
  ...['PUT', 'POST'].map((method) =>
    httpCase(
      `unread-rest-endless-${method.toLowerCase()}`,
      'D21',
      `An endless body is read up to the limit: ${method} gets its response, then the connection is closed.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(
            rawHead(method, `/${id}`, jsonLine, chunkedLine) + chunk(second.padEnd(4096)),
          );
          const response = connection.receive();
          await Promise.all([response.then(expectDone), sendUntilClosed(connection, chunk(piece))]);
        });
        await expectRecord(service, `/${id}`, second);
      },
      socket,
    ),
  ),
  httpCase(
    'unread-rest-endless-absent',
    'D21',
    'An endless body is read up to the limit: PUT of an absent record gets its response, then the connection is closed.',
    async (service) => {
      const id = service.freshId();
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunk(second.padEnd(4096)));
        const response = connection.receive();
        const refusal = response.then((refused) => expectProblem(refused, 404, locationNotFound(id)));
        await Promise.all([refusal, sendUntilClosed(connection, chunk(piece))]);
      });
      await expectAbsent(service, id);
    },
    socket,
  ),
  httpCase(
    'unread-cut-endless',
    'D21',
    'JSON cut by the limit is refused although the body never ends.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunk('{"description":"'));
        const response = connection.receive();
        const refusal = response.then((response) => expectProblem(response, 400, messages.bodyInvalid));
        await Promise.all([refusal, sendUntilClosed(connection, chunk(piece))]);
      });
      await expectRecord(service, `/${id}`, first);
    },
    socket,
  ),
  ...abortedUploads,
];
