import { createServer } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import express from 'express';
import { expect, it } from 'vitest';
import type { MapServer } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the page of the map of a service', () => {
  const { serve, open } = useBrowser();

  /** Records come, are selected and change. */
  async function expectLiveMap(server: MapServer) {
    for (const [id, location] of placesOfParis) await server.store.put(id, location);
    const tab = await open(server, { hash: paris });
    await tab.drawn();
    await expect.poll(tab.status).toBe('2 records in view');
    await expect.poll(() => tab.isRecordAt(tower.coordinates)).toBe(true);
    await tab.click(tower.coordinates);
    await expect.poll(tab.selected).toBe('tower');
    await server.store.delete('arch');
    await expect.poll(tab.status).toBe('1 record in view');
    await expect.poll(() => tab.isRecordAt(arch.coordinates)).toBe(false);
  }

  it('in Express', async () => {
    const server = await serve({
      makeServer: (handle) => createServer(express().use('/a/b', createMiddleware(handle))),
    });
    await expectLiveMap({ ...server, service: `${server.service}a/b/` });
  });

  it('below a base path', async () => {
    await expectLiveMap(await serve({ basePath: '/places/of%20mine' }));
  });
});
