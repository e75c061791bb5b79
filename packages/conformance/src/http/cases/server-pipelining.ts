import { expectEqual } from '../../contract-error.ts';
import { expectAllow, expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import { chunkedLine, jsonLine, onConnection, rawHead, rawWrite } from '../requests.ts';
import { expectLastResponse, expectRefusal, expectRefused, request, server } from './server-refusal.ts';

/** How a whole server handles data after other requests on a connection. */
export const serverPipelining: readonly HttpCase[] = [
  httpCase(
    'server-half-closed',
    'SPEC 4',
    'A client that has closed its sending side still gets its responses.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawWrite('PUT', `/${id}`, second) + rawHead('GET', `/${id}`));
        connection.end();
        expectDone(await connection.receive());
        expectJson(await connection.receive(), 200, second);
      });
    },
    server,
  ),
  httpCase(
    'server-garbage-behind',
    'D41b',
    'Garbage after a request is 400 after its response.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(`${rawHead('GET', `/${id}`)}garbage\r\n\r\n`);
        expectJson(await connection.receive(), 200, first);
        await expectRefused(connection, 400, messages.badRequest);
      });
    },
    server,
  ),
  httpCase(
    'server-garbage-behind-write',
    'D41b',
    'Garbage after a write is 400 after its response, and the write takes effect.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(`${rawWrite('PUT', `/${id}`, second)}garbage\r\n\r\n`);
        expectDone(await connection.receive());
        await expectRefused(connection, 400, messages.badRequest);
      });
      await expectRecord(service, `/${id}`, second);
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
    'server-garbage-behind-several',
    'D41b',
    'Garbage after several requests is 400 after all their responses.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const several = rawHead('GET', '/') + rawHead('HEAD', '/') + rawHead('GET', `/${id}`);
        await connection.send(`${several}\0\0\0\r\n\r\n`);
        expectEqual('status', (await connection.receive()).status, 200);
        expectEqual('status', (await connection.receive('HEAD')).status, 200);
        expectJson(await connection.receive(), 200, first);
        await expectRefused(connection, 400, messages.badRequest);
      });
    },
    server,
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    httpCase(
      `server-malformed-body-behind-${method.toLowerCase()}`,
      'D41b',
      `A malformed body right after ${method} is 400 after the response to ${method}.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          const before = method === 'GET' ? rawHead('GET', `/${id}`) : rawWrite('POST', `/${id}`, first);
          const malformed = rawHead('POST', `/${id}`, jsonLine, 'Transfer-Encoding: chunked');
          await connection.send(`${before}${malformed}zz\r\n`);
          const response = await connection.receive();
          if (method === 'GET') expectJson(response, 200, first);
          else expectDone(response);
          await expectRefused(connection, 400, messages.badRequest);
        });
        await expectRecord(service, `/${id}`, first);
      },
      server,
    ),
  ),
  httpCase(
    'server-connect-behind',
    'D14',
    'CONNECT after other requests is 405 after their responses.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const connect = request('CONNECT localhost:80 HTTP/1.1', 'Host: localhost:80');
        await connection.send(rawWrite('PUT', `/${id}`, second) + rawHead('GET', `/${id}`) + connect);
        expectDone(await connection.receive());
        expectJson(await connection.receive(), 200, second);
        await expectRefused(connection, 405, messages.methodNotAllowed);
      });
    },
    server,
  ),
  httpCase(
    'server-method-unknown',
    'D14',
    'An unknown method is 405 with the supported methods, after the responses before it.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`) + rawHead('FROBNICATE', `/${id}`));
        expectJson(await connection.receive(), 200, first);
        const response = await connection.receive();
        expectProblem(response, 405, messages.methodNotAllowed);
        expectAllow(response);
      });
    },
    server,
  ),
  httpCase(
    'server-one-answer',
    'D41b',
    'A request that turns out to be malformed after its response gets no second response.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`, 'Transfer-Encoding: chunked'));
        expectJson(await connection.receive(), 200, first);
        await connection.send('zz\r\n');
        await expectLastResponse(connection);
      });
    },
    server,
  ),
  httpCase(
    'server-malformed-waiting',
    'D41b',
    'A waiting DELETE whose body turns out to be malformed is refused without effect, or has one response.',
    async (service) => {
      const id = await createRecord(service);
      let isRefused = true;
      await onConnection(service, async (connection) => {
        const removal = rawHead('DELETE', `/${id}`, chunkedLine);
        await connection.send(`${rawWrite('PUT', `/${id}`, second)}${removal}zz\r\n`);
        expectDone(await connection.receive());
        const response = await connection.receive();
        // DELETE does not need its body: it may be done before the server gets the chunk, and the network decides when.
        isRefused = response.status !== 200;
        if (isRefused) return expectRefusal(connection, response, 400, messages.badRequest);
        expectDone(response);
        await expectLastResponse(connection);
      });
      await (isRefused ? expectRecord(service, `/${id}`, second) : expectAbsent(service, id));
    },
    server,
  ),
];
