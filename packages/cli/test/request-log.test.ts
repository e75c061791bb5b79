import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRequestLog, type LogEntry } from '../src/request-log.ts';
import { rawClient } from './raw-client.ts';

/** What is taken down of a request with this target. */
function entryOf(url: string): LogEntry | undefined {
  const server = new EventEmitter();
  const entries: LogEntry[] = [];
  createRequestLog((entry) => entries.push(entry)).watch(server as Server);
  const res = Object.assign(new EventEmitter(), {
    headersSent: true,
    statusCode: 404,
    writableFinished: true,
  });
  server.emit('request', { method: 'GET', url, socket: {} }, res);
  res.emit('close');
  return entries[0];
}

test.each([
  ['/a', '/a'],
  ['/caf%C3%A9~/!', '/caf%C3%A9~/!'],
  ['/a?token=secret', '/a'],
  ['/\u009b31m\u001b\u00e9 ?x', '/%9b31m%1b%e9%20'],
  ['*', '*'],
])('the target %j is shown as %j', (url, path) => {
  expect(entryOf(url)).toMatchObject({ method: 'GET', path, status: 404, isAborted: false });
});

test('the moment and the duration fit together', () => {
  const before = Date.now();
  const { time, durationMs } = entryOf('/a') as LogEntry;
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(time.getTime()).toBeGreaterThanOrEqual(before - 1);
});

describe('pipelined requests', () => {
  const paths = Array.from({ length: 20 }, (_, number) => `/${number}`);

  /** Sends a request for each path on one connection, and waits until the server has read them all. */
  async function pipeline() {
    const responses: ServerResponse[] = [];
    const entries: LogEntry[] = [];
    const server = createServer((req, res) => {
      // Read at once, so that requests are over before their turn has come.
      req.resume().once('close', () => {
        responses.push(res);
        server.emit('read');
      });
    });
    createRequestLog((entry) => entries.push(entry)).watch(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(async () => {
      await once(server.close(), 'close');
    });
    const connected = once(server, 'connection');
    const { port } = server.address() as AddressInfo;
    const client = await rawClient({ host: '127.0.0.1', port });
    const [connection] = await connected;
    const closed = once(connection, 'close');
    const fields = 'Host: a\r\nContent-Length: 1\r\n\r\n1';
    client.socket.write(paths.map((path) => `POST ${path} HTTP/1.1\r\n${fields}`).join(''));
    while (responses.length < paths.length) await once(server, 'read');
    return {
      client,
      responses,
      entries,
      async leave(): Promise<void> {
        client.socket.destroy();
        await closed;
      },
    };
  }

  test('are taken down, each once, when the client leaves before their turn', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warn.mockRestore());
    const { entries, leave } = await pipeline();
    expect(entries).toEqual([]);
    await leave();
    expect(entries).toMatchObject(paths.map((path) => ({ path, status: undefined, isAborted: true })));
    expect(warn).not.toHaveBeenCalled();
  });

  test('are taken down, each once, when they are answered in turn', async () => {
    const { client, responses, entries, leave } = await pipeline();
    for (const res of responses.toReversed()) res.end(res.req.url);
    await expect.poll(client.received).toMatch(/\/19$/);
    await leave();
    expect(entries).toMatchObject(paths.map((path) => ({ path, status: 200, isAborted: false })));
  });
});
