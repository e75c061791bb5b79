import { expectAllow, expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { jsonLine, onConnection, rawHead, rawWrite } from '../requests.ts';
import { request, server } from './server-refusal.ts';

/** Rules of a whole server that a handler does not decide. */
export const serverRules: readonly HttpCase[] = [
  httpCase(
    'server-many-fields',
    'D16',
    'A second content type after 2,500 other fields is noticed.',
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
    'server-host-still-sending',
    'D41',
    'A client that sends a large body without Host gets its response.',
    (service) =>
      onConnection(service, async (connection) => {
        const length = 10 * 2 ** 20;
        await connection.send(`POST /a HTTP/1.1\r\n${jsonLine}\r\nContent-Length: ${length}\r\n\r\n`);
        const response = connection.receive().then((refusal) => {
          expectProblem(refusal, 400, messages.badRequest);
        });
        await Promise.all([response, connection.send('x'.repeat(length))]);
      }),
    server,
  ),
  httpCase(
    'server-connect',
    'D14',
    'CONNECT is 405 and lists the supported methods.',
    (service) =>
      onConnection(service, async (connection) => {
        await connection.send(request('CONNECT localhost:80 HTTP/1.1', 'Host: localhost:80'));
        const response = await connection.receive();
        expectProblem(response, 405, messages.methodNotAllowed);
        expectAllow(response);
      }),
    server,
  ),
  httpCase(
    'server-expectation-unknown',
    'D41b',
    'An unknown expectation is ignored.',
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
    'An unknown upgrade is ignored.',
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
    'The server still works after hundreds of broken connections.',
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
