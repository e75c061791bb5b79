import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import { chunk, jsonLine, onConnection, rawHead, rawWrite, sendUntilClosed } from '../requests.ts';
import type { CaseResponse, Connection } from '../service.ts';
import { bodyless, bodylessTwo, plainText } from './bodyless-requests.ts';

const socket = { needs: ['socket'] } as const;
const offer = 'Expect: 100-continue';
const length = `Content-Length: ${second.length}`;

/** The next response other than 100. */
async function receiveFinal(connection: Connection): Promise<CaseResponse> {
  for (;;) {
    const response = await connection.receive();
    if (response.status !== 100) return response;
  }
}

/** `Expect: 100-continue` (RFC 9110 section 10.1.1): the server sends 100 only if it is going to read the body. */
export const expectContinue: readonly HttpCase[] = [
  ...['POST', 'PUT'].map((method) =>
    httpCase(
      `expect-${method.toLowerCase()}-invited`,
      'D25',
      `${method} sends 100 before it reads the body, and then the response.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead(method, `/${id}`, jsonLine, length, offer));
          expectEqual('status', (await connection.receive()).status, 100);
          await connection.send(second);
          expectDone(await connection.receive());
          await connection.send(rawHead('GET', `/${id}`));
          expectJson(await connection.receive(), 200, second);
        });
      },
      socket,
    ),
  ),
  httpCase(
    'expect-invited-invalid',
    'D25',
    'A body sent after 100 is checked.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('PUT', `/${id}`, jsonLine, 'Content-Length: 1', offer));
        expectEqual('status', (await connection.receive()).status, 100);
        await connection.send('{');
        expectProblem(await connection.receive(), 400, messages.bodyInvalid);
      });
      await expectRecord(service, `/${id}`, first);
    },
    socket,
  ),
  httpCase(
    'expect-invited-chunked',
    'D25',
    'A chunked body gets 100, too.',
    async (service) => {
      const id = service.freshId();
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('POST', `/${id}`, jsonLine, 'Transfer-Encoding: chunked', offer));
        expectEqual('status', (await connection.receive()).status, 100);
        await connection.send(chunk(first) + chunk(''));
        expectDone(await connection.receive());
      });
      await expectRecord(service, `/${id}`, first);
    },
    socket,
  ),
  httpCase(
    'expect-not-waited',
    'D25',
    'A client that does not wait for 100 also gets its response.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawWrite('PUT', `/${id}`, second, offer));
        expectDone(await receiveFinal(connection));
        await connection.send(rawHead('GET', `/${id}`));
        expectJson(await connection.receive(), 200, second);
      });
    },
    socket,
  ),
  ...bodyless.map(([name, rule, method, target, type, expect]) =>
    httpCase(
      `expect-uninvited-${name}`,
      'D25',
      `${rule} gets its response without 100.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(rawHead(method, target.replace('ID', id), type, length, offer));
          expect(await connection.receive());
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
  ),
  ...bodylessTwo.map(([name, rule, method, target, type, expect]) =>
    httpCase(
      `expect-uninvited-${name}-endless`,
      'D22',
      `${rule} gets its response, and an endless body sent without 100 is not read.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          await connection.send(
            rawHead(method, target.replace('ID', id), type, 'Transfer-Encoding: chunked', offer),
          );
          const response = connection.receive();
          await Promise.all([response.then(expect), sendUntilClosed(connection, chunk('x'.repeat(65_536)))]);
        });
        await expectRecord(service, `/${id}`, first);
      },
      socket,
    ),
  ),
  httpCase(
    'expect-uninvited-sent',
    'D22',
    'A body that comes although there was no 100 is never treated as a request.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const hidden = rawHead('DELETE', `/${id}`);
        await connection.send(
          rawHead('POST', `/${id}`, plainText, `Content-Length: ${hidden.length}`, offer) + hidden,
        );
        expectProblem(await connection.receive(), 400, messages.contentType);
        connection.end();
        expectEqual('bytes after the response', (await connection.closed()).length, 0);
      });
      await expectRecord(service, `/${id}`, first);
    },
    socket,
  ),
  httpCase(
    'expect-delete',
    'D25',
    'DELETE gets its response without 100.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('DELETE', `/${id}`, length, offer));
        expectDone(await connection.receive());
      });
      await expectAbsent(service, id);
    },
    socket,
  ),
];
