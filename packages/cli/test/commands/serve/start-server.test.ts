import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createMemoryStore, type LocationStore, StoreError } from '@location-records/core';
import { freePort } from '@location-records/workspace/engines';
import { occupyPort, rawClient } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStored } from '../../../src/commands/serve/open-stored.ts';
import { startServer } from '../../../src/commands/serve/start-server.ts';
import { listen } from '../../../src/operations/listen.ts';
import { parseStoreUrl } from '../../../src/store-urls/store-urls.ts';
import { runHere } from '../../run-here.ts';

/** What the opening of a store waits for, and how often it began. */
const opening = vi.hoisted(() => ({ count: 0, end: (_store: Promise<unknown>) => {} }));
vi.mock(import('../../../src/store-urls/store-urls.ts'), async (original) => ({
  ...(await original()),
  openStore: (_target, { signal } = {}) => {
    opening.count++;
    return new Promise<LocationStore>((resolve, reject) => {
      opening.end = (store) => resolve(store as Promise<LocationStore>);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  },
}));

let port: number;

beforeEach(async () => {
  opening.count = 0;
  port = await freePort();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const request = 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const host = '127.0.0.1';

test('a port in use is found before the store is opened', async () => {
  const occupant = await occupyPort();
  expect(await runHere(['serve', '--port', String(occupant.port)]).exitCode).toBe(1);
  await occupant.leave();
  expect(opening.count).toBe(0);
});

describe('a request that comes before the store is open', () => {
  function start() {
    return startServer({
      port,
      host,
      open: openStored({ store: parseStoreUrl('memory:') }),
      logsRequests: false,
      report: () => {},
    });
  }

  test('waits for it', async () => {
    const started = start();
    await expect.poll(() => opening.count).toBe(1);
    const client = await rawClient({ host, port });
    client.socket.write(request);
    const store = createMemoryStore();
    await store.put('a', { coordinates: { latitude: 1, longitude: 2 } });
    expect(client.received()).toBe('');
    opening.end(Promise.resolve(store));
    expect(await client.ended).toMatch(/200 OK[\s\S]*\{"latitude":1,"longitude":2\}/);
    await (await started).close(0);
  });

  test('gets no response when the store cannot be opened', async () => {
    const started = start();
    await expect.poll(() => opening.count).toBe(1);
    const client = await rawClient({ host, port });
    client.socket.write(request);
    const closed = once(client.socket, 'close').catch(() => {});
    const error = new StoreError('STORE_UNAVAILABLE', 'The disk is gone.');
    opening.end(Promise.reject(error));
    await expect(started).rejects.toBe(error);
    await closed;
    expect(client.received()).toBe('');
    await expect(rawClient({ host, port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a signal ends the start at once, with exit code 0', () => {
  test('while the store is opened', async () => {
    const running = runHere(['serve', '--port', String(port)]);
    await expect.poll(() => opening.count).toBe(1);
    running.signal('SIGTERM');
    expect(await running.exitCode).toBe(0);
    expect(running.stdout.text + running.stderr.text).toBe('');
    await expect(rawClient({ host, port })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('while the name of the host is looked up', async () => {
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as unknown as typeof dns.lookup);
    const running = runHere(['serve', '--port', '0', '--host', 'slow.invalid']);
    await expect.poll(() => lookup.mock.calls.length).toBe(1);
    running.signal('SIGINT');
    expect(await running.exitCode).toBe(0);
    expect(opening.count).toBe(0);
  });

  test('and an address that is found too late is not kept', async () => {
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as unknown as typeof dns.lookup);
    const server = createServer();
    const controller = new AbortController();
    const bound = listen(server, { port, host: 'slow.invalid' }, { signal: controller.signal });
    controller.abort();
    await expect(bound).rejects.toBe(controller.signal.reason);
    const closed = once(server, 'close');
    const found = lookup.mock.calls[0]?.at(-1) as unknown as (...found: unknown[]) => void;
    found(null, host, 4);
    await closed;
  });
});

const noAddress =
  'a.example is not an address of this machine; choose one with --host, such as 127.0.0.1 or 0.0.0.0.';

test.each([
  ['EADDRINUSE', 'Port 80 on a.example is in use; stop what listens there, or choose another with --port'],
  ['EACCES', 'Port 80 on a.example may not be used by this user; choose one from 1024 on with --port.'],
  ['EADDRNOTAVAIL', noAddress],
  ['ENOTFOUND', noAddress],
  ['EAI_AGAIN', noAddress],
  ['EMFILE', 'Port 80 on a.example cannot be used (listen EMFILE); choose others with --port and --host.'],
])('an address that cannot be used (%s) is refused with advice', async (code, advice) => {
  const server = createServer();
  const cause = Object.assign(new Error(`listen ${code}`), { code });
  vi.spyOn(server, 'listen').mockImplementation(() => {
    server.emit('error', cause);
    return server;
  });
  const bound = listen(server, { port: 80, host: 'a.example' });
  await expect(bound).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(advice),
    cause,
  });
});
