import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createUrlService } from '@location-records/conformance/node';
import { afterEach, expect, it } from 'vitest';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

type Request = { readonly socket: Socket; readonly line: string; readonly connection: number };

/** Starts a server that handles each request without a body with a function. Returns its base URL. */
async function listen(onRequest: (request: Request) => void): Promise<string> {
  let connections = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    const connection = ++connections;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const [line = ''] = data.toString('latin1').split(' HTTP/1.1\r\n');
      onRequest({ socket, line, connection });
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function responseText(text: string, ...fields: readonly string[]): string {
  return [`HTTP/1.1 200 OK`, `Content-Length: ${text.length}`, ...fields, '', text].join('\r\n');
}

/** Sends requests one after the other, and returns the bodies of the responses. */
async function askAll(url: string, ...requests: readonly string[]): Promise<readonly string[]> {
  const service = createUrlService(url, { timeout: 2000 });
  const bodies: string[] = [];
  for (const request of requests) {
    const [method = '', target = ''] = request.split(' ');
    const { body } = await service.request({ method, target });
    bodies.push(new TextDecoder().decode(body));
  }
  service.close();
  return bodies;
}

it('takes the final response, and skips interim ones', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n';
  const url = await listen(({ socket, line }) =>
    socket.write(`HTTP/1.1 100 Continue\r\n\r\n${hints}${responseText(line)}`),
  );
  expect(await askAll(url, 'GET /a', 'GET /b')).toEqual(['GET /a', 'GET /b']);
});

it('uses a connection again', async () => {
  const url = await listen(({ socket, connection }) => socket.write(responseText(String(connection))));
  expect(await askAll(url, 'GET /a', 'GET /b', 'DELETE /c')).toEqual(['1', '1', '1']);
});

it('does not reuse a connection that the server closes, or on which a body may follow', async () => {
  const url = await listen(({ socket, line, connection }) => {
    const isHead = line.startsWith('HEAD');
    socket.write(responseText(String(connection), ...(line.endsWith('/last') ? ['Connection: Close'] : [])));
    if (isHead) socket.write('a body');
  });
  expect(await askAll(url, 'GET /a', 'GET /last', 'GET /b', 'HEAD /c', 'GET /d')).toEqual([
    '1',
    '1',
    '2',
    '',
    '3',
  ]);
});

it('sends a request again when an idle connection has ended, or sends invalid HTTP', async () => {
  const lines: string[] = [];
  const url = await listen(({ socket, line, connection }) => {
    lines.push(line);
    if (line === 'GET /ends' && connection === 1) socket.destroy();
    else socket.write(`${responseText(String(connection))}${line === 'GET /more' ? 'more' : ''}`);
  });
  expect(await askAll(url, 'GET /a', 'GET /ends', 'GET /more', 'GET /b')).toEqual(['1', '2', '2', '3']);
  expect(lines).toEqual(['GET /a', 'GET /ends', 'GET /ends', 'GET /more', 'GET /b', 'GET /b']);
});

it('does not send a request again on a new connection, or after a timeout', async () => {
  const lines: string[] = [];
  const url = await listen(({ socket, line }) => {
    lines.push(line);
    if (line === 'GET /ends') socket.destroy();
    else if (line === 'GET /a') socket.write(responseText('a'));
  });
  await expect(askAll(url, 'GET /ends')).rejects.toThrow('ended');
  const service = createUrlService(url, { timeout: 1000 });
  await service.request({ method: 'GET', target: '/a' });
  await expect(service.request({ method: 'GET', target: '/silent' })).rejects.toThrow('Timed out');
  expect(lines).toEqual(['GET /ends', 'GET /a', 'GET /silent']);
});

it('keeps no connection that was in use when it was closed', async () => {
  const url = await listen(() => {});
  const service = createUrlService(url);
  const response = service.request({ method: 'GET', target: '/a' });
  await expect.poll(() => sockets.length).toBe(1);
  service.close();
  const closed = once(sockets[0] as Socket, 'close');
  sockets[0]?.write(responseText('a'));
  expect((await response).status).toBe(200);
  await closed;
});

it('has a new connection after reconnect', async () => {
  const url = await listen(({ socket, connection }) => socket.write(responseText(String(connection))));
  const service = createUrlService(url, { timeout: 2000 });
  const bodies: string[] = [];
  for (const isNew of [false, false, true, false]) {
    if (isNew) service.reconnect();
    bodies.push(new TextDecoder().decode((await service.request({ method: 'GET', target: '/a' })).body));
  }
  service.close();
  expect(bodies).toEqual(['1', '1', '2', '2']);
});

it('puts targets below the path of its URL', async () => {
  const url = await listen(({ socket, line }) => socket.write(responseText(line)));
  expect(await askAll(`${url}/base/`, 'GET /', 'GET /a/../b')).toEqual(['GET /base/', 'GET /base/a/../b']);
  const service = createUrlService(`${url}/base/`);
  expect(service.url).toBe(`${url}/base`);
  await expect(service.request({ method: 'GET', target: '/..' })).rejects.toThrow('leave');
  expect(service.curlCommand({ method: 'DELETE', target: '/a' })).toBe(`curl -sS -i -X DELETE ${url}/base/a`);
});

it('says why a service cannot be reached, or has no URL', async () => {
  const url = await listen(({ socket }) => socket.write(responseText('[]')));
  const service = createUrlService(url);
  await expect(service.reach()).resolves.toBeUndefined();
  service.close();
  const [server] = servers.splice(0);
  await once(server?.close() as Server, 'close');
  await expect(createUrlService(url).reach()).rejects.toMatchObject({
    code: 'CHECK_UNREACHABLE',
    message: `No server listens at ${url}; start the server, or correct the address.`,
  });
  expect(() => createUrlService('ftp://a')).toThrow('is not a valid service URL');
});
