import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab, MapTabOptions } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import type { AxeResults } from 'axe-core';
import { beforeAll, expect, it } from 'vitest';
import { paris, placesOfParis } from './places.ts';
import { useBrowser } from './use-browser.ts';

const layouts: readonly (readonly [name: string, options: MapTabOptions])[] = [
  ['in the light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
];

describeUnless(lacks({ program: 'chromium' }))('people can use the page of the map', () => {
  const { serve, open } = useBrowser();
  let axe: string;
  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });

  /** What axe-core finds that is serious or critical, as the rule and the elements. */
  async function findingsIn({ page }: MapTab): Promise<readonly string[]> {
    await page.evaluate(axe);
    const { violations, passes } = (await page.evaluate('axe.run()')) as AxeResults;
    expect(passes.length).toBeGreaterThan(20);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  it.each(layouts)('%s: axe-core has no serious findings', async (_, options) => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open({ service }, { hash: `${paris}&record=arch`, ...options });
    await tab.drawn();
    await expect.poll(tab.selected).toBe('arch');
    expect(await findingsIn(tab)).toEqual([]);
  });

  it.each(layouts)('%s: axe-core has no serious findings in the dialog of an import', async (_, options) => {
    const { service } = await serve();
    const tab = await open({ service }, { hash: paris, ...options });
    const lines = ['stop,name,lat,lon', 's1,Pier,48.861,2.301', 's2,Mast,48.862,2.302', 's3,Quay,north,2.3'];
    const file = { name: 'stops.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await tab.page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => tab.page.getByRole('dialog').textContent()).toContain('exists yet');
    expect(await findingsIn(tab)).toEqual([]);
  });

  it('a screen reader says what the buttons above the list are for', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const { page, selected } = await open({ service }, { hash: `${paris}&record=arch` });
    await expect.poll(selected).toBe('arch');
    const labelsIn = (name: string) =>
      page.getByRole('group', { name }).getByRole('button').allTextContents();
    await expect.poll(() => labelsIn('Copy')).toEqual(['Link', 'Latitude, longitude', 'Longitude, latitude']);
    expect(await labelsIn('Selected record')).toEqual(['Edit', 'Move', 'Delete']);
  });

  it('magnified to four times its size, the list has room', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const options = { hash: '#9/48.866/2.2945', viewport: { width: 320, height: 256 } };
    const { page, items } = await open({ service }, options);
    await expect.poll(() => items.count()).toBe(2);
    await page.evaluate("document.querySelector('footer').scrollIntoView()");
    const heightOf = (selector: string) =>
      page.locator(selector).evaluate(({ clientHeight }) => clientHeight);
    expect(await heightOf('#list')).toBeGreaterThan(await heightOf('#records li:first-child'));
  });
});
