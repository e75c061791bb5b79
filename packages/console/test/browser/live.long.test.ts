import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { grid, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a browser tells of a file that it has loaded, in milliseconds and bytes. */
interface Loaded {
  readonly name: string;
  readonly startTime: number;
  readonly responseEnd: number;
  readonly encodedBodySize: number;
}

/** The requests of a tab from now on. */
function countRequests({ context }: MapTab): string[] {
  const urls: string[] = [];
  context.on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Writes through the service, as clients do. */
async function put(service: string, id: string, location: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${service}${id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(location),
  });
  expect(response.status).toBe(200);
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))(
  'the page of the map is kept up to date',
  () => {
    const { serve, open } = useBrowser();

    it.each([
      ['of two records, one of them selected', placesOfParis, `${paris}&record=tower`],
      ['of thousands of records', grid, '#1/0/0'],
    ])('by one request in ten seconds while nothing happens, %s', async (_, records, hash) => {
      const tab = await open(await serve({ store: createAreaMemoryStore(records) }), { hash });
      await tab.drawn();
      // The first look comes when all that the start has asked for is there.
      await tab.page.waitForRequest((request) => request.url().includes('/-/records'));
      const urls = countRequests(tab);
      await wait(21_000);
      expect(urls.length).toBeGreaterThan(0);
      expect(urls.length).toBeLessThanOrEqual(3);
    });

    it('at once with what clients of the service write, and asks for nothing that is not in view', async () => {
      const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
      const tab = await open(server, { hash: paris });
      await tab.drawn();
      await expect.poll(tab.status).toBe('2 records in view');
      await put(server.service, 'new', { coordinates: { ...tower.coordinates, longitude: 2.3 } });
      await expect.poll(tab.status).toBe('3 records in view');
      await wait(2500);
      const urls = countRequests(tab);
      await put(server.service, 'far', { coordinates: { latitude: -30, longitude: 100 } });
      await wait(3000);
      expect(urls.filter((url) => !url.includes('/-/records')).length).toBe(0);
      expect(urls.length).toBeLessThanOrEqual(1);
    });

    it('with what other processes write, at the next look', async () => {
      const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
      const tab = await open(server, { hash: paris });
      await expect.poll(tab.status).toBe('2 records in view');
      await server.store.put('new', { coordinates: { ...tower.coordinates, longitude: 2.3 } });
      await expect.poll(tab.status).toBe('3 records in view');
    });

    it('by one connection for all tabs of a browser, which another tab takes over', async () => {
      const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
      const first = await open(server, { hash: paris });
      const urls = countRequests(first);
      await expect.poll(first.status).toBe('2 records in view');
      const second = await first.context.newPage();
      await second.goto(`${server.service}-/map${paris}`);
      const status = () => second.locator('#status').textContent();
      await expect.poll(status).toBe('2 records in view');
      await wait(1000);
      const streams = () => urls.filter((url) => url.endsWith('/-/events')).length;
      expect(streams()).toBeLessThanOrEqual(1);
      await put(server.service, 'new', { coordinates: { ...tower.coordinates, longitude: 2.3 } });
      await expect.poll(status).toBe('3 records in view');
      const before = streams();
      await first.page.close();
      await expect.poll(streams).toBe(before + 1);
      await put(server.service, 'newer', { coordinates: { ...tower.coordinates, longitude: 2.31 } });
      await expect.poll(status).toBe('4 records in view');
    });

    it('lists the records before it loads the map, after less than 100 KB', async () => {
      const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
      const tab = await open(server, { hash: paris });
      await tab.drawn();
      const loaded = (await tab.page.evaluate(`performance.getEntriesByType('resource').map(
      ({ name, startTime, responseEnd, encodedBodySize }) => ({ name, startTime, responseEnd, encodedBodySize })
    )`)) as readonly Loaded[];
      const list = loaded.find(({ name }) => name.includes('/-/records'));
      const map = loaded.find(({ name }) => name.includes('/map-view-'));
      expect(map?.startTime).toBeGreaterThanOrEqual(list?.responseEnd ?? Number.POSITIVE_INFINITY);
      const before = loaded.filter(({ startTime }) => startTime < (list?.responseEnd ?? 0));
      expect(before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThan(100_000);
    });
  },
);
