import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arch, paris, placesOfParis } from './places.ts';
import { useBrowser } from './use-browser.ts';

describeUnless(lacks({ program: 'chromium-headless-shell' }))('a style of the owner', () => {
  const { serve, open } = useBrowser();
  const asked: string[] = [];
  /** Serves a style, and empty tiles. */
  let other: Server;
  let otherOrigin: string;

  const style = () => ({
    version: 8,
    sources: {
      streets: {
        type: 'vector',
        tiles: [`${otherOrigin}/{z}/{x}/{y}.pbf`],
        attribution: '<a href="javascript:void(document.title=\'changed\')">© Streets</a>',
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#eeeeee' } },
      { id: 'streets', type: 'line', source: 'streets', 'source-layer': 'streets' },
    ],
  });

  beforeAll(async () => {
    other = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.statusCode = url === '/missing.json' ? 404 : 200;
      response.end(url === '/style.json' ? JSON.stringify(style()) : '');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    other.closeAllConnections();
    other.close();
  });

  it.each([
    ['in the settings', style],
    ['at a URL', () => `${otherOrigin}/style.json`],
  ])('%s: its tiles come from another host, and the records are on top', async (_, mapStyle) => {
    asked.length = 0;
    const server = await serve({ store: createAreaMemoryStore(placesOfParis), mapStyle: mapStyle() });
    const tab = await open(server, { hash: paris, otherOrigin });
    await tab.drawn();
    await expect.poll(() => asked.some((url) => url.startsWith('/13/'))).toBe(true);
    await expect.poll(() => tab.isRecordAt(arch.coordinates)).toBe(true);
    await tab.page.getByText('© Streets').click();
    expect(await tab.page.title()).toBe('Map of location records');
    expect(await tab.problem()).toBe('');
  });

  it('that MapLibre refuses is told, and the page shows its own base map', async () => {
    const layers = [{ id: 'streets', type: 'line', source: 'missing', 'source-layer': 'streets' }];
    const server = await serve({
      store: createAreaMemoryStore(placesOfParis),
      mapStyle: { ...style(), layers },
    });
    const tab = await open(server, { hash: paris, otherOrigin });
    await tab.drawn();
    await expect
      .poll(tab.problem)
      .toMatch(/^The map style cannot be used: .*missing.*built-in map is shown instead\.$/);
    await expect.poll(() => tab.isRecordAt(arch.coordinates)).toBe(true);
  });

  it('that cannot be loaded is told, and the page shows its own base map', async () => {
    const missing = `${otherOrigin}/missing.json`;
    const server = await serve({ store: createAreaMemoryStore(placesOfParis), mapStyle: missing });
    const tab = await open(server, { hash: paris, otherOrigin });
    await tab.drawn();
    await expect.poll(tab.problem).toContain(`cannot be loaded from ${missing}`);
    await expect.poll(() => tab.isRecordAt(arch.coordinates)).toBe(true);
  });
});
