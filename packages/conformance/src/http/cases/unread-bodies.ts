import { expectEqual } from '../../expect-equal.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectProblem } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { messages } from '../messages.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import { chunk, jsonLine, onConnection, rawHead, rawWrite, sendUntilClosed } from '../wire.ts';
import { bodyless } from './bodyless-requests.ts';

const socket = { needs: ['socket'] } as const;
const chunked = 'Transfer-Encoding: chunked';
const piece = 'x'.repeat(65_536);

/** Bodies that are valid as far as the limit goes, in chunks after which nothing comes. */
const paused: readonly (readonly [name: string, what: string, chunks: readonly string[]])[] = [
  ['at', 'at the limit', [second.padEnd(4096)]],
  ['behind', 'behind the limit', [second.padEnd(5000)]],
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
          await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunked) + chunks.map(chunk).join(''));
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
      `${rule} is answered before the body comes, and the connection goes on behind it.`,
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
          expectEqual('bytes behind the answer', (await connection.closed()).length, 0);
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
          await connection.send(rawHead(method, target.replace('ID', id), type, chunked));
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
    'The rest behind the limit is dropped, and the connection goes on.',
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
    'With 10 MiB behind the limit, the write is answered, then the connection is closed.',
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
        expectEqual('bytes behind the answer', (await connection.closed()).length, 0);
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
          await connection.send(rawHead(method, `/${id}`, jsonLine, chunked) + chunk(second.padEnd(4096)));
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
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, chunked) + chunk('{"description":"'));
        const answer = connection.receive();
        const refusal = answer.then((response) => expectProblem(response, 400, messages.bodyInvalid));
        await Promise.all([refusal, sendUntilClosed(connection, chunk(piece))]);
      });
      await expectRecord(service, `/${id}`, first);
    },
    socket,
  ),
];
