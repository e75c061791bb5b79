import { expectEqual } from '../../expect-equal.ts';
import { expectAllow, expectDone, expectJson } from '../expect.ts';
import { expectProblem } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { messages } from '../messages.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { jsonLine, onConnection, rawHead, rawWrite } from '../wire.ts';
import { expectRefused, request, server } from './server-refusal.ts';

/** What a whole server answers where no handler is asked. */
export const serverRules: readonly HttpCase[] = [
  httpCase(
    'server-many-fields',
    'D16',
    'A repeated content type is seen behind 2,500 other fields.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const others = Array.from({ length: 2500 }, () => 'a:');
        await connection.send(rawWrite('PUT', `/${id}`, second, ...others, 'Content-Type: text/plain'));
        expectProblem(await connection.receive(), 400, messages.contentType);
      });
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  httpCase(
    'server-half-closed',
    'SPEC 4',
    'A client that has said that it sends no more gets the answers to what it sent.',
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
    'Garbage behind a request is 400 behind its answer.',
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
    'Garbage behind a write is 400 behind its answer, and the write holds.',
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
    'Garbage on a connection that was used well is 400.',
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
    'Garbage behind several requests is 400 behind all their answers.',
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
      `A malformed body behind ${method} in the same packet is 400 behind its answer.`,
      async (service) => {
        const id = await createRecord(service);
        await onConnection(service, async (connection) => {
          const inFront = method === 'GET' ? rawHead('GET', `/${id}`) : rawWrite('POST', `/${id}`, first);
          const malformed = rawHead('POST', `/${id}`, jsonLine, 'Transfer-Encoding: chunked');
          await connection.send(`${inFront}${malformed}zz\r\n`);
          const answer = await connection.receive();
          if (method === 'GET') expectJson(answer, 200, first);
          else expectDone(answer);
          await expectRefused(connection, 400, messages.badRequest);
        });
        await expectRecord(service, `/${id}`, first);
      },
      server,
    ),
  ),
  httpCase(
    'server-host-still-sending',
    'D41',
    'A client that sends a large body without Host gets its answer.',
    (service) =>
      onConnection(service, async (connection) => {
        const length = 10 * 2 ** 20;
        await connection.send(`POST /a HTTP/1.1\r\n${jsonLine}\r\nContent-Length: ${length}\r\n\r\n`);
        const answer = connection.receive().then((refusal) => {
          expectProblem(refusal, 400, messages.badRequest);
        });
        await Promise.all([answer, connection.send('x'.repeat(length))]);
      }),
    server,
  ),
  httpCase(
    'server-connect',
    'D14',
    'CONNECT is 405 with the methods that there are.',
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(request('CONNECT localhost:80 HTTP/1.1', 'Host: localhost:80'));
        const answer = await connection.receive();
        expectProblem(answer, 405, messages.methodNotAllowed);
        expectAllow(answer);
      }),
    server,
  ),
  httpCase(
    'server-connect-behind',
    'D14',
    'CONNECT behind other requests is 405 behind their answers.',
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
    'A method that nobody knows is 405 with the methods that there are, behind the answers before it.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`) + rawHead('FROBNICATE', `/${id}`));
        expectJson(await connection.receive(), 200, first);
        const answer = await connection.receive();
        expectProblem(answer, 405, messages.methodNotAllowed);
        expectAllow(answer);
      });
    },
    server,
  ),
  httpCase(
    'server-method-unknown-route',
    'D4',
    'A method that nobody knows is 404 on an unknown route, as every other.',
    async (service) => {
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('FROBNICATE', `/${service.freshId()}/b`));
        const answer = await connection.receive();
        expectProblem(answer, 404, messages.routeNotFound);
        expectEqual('Allow', answer.headers.allow, undefined);
      });
    },
    server,
  ),
  httpCase(
    'server-one-answer',
    'D41b',
    'A request that is answered already, and then turns out to be malformed, gets no second answer.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`, 'Transfer-Encoding: chunked'));
        expectJson(await connection.receive(), 200, first);
        await connection.send('zz\r\n');
        expectEqual('bytes behind the answer', (await connection.closed()).length, 0);
      });
    },
    server,
  ),
  httpCase(
    'server-malformed-waiting',
    'D41b',
    'A request that waits for its turn, and turns out to be malformed, does nothing.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const removal = rawHead('DELETE', `/${id}`, 'Transfer-Encoding: chunked');
        await connection.send(`${rawWrite('PUT', `/${id}`, second)}${removal}zz\r\n`);
        expectDone(await connection.receive());
        await expectRefused(connection, 400, messages.badRequest);
      });
      await expectRecord(service, `/${id}`, second);
    },
    server,
  ),
  httpCase(
    'server-expectation-unknown',
    'D41b',
    'An expectation that nobody knows is ignored.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`, 'Expect: the-unexpected'));
        expectJson(await connection.receive(), 200, first);
        await connection.send(rawWrite('PUT', `/${id}`, second, 'Expect: 200-ok'));
        expectDone(await connection.receive());
      });
      await expectRecord(service, `/${id}`, second);
    },
    server,
  ),
  httpCase(
    'server-upgrade',
    'D41b',
    'An upgrade that the service does not know is ignored.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const upgrade = [
          'Connection: Upgrade, HTTP2-Settings',
          'Upgrade: h2c',
          'HTTP2-Settings: AAMAAABkAAQAAP__',
        ];
        await connection.send(rawHead('GET', `/${id}`, ...upgrade));
        expectJson(await connection.receive(), 200, first);
      });
    },
    server,
  ),
  httpCase(
    'server-alive',
    'D41b',
    'The server goes on after hundreds of broken connections.',
    async (service) => {
      const id = await createRecord(service);
      for (let count = 0; count < 200; count++) {
        await onConnection(service, async (connection) => {
          await connection.send(
            count % 2 ? 'garbage\r\n\r\n' : rawHead('PUT', `/${id}`, jsonLine, 'Content-Length: 9'),
          );
        });
      }
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
];
