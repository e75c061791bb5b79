import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { useBrowser } from './use-browser.ts';

const tower = { description: 'Tour Eiffel', coordinates: { latitude: 48.8584, longitude: 2.2945 } };
const arch = { coordinates: { latitude: 48.8738, longitude: 2.295 } };
const paris = '#13/48.866/2.2945';

/** More than a tile shows one by one. */
const grid = Array.from({ length: 4000 }, (_, index): LocationRecord => {
  return [
    `grid ${index}`,
    { coordinates: { latitude: (index % 40) - 20, longitude: Math.floor(index / 40) } },
  ];
});

describeUnless(lacks({ program: 'chromium' }))('the page of the map', () => {
  const { serve, open } = useBrowser();
  const serveParis = () =>
    serve({
      store: createAreaMemoryStore([
        ['tower', tower],
        ['arch', arch],
      ]),
    });

  it('lists what is in view', async () => {
    const { page, drawn } = await open(await serveParis(), { hash: paris });
    const items = page.locator('#records button');
    await expect.poll(() => items.count()).toBe(2);
    expect(await items.allInnerTexts()).toEqual([
      expect.stringContaining('tower'),
      expect.stringContaining('arch'),
    ]);
    await expect.poll(() => page.locator('#status').innerText()).toBe('2 records in view');
    await drawn();
  });

  it('selects a record by a click on the map, and names it in the link', async () => {
    const tab = await open(await serveParis(), { hash: paris });
    await tab.drawn();
    const { x, y } = await tab.pixelOf(tower.coordinates);
    await tab.page.mouse.click(x, y);
    await expect.poll(() => tab.page.url()).toContain('&record=tower');
    await expect.poll(() => tab.page.locator('[aria-current=true]').innerText()).toContain('Tour Eiffel');
  });

  it('shows cells where there are many records, and zooms in by a click on one', async () => {
    const tab = await open(await serve({ store: createAreaMemoryStore(grid) }), { hash: '#2/0/50' });
    await tab.drawn();
    const { x, y } = await tab.pixelOf({ latitude: 0, longitude: 50 });
    await tab.page.mouse.click(x, y);
    await expect.poll(() => tab.page.url()).toMatch(/#4\//);
  });
});
