import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectJson } from '../expect.ts';
import { expectNotReplaced, expectProblem, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import {
  bare,
  createRecord,
  expectAbsent,
  expectRecord,
  first,
  parseList,
  readList,
  second,
} from '../records.ts';
import { ask, chunk, chunkedLine, onConnection, rawHead, rawWrite } from '../requests.ts';
import type { CaseResponse, Service } from '../service.ts';

const socket = { needs: ['socket'] } as const;

/** How long a server may wait for the rest of a request at least, in milliseconds. */
const minPatience = 5000;

/**
 * Sends pairs of PUT and GET at once, and reads the responses. Returns the number of pairs that have theirs: all of them,
 * or fewer where they took so long that the server gave up the request that it had read in part, with 408.
 */
async function sendPairs(service: Service, id: string, count: number): Promise<number> {
  let served = 0;
  await onConnection(service, async (connection) => {
    const begin = performance.now();
    const isGivenUp = ({ status }: CaseResponse) =>
      status === 408 && served > 0 && performance.now() - begin >= minPatience;
    const pair = rawWrite('PUT', `/${id}`, first) + rawHead('GET', `/${id}`);
    await connection.send(pair.repeat(count));
    for (; served < count; served++) {
      const written = await connection.receive();
      if (isGivenUp(written)) return;
      expectDone(written);
      const read = await connection.receive();
      if (isGivenUp(read)) return;
      expectJson(read, 200, first);
    }
  });
  return served;
}

/** The order of requests and responses on a connection. */
export const connections: readonly HttpCase[] = [
  httpCase(
    'connection-kept',
    'SPEC 4',
    'A connection serves one request after the other.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        for (const location of [first, second, bare]) {
          await connection.send(rawWrite('POST', `/${id}`, location));
          expectDone(await connection.receive());
          await connection.send(rawHead('GET', `/${id}`));
          expectJson(await connection.receive(), 200, location);
        }
      }),
    socket,
  ),
  httpCase(
    'connection-kept-after-errors',
    'SPEC 4.8',
    'A connection stays usable after every error of the service.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        const wrong = [
          rawWrite('POST', `/${id}`, '{'),
          rawWrite('POST', '/', first),
          rawHead('GET', '/%zz'),
          rawHead('GET', '/a/b'),
          rawHead('DELETE', '/'),
          rawHead('PATCH', '/a'),
        ];
        for (const request of wrong) {
          await connection.send(request);
          expectEqual('refused', (await connection.receive()).status >= 400, true);
        }
        await connection.send(rawWrite('PUT', `/${id}`, first));
        expectNotReplaced(await connection.receive(), id);
        await connection.send(rawHead('GET', `/${id}`));
        expectProblem(await connection.receive(), 404, resourceNotFound(id));
      }),
    socket,
  ),
  httpCase(
    'connection-pipelined',
    'SPEC 4',
    'The responses to pipelined requests come in the order of the requests.',
    (service) =>
      onConnection(service, async (connection) => {
        const id = service.freshId();
        const get = rawHead('GET', `/${id}`);
        await connection.send(
          get +
            rawWrite('POST', `/${id}`, first) +
            get +
            rawWrite('PUT', `/${id}`, second) +
            get +
            rawHead('DELETE', `/${id}`) +
            get,
        );
        expectProblem(await connection.receive(), 404, resourceNotFound(id));
        expectDone(await connection.receive());
        expectJson(await connection.receive(), 200, first);
        expectDone(await connection.receive());
        expectJson(await connection.receive(), 200, second);
        expectDone(await connection.receive());
        expectProblem(await connection.receive(), 404, resourceNotFound(id));
      }),
    socket,
  ),
  httpCase(
    'connection-pipelined-many',
    'SPEC 4',
    'A thousand pipelined requests all get their responses.',
    async (service) => {
      const id = await createRecord(service);
      for (let left = 500; left > 0; ) left -= await sendPairs(service, id, left);
    },
    socket,
  ),
  httpCase(
    'connection-pipelined-list',
    'SPEC 4',
    'A short response waits for the list requested before it.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(
          rawHead('GET', '/') + rawHead('GET', `/${id}`) + rawHead('HEAD', '/') + rawHead('GET', `/${id}`),
        );
        parseList(await connection.receive());
        expectJson(await connection.receive(), 200, first);
        expectEqual('status', (await connection.receive('HEAD')).status, 200);
        expectJson(await connection.receive(), 200, first);
      });
    },
    socket,
  ),
  httpCase(
    'connection-pipelined-refusals',
    'D22',
    'Bodies that are not read do not affect the requests after them.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        const typed = ['Content-Type: text/plain', 'Content-Length: 300'];
        const refused = rawHead('POST', `/${id}`, ...typed) + rawHead('DELETE', `/${id}`).padEnd(300);
        const removal =
          rawHead('GET', `/${id}`, chunkedLine) + chunk(rawHead('DELETE', `/${id}`)) + chunk('');
        await connection.send(refused + removal + refused + rawHead('GET', `/${id}`));
        expectProblem(await connection.receive(), 400, messages.contentType);
        expectJson(await connection.receive(), 200, first);
        expectProblem(await connection.receive(), 400, messages.contentType);
        expectJson(await connection.receive(), 200, first);
      });
    },
    socket,
  ),
  httpCase(
    'connection-head-then-get',
    'D12',
    'The response to HEAD has no body on the connection.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        for (const target of [`/${id}`, '/', `/${id}-absent`, '/%zz', '/a/b']) {
          await connection.send(rawHead('HEAD', target) + rawHead('GET', `/${id}`));
          expectEqual('length of the body', (await connection.receive('HEAD')).body.length, 0);
          expectJson(await connection.receive(), 200, first);
        }
      });
    },
    socket,
  ),
  httpCase(
    'connection-close',
    'SPEC 4',
    'The server closes the connection after the response when the request has "Connection: close".',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('GET', `/${id}`, 'Connection: close'));
        expectJson(await connection.receive(), 200, first);
        expectEqual('bytes after the response', (await connection.closed()).length, 0);
      });
    },
    socket,
  ),
  httpCase(
    'connection-http-1-0',
    'SPEC 4',
    'A request of HTTP/1.0 gets a response, and the connection is closed.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(`GET /${id} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
        expectJson(await connection.receive(), 200, first);
        expectEqual('bytes after the response', (await connection.closed()).length, 0);
      });
    },
    socket,
  ),
  httpCase(
    'connection-options-star',
    'D13',
    'A connection stays usable after OPTIONS *.',
    async (service) => {
      const id = await createRecord(service);
      await onConnection(service, async (connection) => {
        await connection.send(rawHead('OPTIONS', '*') + rawHead('GET', `/${id}`));
        const { status, headers } = await connection.receive();
        expectEqual('response', [status, headers.allow], [200, ['GET, HEAD, POST, PUT, DELETE, OPTIONS']]);
        expectJson(await connection.receive(), 200, first);
      });
    },
    socket,
  ),
  httpCase(
    'connection-many',
    'SPEC 4',
    'Connections that wait for the rest of a request do not block others.',
    async (service) => {
      const id = await createRecord(service);
      const idle = await Promise.all(Array.from({ length: 50 }, () => service.connect()));
      try {
        for (const connection of idle) await connection.send(`GET /${id} HTTP/1.1\r\n`);
        await expectRecord(service, `/${id}`, first);
        expectEqual(
          'listed',
          (await readList(service)).some(([entry]) => entry === id),
          true,
        );
        expectDone(await service.request(ask('DELETE', `/${id}`)));
      } finally {
        for (const connection of idle) connection.destroy();
      }
      await expectAbsent(service, id);
    },
    socket,
  ),
];
