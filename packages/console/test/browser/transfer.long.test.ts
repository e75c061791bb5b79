import { readFile } from 'node:fs/promises';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

describeUnless(lacks({ program: 'chromium' }))('in the page of the map', () => {
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

  it('a file is imported, with a report of what it refuses', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    const lines = [
      'id,description,latitude,longitude',
      'tower,Tour Eiffel,48.8584,2.2945',
      '<img src=x>,,48.86,north',
    ];
    const file = { name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await tab.page.locator('input[type=file]').setInputFiles(file);
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => dialog.textContent()).toContain('The import is complete.');
    expect(await dialog.textContent()).toContain('<img src=x>');
    expect(await tab.madeElements()).toBe(0);
    expect(await recordsIn(server.store)).toEqual({ tower });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => tab.items.count()).toBe(1);
  });

  it('of two files that are dropped one after the other, one is imported', async () => {
    const server = await serve();
    const { page } = await open(server, { hash: paris });
    // Before the button is there, the page takes no files.
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
    await page.evaluate(`
      for (const name of ['one.csv', 'two.csv']) {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['id,latitude,longitude\\na,1,2\\n'], name));
        document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      }
    `);
    await expect.poll(() => page.getByText('The file has 1 record').count()).toBe(1);
    expect(await page.locator('dialog').count()).toBe(1);
  });

  it('what is in view is exported', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: '#16/48.8738/2.295' });
    await expect.poll(() => tab.items.count()).toBe(1);
    await tab.page.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('link', { name: 'GeoJSON', exact: true }).click(),
    ]);
    const { features } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(features).toMatchObject([{ id: 'arch', properties: { description: arch.description } }]);
  });

  it('coordinates are copied in either order', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, {
      hash: `${paris}&record=tower`,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await expect.poll(tab.selected).toBe('tower');
    for (const [label, text] of [
      ['Latitude, longitude', '48.8584, 2.2945'],
      ['Longitude, latitude', '2.2945, 48.8584'],
    ] as const) {
      await tab.page.getByRole('button', { name: label, exact: true }).click();
      await expect.poll(() => tab.page.evaluate('navigator.clipboard.readText()')).toBe(text);
    }
  });
});
