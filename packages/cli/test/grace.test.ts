import { Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseCommandLine } from '../src/command-line.ts';
import type { LogEntry } from '../src/request-log.ts';
import { type RunningServer, startServer } from '../src/start-server.ts';
import { parseStoreUrl } from '../src/store-engines.ts';
import { addressOf, type RawClient, rawClient } from './raw-client.ts';

let client: RawClient;
let entries: LogEntry[];
let server: RunningServer;

/** A service with a request under way that will never end: its body does not come. */
beforeEach(async () => {
  entries = [];
  server = await startServer({
    port: 0,
    host: '127.0.0.1',
    store: parseStoreUrl('memory:'),
    requestLog: { request: (entry) => entries.push(entry), refusal: () => {} },
    onError: () => {},
  });
  client = await rawClient(addressOf(server.url));
  client.socket.write(
    'POST /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  );
  await expect.poll(client.received).toContain('100 Continue');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  client.socket.destroy();
});

test('a request that was cut is in the log before the service has closed', async () => {
  await server.close(1);
  expect(entries).toEqual([expect.objectContaining({ method: 'POST', path: '/a', isAborted: true })]);
});

test('requests under way have the 10 seconds of which the help tells', async () => {
  const cut = vi.spyOn(Server.prototype, 'closeAllConnections');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close();
  vi.advanceTimersByTime(9_999);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(cut).toHaveBeenCalledOnce();
  await closed;
  expect(parseCommandLine(['serve', '--help'], {})).toMatchObject({
    text: expect.stringMatching(/\sup\s+to 10 seconds\./),
  });
});
