import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createHandler } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { dial, listen } from '../listening.ts';

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function serveEndless() {
  const store = new EndlessStore();
  const port = await listen(createHttpServer(createListener(createHandler({ store }))));
  return { store, port };
}

describe('a list that is long', () => {
  it('is not read from the store any further when the client does not read it', async () => {
    const { store, port } = await serveEndless();
    const slow = await dial(port);
    slow.write(get('/'));
    await once(slow, 'readable');
    // Each response on another connection takes several turns of the event loop, in any of which the list
    // would go on if it did.
    const other = await dial(port);
    const takenPerResponse: number[] = [];
    while (takenPerResponse.at(-1) !== 0 || takenPerResponse.at(-2) !== 0) {
      const before = store.batches;
      other.write(get('/a'));
      await once(other, 'data');
      takenPerResponse.push(store.batches - before);
      expect(store.batches).toBeLessThan(1000);
    }
    slow.destroy();
  });

  it('is released in the store when the client goes away', async () => {
    const { store, port } = await serveEndless();
    const client = await dial(port);
    client.write(get('/'));
    await once(client, 'data');
    const released = once(store, 'release');
    client.destroy();
    await expect(released).resolves.toEqual([]);
  });

  it('lets other requests in between when the client reads it as fast as it comes', async () => {
    const { store, port } = await serveEndless();
    const fast = await dial(port);
    fast.resume().write(get('/'));
    const other = await dial(port);
    for (let responses = 0; responses < 20; responses++) {
      await once(store, 'batch');
      other.write(get('/a'));
      const [response] = await once(other, 'data');
      expect(String(response)).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  it('is released when only its head was asked for', async () => {
    const { store, port } = await serveEndless();
    const released = once(store, 'release');
    const client = await dial(port);
    client.write('HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [response] = await once(client, 'data');
    expect(String(response)).toMatch(/\r\nTransfer-Encoding: chunked\r\n/);
    await expect(released).resolves.toEqual([]);
  });
});
