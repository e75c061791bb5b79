import { readFile } from 'node:fs/promises';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

describeUnless(lacks({ program: 'chromium-headless-shell' }))('in the page of the map', () => {
  const { serve, open } = useBrowser();

  it('a search finds words of a description, and goes there', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: '#1/0/0' });
    await expect.poll(tab.status).toBe('2 records in view');
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('eiffel');
    const hit = tab.page.locator('#search .records button');
    await expect.poll(() => hit.count()).toBe(1);
    await hit.click();
    await expect.poll(tab.selected).toBe('tower');
    await expect.poll(() => tab.page.url()).toContain('#12/48.8584/2.2945');
  });

  it('what a search has found gives way to a click beside it, and to the focus', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const { page } = await open(server, { hash: paris });
    const isOpen = () => page.locator('#search .results').isVisible();
    const search = async () => {
      await page.getByRole('searchbox').fill('eiffel');
      await page.getByRole('searchbox').press('Enter');
      await expect.poll(isOpen).toBe(true);
    };
    await search();
    await page.locator('.title').click();
    await expect.poll(isOpen).toBe(false);
    await search();
    await expect.poll(() => page.locator('#search .records button').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(isOpen).toBe(false);
  });

  it('what is in view is exported', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: '#16/48.8738/2.295' });
    await expect.poll(() => tab.items.count()).toBe(1);
    await tab.page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('link', { name: 'GeoJSON, for maps' }).click(),
    ]);
    const { features } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(features).toMatchObject([{ id: 'arch', properties: { description: arch.description } }]);
  });

  it('all records are exported, also those that are not in view', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: '#16/48.8738/2.295' });
    await expect.poll(() => tab.items.count()).toBe(1);
    await tab.page.getByRole('button', { name: 'Export', exact: true }).click();
    await tab.page.getByRole('radio', { name: /^All/ }).check();
    for (const [name, file] of [
      ['CSV', 'records.csv'],
      ['KML', 'records.kml'],
      ['GPX', 'records.gpx'],
    ] as const) {
      const link = tab.page.getByRole('link', { name: `${name}, for` });
      if (!(await link.isVisible()))
        await tab.page.getByRole('button', { name: 'Export', exact: true }).click();
      const [download] = await Promise.all([tab.page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe(file);
      const text = await readFile(await download.path(), 'utf8');
      for (const { description } of [tower, arch]) expect(text).toContain(description);
    }
  });

  it('coordinates are copied in either order', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, {
      hash: `${paris}&record=tower`,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await expect.poll(tab.selected).toBe('tower');
    for (const [label, text] of [
      ['Lat, lon: copy latitude and longitude', '48.8584, 2.2945'],
      ['Lon, lat: copy longitude and latitude', '2.2945, 48.8584'],
      ['Identifier: copy it as it is', 'tower'],
    ] as const) {
      await tab.page.getByRole('button', { name: label, exact: true }).click();
      await expect.poll(() => tab.page.evaluate('navigator.clipboard.readText()')).toBe(text);
    }
  });
});
