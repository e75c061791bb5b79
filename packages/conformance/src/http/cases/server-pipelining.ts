import { expectDone, expectJson } from '../expect.ts';
import { messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { chunk, chunkedLine, jsonLine, onConnection, rawHead, rawWrite } from '../requests.ts';
import type { CaseResponse } from '../service.ts';
import { expectEnd, expectRefused, server } from './server-refusal.ts';

/** How a whole server handles data after other requests on a connection. */
export const serverPipelining: readonly HttpCase[] = [
  httpCase(
    'server-garbage-behind-write',
    'D41b',
    'Garbage after a write ends the connection, and a write that had its response has taken effect.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(`${rawWrite('PUT', `/${id}`, second)}garbage\r\n\r\n`);
        if ((await expectEnd(connection, expectDone)) === 1) await expectRecord(service, `/${id}`, second);
      });
    },
    server,
  ),
  httpCase(
    'server-garbage-behind-several',
    'D41b',
    'Garbage after several requests ends the connection, after their responses or before.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const get = rawHead('GET', `/${id}`);
        await connection.send(`${get}${get}${get}\0\0\0\r\n\r\n`);
        const expectFirst = (response: CaseResponse) => expectJson(response, 200, first);
        await expectEnd(connection, expectFirst, expectFirst, expectFirst);
      });
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  httpCase(
    'server-garbage-later',
    'D41b',
    'Garbage on a used connection is 400.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`));
        expectJson(await connection.receive(), 200, first);
        await connection.send('garbage\r\n\r\n');
        await expectRefused(connection, 400, messages.badRequest);
      });
    },
    server,
  ),
  httpCase(
    'server-malformed-body-behind',
    'D41b',
    'A malformed body right after another write ends the connection, and it is not stored.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const malformed = rawHead('POST', `/${id}`, jsonLine, chunkedLine);
        await connection.send(`${rawWrite('POST', `/${id}`, first)}${malformed}${chunk(second)}zz\r\n`);
        await expectEnd(connection, expectDone);
      });
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  httpCase(
    'server-malformed-after-response',
    'D41b',
    'A body that turns out to be malformed after the response to its request ends the connection.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`, chunkedLine));
        expectJson(await connection.receive(), 200, first);
        await connection.send('zz\r\n');
        await expectEnd(connection);
      });
    },
    server,
  ),
];
