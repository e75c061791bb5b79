import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { ContractError } from '../../src/contract-error.ts';
import { httpCase } from '../../src/http/http-case.ts';
import { listenerOf, started } from '../started-servers.ts';

/** Starts a server that calls a function for each connection. */
function startRaw(act: (socket: Socket) => void): Promise<string> {
  return started(
    createServer((socket) => {
      socket.on('error', () => {});
      act(socket);
    }),
  );
}

async function failure(url: string, timeout?: number): Promise<unknown> {
  return checkServer({ url, timeout }).catch((error: unknown) => error);
}

const unreachable = (message: RegExp) =>
  expect.objectContaining({ code: 'CHECK_UNREACHABLE', message: expect.stringMatching(message) });

describe('nothing can be checked', () => {
  it('when no server listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await failure(`http://127.0.0.1:${port}`)).toEqual(
      unreachable(/^No server listens at .*; start the server/),
    );
  });

  it('when the name is unknown', async () => {
    expect(await failure('http://nowhere.invalid')).toEqual(
      unreachable(/^The name nowhere.invalid is not known/),
    );
  });

  it('when the server does not respond in time', async () => {
    expect(await failure(await startRaw(() => {}), 50)).toEqual(
      unreachable(/did not respond within 50 ms.* A slow server needs a longer timeout \(--timeout\)/),
    );
  });

  it.each([
    [200, 'it sends a page and not the list of records; correct the address.'],
    [301, 'it redirects to https://example.org/; check the service there.'],
    [308, 'it redirects to https://example.org/; check the service there.'],
    [421, 'it does not serve this host; use the name that it serves, or allow this one there.'],
    [429, 'it limits the rate of requests; allow more of them there.'],
    [502, 'it is a proxy, and the service behind it does not run.'],
    [503, 'the service is not available now.'],
    [504, 'it is a proxy, and the service behind it does not respond.'],
  ])('when every response is %i', async (status, advice) => {
    const url = await started(
      createHttpServer((_req, res) => {
        res.writeHead(status, status < 400 ? { Location: 'https://example.org/' } : {}).end('<h1>No</h1>');
      }),
    );
    const message = `${url} responds to every request with ${status}; ${advice}`;
    expect(await failure(url)).toMatchObject({ code: 'CHECK_UNREACHABLE', message });
  });

  it('but not when only the list has such a response, or another status is in every response', async () => {
    const listener = listenerOf(createHandler({ store: createMemoryStore() }));
    const absent = httpCase('absent', 'SPEC 4.1', 'It is absent.', async (service) => {
      const { status } = await service.request({ method: 'GET', target: `/${service.freshId()}` });
      if (status !== 404) throw new ContractError('status', 404, status);
    });
    const cases = [absent];
    const withoutList = await started(
      createHttpServer((req, res) => void (req.url === '/' ? res.writeHead(503).end() : listener(req, res))),
    );
    expect((await checkServer({ url: withoutList, cases })).passed).toBe(1);
    const broken = await started(createHttpServer((_req, res) => void res.writeHead(500).end()));
    expect((await checkServer({ url: broken, cases })).failed).toBe(1);
    const unmoved = await started(createHttpServer((_req, res) => void res.writeHead(304).end()));
    expect((await checkServer({ url: unmoved, cases })).failed).toBe(1);
    const constant = await started(createHttpServer((_req, res) => void res.end('[]')));
    expect((await checkServer({ url: constant, cases })).failed).toBe(1);
  });

  it('when the server uses another protocol than HTTP', async () => {
    const url = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await failure(url)).toEqual(unreachable(/does not respond with HTTP .*SSH-2.0.*; check the port/));
  });

  it('when the server closes the connection at once', async () => {
    const url = await startRaw((socket) => socket.end());
    expect(await failure(url)).toEqual(unreachable(/does not respond with HTTP .*whether it wants https:/));
  });

  it('over TLS when the server does not use TLS', async () => {
    const url = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await failure(url.replace('http:', 'https:'))).toEqual(
      unreachable(/does not speak TLS; try http:/),
    );
  });

  it('over TLS when the handshake fails', async () => {
    const options: TlsOptions = {
      ciphers: 'PSK',
      pskCallback: () => Buffer.from('known to the server alone'),
    };
    const url = (await started(createTlsServer(options).on('tlsClientError', () => {}))).replace(
      'http:',
      'https:',
    );
    expect(await failure(url)).toEqual(unreachable(/^https:.* cannot be reached .*|does not speak TLS/));
  });

  it('with a name that matches no case, or with no case left to run', async () => {
    const url = 'http://127.0.0.1:1';
    const selection = expect.objectContaining({ code: 'CHECK_SELECTION' });
    await expect(checkServer({ url, only: ['D4711'] })).rejects.toEqual(selection);
    await expect(checkServer({ url, only: ['D1'], skip: ['D1'] })).rejects.toEqual(selection);
  });
});
