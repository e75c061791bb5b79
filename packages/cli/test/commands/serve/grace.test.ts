import { addressOf, type RawClient, rawClient } from '@location-records/workspace/tests';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStored } from '../../../src/commands/serve/open-stored.ts';
import type { LogEntry } from '../../../src/commands/serve/request-log.ts';
import { type RunningServer, startServer } from '../../../src/commands/serve/start-server.ts';
import { parseStoreUrl } from '../../../src/store-urls/store-urls.ts';

let client: RawClient;
let entries: LogEntry[];
let server: RunningServer;

/** A service with a request under way that will never end: its body does not come. */
beforeEach(async () => {
  entries = [];
  server = await startServer({
    port: 0,
    host: '127.0.0.1',
    open: openStored({ store: parseStoreUrl('memory:') }),
    onRequest: (entry) => entries.push(entry),
    onError: () => {},
  });
  client = await rawClient(addressOf(server.url));
  client.socket.write(
    'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  );
  await expect.poll(client.received).toContain('100 Continue');
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  client.socket.destroy();
});

test('a request that was cut is counted, and in the log before the service has closed', async () => {
  expect(server.underWay?.()).toBe(1);
  expect(await server.close(1)).toBe(1);
  expect(entries).toEqual([expect.objectContaining({ method: 'POST', path: '/a', isAborted: true })]);
});

test('requests under way are cut at the end of their time, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close(10_000);
  vi.advanceTimersByTime(9_999);
  expect(server.underWay?.()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(server.underWay?.()).toBe(0);
  expect(await closed).toBe(1);
});

test('a request that ends in time is not counted', async () => {
  const closed = server.close(60_000);
  client.socket.write('{"a": 1} ');
  expect(await closed).toBe(0);
  expect(server.underWay?.()).toBe(0);
  expect(await client.ended).toContain('400 Bad Request');
});
