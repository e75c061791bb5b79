import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { grid, paris, placesOfParis } from './places.ts';
import { useBrowser } from './use-browser.ts';

const sacre: LocationRecord = [
  'basilica',
  { description: 'Sacré-Cœur <b>', coordinates: { latitude: 48.8867, longitude: 2.3431 } },
];

async function search({ page }: MapTab, text: string) {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('searchbox').press('Enter');
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the search of the map', () => {
  const { serve, open } = useBrowser();

  it('goes to coordinates in any notation', async () => {
    const tab = await open(await serve(), { hash: '#3/0/0' });
    await tab.drawn();
    for (const text of ['48,8584; 2,2945', '48°51\'30.24"N 2°17\'40.2"E', '2.2945 E 48.8584 N']) {
      await tab.page.getByRole('searchbox').fill(text);
      const go = tab.page.getByRole('button', { name: 'Go to 48.8584, 2.2945' });
      if (text.includes(';')) await go.click();
      else await tab.page.getByRole('searchbox').press('Enter');
      await expect.poll(() => tab.page.url()).toMatch(/\/48\.85\d*\/2\.29/);
      expect(await tab.page.locator('#search .results').isVisible()).toBe(false);
      await tab.page.evaluate("location.hash = '#3/0/0'");
      await expect.poll(() => tab.page.url()).toContain('#3/0/0');
    }
  });

  it('goes to a city of the map, by keys and without accents', async () => {
    const tab = await open(await serve(), { hash: '#3/0/0' });
    await tab.drawn();
    await search(tab, 'sao paulo');
    await expect.poll(() => tab.page.url()).toMatch(/\/-23\.5\d*\/-46\.6/);
    await tab.page.evaluate("location.hash = '#3/0/0'");
    await expect.poll(() => tab.page.url()).toContain('#3/0/0');
    await search(tab, 'sao pau');
    const go = tab.page.getByRole('button', { name: 'Go to São Paulo' });
    await expect.poll(() => go.count()).toBe(1);
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.keyboard.press('Enter');
    await expect.poll(() => tab.page.url()).toMatch(/\/-23\.5\d*\/-46\.6/);
  });

  it('finds words without accents on the server, and marks them as text', async () => {
    const server = await serve({ store: createAreaMemoryStore([...grid, ...placesOfParis, sacre]) });
    const tab = await open(server, { hash: paris });
    let moved = 0;
    const asked: string[] = [];
    tab.page.on('response', async (response) => {
      if (!response.url().includes('q=')) return;
      asked.push(new URL(response.url()).searchParams.get('q') ?? '');
      moved += (await response.body()).length;
    });
    await search(tab, 'COURS sacre');
    await expect.poll(() => tab.page.locator('.results-note').textContent()).toBe('No records found.');
    await search(tab, 'COEUR sacre <b');
    const hits = tab.page.locator('#search .records button');
    await expect.poll(() => hits.count()).toBe(1);
    expect(await hits.locator('mark').allTextContents()).toEqual(['Sacré', 'Cœur', '<b']);
    expect(await tab.madeElements()).toBe(0);
    await expect.poll(() => asked).toContain('coeur sacre <b');
    expect(moved).toBeLessThan(1000);
  });
});
