import { ContractError } from '../../contract-error.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectErrorObject, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectRecord, first, second } from '../records.ts';
import { jsonLine, onConnection } from '../requests.ts';
import type { Service } from '../service.ts';
import { expectRefused, refusedByServer, request, server } from './server-refusal.ts';

/** Heads without a valid `Host`. */
const refused: readonly (readonly [name: string, what: string, sent: string])[] = [
  ['host-missing', 'a request without Host', request('GET / HTTP/1.1')],
  ['host-missing-1-0', 'a request of HTTP/1.0 without Host', request('GET / HTTP/1.0')],
  ['host-repeated', 'a repeated Host', request('GET / HTTP/1.1', 'Host: localhost', 'Host: localhost')],
  ['host-repeated-other', 'a second Host', request('GET / HTTP/1.1', 'Host: localhost', 'hOST: other')],
  ['host-empty', 'an empty Host', request('GET / HTTP/1.1', 'Host:')],
  ['host-space', 'a space in Host', request('GET / HTTP/1.1', 'Host: local host')],
  ['host-comma', 'two hosts in one field', request('GET / HTTP/1.1', 'Host: localhost, localhost')],
  ['host-path', 'a path in Host', request('GET / HTTP/1.1', 'Host: localhost/a')],
  ['host-user', 'a user in Host', request('GET / HTTP/1.1', 'Host: me@localhost')],
  ['host-scheme', 'a scheme in Host', request('GET / HTTP/1.1', 'Host: http://localhost')],
  ['host-port', 'a port that is not a number', request('GET / HTTP/1.1', 'Host: localhost:http')],
  ['host-port-only', 'a port without a host', request('GET / HTTP/1.1', 'Host: :8080')],
  ['host-bracket', 'an open bracket in Host', request('GET / HTTP/1.1', 'Host: [::1')],
  ['host-absolute', 'an absolute-form target without Host', request('GET http://localhost/ HTTP/1.1')],
  ['host-options', 'OPTIONS * without Host', request('OPTIONS * HTTP/1.1')],
  [
    'host-expect',
    'an expectation without Host',
    request('POST /a HTTP/1.1', jsonLine, 'Content-Length: 2', 'Expect: 100-continue'),
  ],
];

/** Values of `Host` that every server accepts. */
const localHosts = [
  'localhost',
  'LOCALHOST:80',
  'localhost:',
  'localhost.',
  'a.localhost',
  '127.0.0.1',
  '192.0.2.1:8080',
  '[::1]',
  '[::1]:8080',
];
/** Valid names that a server may refuse with 421 (D47). */
const names = ['a.example.', 'xn--bcher-kva.example', 'a_b', '%41'];

/** RFC 9112 section 3.2: exactly one valid `Host`. */
export const hostField: readonly HttpCase[] = [
  ...refused.map(([name, what, sent]) =>
    refusedByServer(`server-${name}`, 'D41', what, sent, 400, messages.badRequest),
  ),
  httpCase(
    'server-host-valid',
    'D41',
    'Every valid Host is served, except names that are refused with 421.',
    async (service) => {
      const id = await createRecord(service);
      for (const host of [...localHosts, ...names]) {
        await onConnection(service, async (connection) => {
          await connection.send(request(`GET /${id} HTTP/1.1`, `hOsT:  ${host} `));
          const response = await connection.receive();
          if (response.status === 421 && names.includes(host)) expectErrorObject(response);
          else expectJson(response, 200, first);
        });
      }
    },
    server,
  ),
  httpCase(
    'server-host-remembered',
    'D41',
    'A Host that is not valid is refused every time, also right after a valid one.',
    async (service) => {
      const id = await createRecord(service);
      for (const host of ['localhost', 'localhost/a', 'localhost/a', 'localhost']) {
        const isValid = host === 'localhost';
        await onConnection(service, async (connection) => {
          await connection.send(request(`GET /${isValid ? id : ''} HTTP/1.1`, `Host: ${host}`));
          if (isValid) expectJson(await connection.receive(), 200, first);
          else await expectRefused(connection, 400, messages.badRequest);
        });
      }
    },
    server,
  ),
  httpCase(
    'server-host-refused-write',
    'D41',
    'A write without a valid Host changes nothing.',
    async (service) => {
      const id = await createRecord(service);
      for (const host of ['', 'Host: \r\n', 'Host: a\r\nHost: b\r\n']) {
        await onConnection(service, async (connection) => {
          await connection.send(
            `PUT /${id} HTTP/1.1\r\n${host}${jsonLine}\r\nContent-Length: ${second.length}\r\n\r\n${second}`,
          );
          await expectRefused(connection, 400, messages.badRequest);
        });
      }
      await expectRecord(service, `/${id}`, first);
    },
    server,
  ),
  httpCase(
    'server-host-misdirected-write',
    'D47',
    'A write refused with 421 because of its Host changes nothing.',
    async (service) => {
      const id = await createRecord(service);
      const status = await writeWith(service, id, 'Host: a.example');
      await expectRecord(service, `/${id}`, status === 421 ? first : second);
    },
    server,
  ),
  httpCase(
    'server-origin-same',
    'D47',
    'A write from a page of the same origin succeeds.',
    async (service) => {
      const id = await createRecord(service);
      // The server may be behind a proxy with TLS, so the scheme of the origin can be either.
      for (const scheme of ['http', 'https']) {
        const lines = ['Host: localhost:8080', `Origin: ${scheme}://localhost:8080`];
        if ((await writeWith(service, id, ...lines)) === 200) {
          await expectRecord(service, `/${id}`, second);
          return;
        }
      }
      throw new ContractError('response', 'a successful write', 'an error');
    },
    server,
  ),
];

/** Replaces a record. Resolves to 200, or to the status 421 or 403 with which the server refuses the write. */
async function writeWith(service: Service, id: string, ...lines: readonly string[]): Promise<number> {
  let status = 0;
  await onConnection(service, async (connection) => {
    const head = request(`PUT /${id} HTTP/1.1`, ...lines, jsonLine, `Content-Length: ${second.length}`);
    await connection.send(head + second);
    const response = await connection.receive();
    status = response.status;
    if (status === 421 || status === 403) {
      expectErrorObject(response);
    } else {
      expectDone(response);
      status = 200;
    }
  });
  return status;
}
