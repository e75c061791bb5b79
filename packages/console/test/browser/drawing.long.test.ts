import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab, MapTabOptions } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { placesOfParis } from './places.ts';
import { useBrowser } from './use-browser.ts';

const uluru = { latitude: -25.3444, longitude: 131.0369 };
const manhattan = { latitude: 40.7075, longitude: -74.0113 };

/** Its colour in `theme.ts`. */
const record = '42,111,208';
const noStreets = 'The built-in map has no detail here; --map-style adds streets.';

/** The colour of a pixel at a place, as red, green and blue. */
async function colorAt(tab: MapTab, place: typeof uluru): Promise<string> {
  const { x, y } = await tab.pixelOf(place);
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 };
  const picture = (await tab.page.screenshot({ clip })).toString('base64');
  return tab.page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, 1, 1).data.slice(0, 3).join();
  })()`);
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the map draws', () => {
  const { serve, open } = useBrowser();

  async function openMap(
    records: readonly LocationRecord[],
    options: MapTabOptions = {},
    mapStyle?: Readonly<Record<string, unknown>>,
  ) {
    const server = await serve({ store: createAreaMemoryStore(records), mapStyle, hasBaseMap: !mapStyle });
    const tab = await open(server, { reducedMotion: 'reduce', ...options });
    await tab.drawn();
    await tab.settled();
    return tab;
  }

  it('a record above the name of its country', async () => {
    const tab = await openMap([['uluru', { coordinates: uluru }]], { hash: '#2/-10/130' });
    expect(await colorAt(tab, uluru)).toBe(record);
  });

  it.each([5, 7, 8, 8.5, 9, 12, 16])('no water where Manhattan is, at zoom %s', async (zoom) => {
    const { latitude, longitude } = manhattan;
    const tab = await openMap([], { hash: `#${zoom}/${latitude}/${longitude}` });
    const [red = 0, , blue = 0] = (await colorAt(tab, manhattan)).split(',').map(Number);
    // Water is 25 bluer than red, land and the empty ground at most 3.
    expect(blue - red).toBeLessThan(8);
  });

  it('that it has no streets, where it has none, and unless the owner has given a style', async () => {
    const style = { version: 8, sources: {}, layers: [] };
    const note = (tab: MapTab) => tab.page.getByText(noStreets).isVisible();
    const tab = await openMap([], { hash: '#8/48.9/2.3' });
    expect(await note(tab)).toBe(false);
    await tab.page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => note(tab)).toBe(true);
    expect(await note(await openMap([], { hash: '#9/48.9/2.3' }, style))).toBe(false);
  });

  it('what there is at first, and again after "Fit to data"', async () => {
    const tab = await openMap(placesOfParis);
    // As exactly as the tile of the whole world is.
    const isAtData = () => /#8\/48\.[89]\d*\/2\.[23]/.test(tab.page.url());
    expect(isAtData()).toBe(true);
    await tab.page.evaluate("location.hash = '#2/0/0'");
    await expect.poll(isAtData).toBe(false);
    await tab.page.getByRole('button', { name: 'Fit to data' }).click();
    await expect.poll(isAtData).toBe(true);
  });

  it('the whole world at first when there are no records', async () => {
    const tab = await openMap([]);
    expect(tab.page.url()).toContain('#1/25/10');
  });

  it('the streets of a style of the owner up to a closer zoom', async () => {
    const style = { version: 8, sources: {}, layers: [] };
    const tab = await openMap(placesOfParis, { hash: '#&record=tower' }, style);
    await expect.poll(() => tab.page.url()).toContain('#12/48.8584/2.2945&record=tower');
  });
});
