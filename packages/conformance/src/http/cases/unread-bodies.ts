import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
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
import { bodyless } from './bodyless-requests.ts';

const socket = { needs: ['socket'] } as const;

/** The body of an upload that is cut off: whole JSON, so that a server that stored the part would show. */
const half = second;

/** Looks several times, since what a server does about a lost client it does a little later. */
async function expectUntouched(service: Service, id: string): Promise<void> {
  for (let look = 0; look < 20; look++) await expectRecord(service, `/${id}`, first);
}

/** A client that goes away within its body has changed nothing. */
const abortedUploads: readonly HttpCase[] = [
  ...['PUT', 'POST'].flatMap((method) =>
    [
      ['length', `Content-Length: ${half.length + 50}`, half],
      ['chunked', chunkedLine, chunk(half)],
    ].flatMap(([framing, line = '', sent = '']) =>
      (['destroy', 'end'] as const).map((leave) =>
        httpCase(
          `unread-aborted-${method.toLowerCase()}-${framing}-${leave}`,
          'D25',
          `A client that ${leave === 'end' ? 'stops sending' : 'goes away'} within the body of ${method} (${framing}) has changed nothing.`,
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
  ),
];

const piece = 'x'.repeat(65_536);

/** Bodies that are valid as far as the limit goes, in chunks after which nothing comes. */
const paused: readonly (readonly [name: string, what: string, chunks: readonly string[]])[] = [
  ['at', 'at the limit', [second.padEnd(4096)]],
  ['behind', 'after the limit', [second.padEnd(5000)]],
  ['split', 'at the limit, in two chunks', [second, ' '.repeat(4096 - second.length)]],
];

/** What becomes of bodies that are not read, or do not end. */
export const unreadBodies: readonly HttpCase[] = [
  ...paused.map(([name, what, chunks]) =>
    httpCase(
      `unread-paused-${name}`,
      'SPEC 4.5.4',
      `A client that pauses ${what} is answered: what comes later is not read.`,
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
  ...bodyless.flatMap(([name, rule, method, target, type, expect]) => [
    httpCase(
      `unread-${name}-at-once`,
      'D25',
      `${rule} is answered before the body comes, and the connection goes on after it.`,
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
    httpCase(
      `unread-${name}-large`,
      'D22',
      `${rule} with a body of 10 MiB is answered, then the connection is closed.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(
            rawHead(method, target.replace('ID', id), type, `Content-Length: ${160 * piece.length}`),
          );
          const answer = connection.receive();
          for (let sent = 0; sent < 160 && (await connection.send(piece)); ) sent++;
          expect(await answer);
          expectEqual('bytes after the response', (await connection.closed()).length, 0);
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
    httpCase(
      `unread-${name}-endless`,
      'D22',
      `${rule} with a body that never ends is answered, then the connection is closed.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead(method, target.replace('ID', id), type, chunkedLine));
          const answer = connection.receive();
          await Promise.all([answer.then(expect), sendUntilClosed(connection, chunk(piece))]);
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
  ]),
  httpCase(
    'unread-delete',
    'SPEC 4.6',
    'DELETE takes no body: it is answered before one comes.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('DELETE', `/${id}`, 'Content-Length: 1000'));
        expectDone(await connection.receive());
        await expectAbsent(service, id);
        await connection.send(' '.repeat(1000) + rawWrite('POST', `/${id}`, second));
        expectDone(await connection.receive());
      });
      await expectRecord(service, `/${id}`, second);
    },
    socket,
  ),
  httpCase(
    'unread-rest-small',
    'D22',
    'The rest after the limit is dropped, and the connection goes on.',
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
    'With 10 MiB after the limit, the write is answered, then the connection is closed.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(
          rawHead('PUT', `/${id}`, jsonLine, `Content-Length: ${160 * piece.length}`) +
            second.padEnd(piece.length),
        );
        const answer = connection.receive();
        for (let sent = 1; sent < 160 && (await connection.send(piece)); ) sent++;
        expectDone(await answer);
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
      `A body that never ends is read up to the limit: ${method} is answered, then the connection is closed.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(
            rawHead(method, `/${id}`, jsonLine, chunkedLine) + chunk(second.padEnd(4096)),
          );
          const answer = connection.receive();
          await Promise.all([answer.then(expectDone), sendUntilClosed(connection, chunk(piece))]);
        });
        await expectRecord(service, `/${id}`, second);
      },
      socket,
    ),
  ),
  httpCase(
    'unread-cut-endless',
    'D21',
    'JSON that the limit cuts is refused though the body never ends.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunkedLine) + chunk('{"description":"'));
        const answer = connection.receive();
        const refusal = answer.then((response) => expectProblem(response, 400, messages.bodyInvalid));
        await Promise.all([refusal, sendUntilClosed(connection, chunk(piece))]);
      });
      await expectRecord(service, `/${id}`, first);
    },
    socket,
  ),
  ...abortedUploads,
];
