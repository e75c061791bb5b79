import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

const button = ({ page }: MapTab, name: string) => page.getByRole('button', { name, exact: true });
const event = ({ page }: MapTab) => page.locator('#event').textContent();
const panelOf = ({ page }: MapTab) => page.locator('#record');

describeUnless(lacks({ program: 'chromium-headless-shell' }))('in the page of the map', () => {
  const { serve, open } = useBrowser();
  const serveParis = (options = {}) => serve({ store: createAreaMemoryStore(placesOfParis), ...options });

  it('a record that is clicked on the map is shown as a whole, and the list scrolls to it', async () => {
    const text = 'Pont\n\nThree arches,\nbuilt of stone';
    const coordinates = { latitude: 48.88, longitude: 2.2945 };
    const others = Array.from({ length: 80 }, (_, index): LocationRecord => {
      return [`other ${index}`, { coordinates: { latitude: 48.85, longitude: 2.27 + index / 2000 } }];
    });
    const store = createAreaMemoryStore([...others, ['bridge', { description: text, coordinates }]]);
    const tab = await open(await serve({ store }), { hash: paris });
    await tab.drawn();
    await tab.click(coordinates);
    await expect.poll(() => panelOf(tab).getByRole('heading').textContent()).toBe('Pont');
    expect(await panelOf(tab).locator('.record-text').textContent()).toBe('Three arches,\nbuilt of stone');
    expect(await panelOf(tab).getByRole('definition').allTextContents()).toEqual(['48.88, 2.2945', 'bridge']);
    expect(await tab.page.title()).toBe('Pont · Map of location records');
    const item = await tab.page.locator('.record[aria-current=true]').boundingBox();
    const list = await tab.page.locator('#list').boundingBox();
    expect(item?.y).toBeGreaterThanOrEqual(list?.y ?? Number.NaN);
    expect((item?.y ?? 0) + (item?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    await button(tab, 'Close').click();
    await expect.poll(tab.selected).toBeUndefined();
    expect(await panelOf(tab).isVisible()).toBe(false);
  });

  it('an identifier of spaces is seen', async () => {
    const store = createAreaMemoryStore([['  ', { coordinates: arch.coordinates }]]);
    const tab = await open(await serve({ store }), { hash: `${paris}&record=%20%20` });
    await expect.poll(() => panelOf(tab).getByRole('heading').textContent()).toBe('␣␣');
    await expect.poll(() => tab.items.allTextContents()).toEqual(['␣␣']);
  });

  it('a change is told with a button that undoes it, and the message goes', async () => {
    const server = await serveParis();
    const tab = await open(server, { hash: `${paris}&record=tower` });
    await expect.poll(() => panelOf(tab).isVisible()).toBe(true);
    await button(tab, 'Delete').click();
    await expect.poll(() => event(tab)).toBe('Deleted “\u2068Tour Eiffel\u2069” (\u2068tower\u2069).');
    await tab.page.locator('.toast').getByText('Undo').click();
    await expect.poll(() => recordsIn(server.store)).toEqual({ tower, arch });
    await expect.poll(() => event(tab)).toContain('Undone.');
    await tab.page.clock.install();
    await button(tab, 'Redo').click();
    await expect.poll(() => event(tab)).toContain('Done again.');
    await tab.page.mouse.move(5, 5);
    await tab.page.clock.fastForward(60_000);
    await expect.poll(() => event(tab)).toBe('');
  });

  it('a service without records has three ways to the first one, and examples that one undo removes', async () => {
    const server = await serve();
    const tab = await open(server);
    const empty = tab.page.locator('#empty');
    await expect.poll(() => empty.textContent()).toContain(`curl -X POST ${server.service}`);
    await button(tab, 'Load thirty examples').click();
    await expect.poll(async () => Object.keys(await recordsIn(server.store)).length).toBe(30);
    await expect.poll(() => empty.isVisible()).toBe(false);
    await button(tab, 'Undo').click();
    await expect.poll(() => recordsIn(server.store)).toEqual({});
    await expect.poll(() => empty.isVisible()).toBe(true);
  });

  it('shortcuts of a single key are listed under "?", and can be switched off for good', async () => {
    const tab = await open(await serveParis(), { hash: paris });
    await expect.poll(() => tab.items.count()).toBe(2);
    const { keyboard } = tab.page;
    await keyboard.press('?');
    const help = tab.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await help.getByRole('term').allTextContents()).toEqual(
      expect.arrayContaining(['/', '?', 'n', 'm']),
    );
    await help.getByRole('checkbox').uncheck();
    await help.getByRole('button', { name: 'Close' }).click();
    await tab.page.reload();
    await expect.poll(() => tab.items.count()).toBe(2);
    await tab.items.first().click();
    for (const key of ['?', 'n', 'm', '/']) await keyboard.press(key);
    expect(await tab.page.locator('#editor').isVisible()).toBe(false);
    expect(await tab.page.locator('dialog[open]').count()).toBe(0);
    expect(await tab.page.locator(':focus').getAttribute('class')).toBe('record');
    await button(tab, 'Help').click();
    await expect.poll(() => help.isVisible()).toBe(true);
  });

  it('that is for viewing, nothing edits, and a file that is dropped is refused', async () => {
    const server = await serveParis({ mapMode: 'view' });
    const tab = await open(server, { hash: `${paris}&record=tower` });
    await expect.poll(() => panelOf(tab).getByRole('heading').textContent()).toBe('Tour Eiffel');
    for (const name of ['New record', 'Import', 'History', 'Undo', 'Edit', 'Move', 'Delete']) {
      expect(await button(tab, name).count(), name).toBe(0);
    }
    await tab.items.first().click();
    for (const key of ['n', 'm', 'Enter', 'Delete', 'Control+Z']) await tab.page.keyboard.press(key);
    expect(await tab.page.locator('#editor').isVisible()).toBe(false);
    await tab.page.evaluate(`
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['id,latitude,longitude'], 'a.csv'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    `);
    await expect.poll(() => event(tab)).toBe('This map is for viewing: nothing can be imported here.');
    expect(await recordsIn(server.store)).toEqual({ tower, arch });
  });

  it('without WebGL, the list, links, the search and the forms work', async () => {
    const server = await serveParis();
    const tab = await open(server, { hash: `${paris}&record=tower` });
    await tab.context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await tab.page.reload();
    await expect.poll(() => tab.page.locator('#map').textContent()).toContain('has no WebGL 2');
    await expect.poll(() => panelOf(tab).getByRole('heading').textContent()).toBe('Tour Eiffel');
    await expect.poll(() => tab.items.count()).toBe(2);
    await button(tab, 'New record').click();
    await tab.page.getByLabel('Identifier', { exact: true }).fill('typed');
    await tab.page.getByLabel('Latitude', { exact: true }).fill('1.5');
    await tab.page.getByLabel('Longitude', { exact: true }).fill('2.5');
    await button(tab, 'Save').click();
    const typed = { coordinates: { latitude: 1.5, longitude: 2.5 } };
    await expect.poll(() => recordsIn(server.store)).toEqual({ tower, arch, typed });
    await tab.page.getByRole('searchbox').fill('triomphe');
    await tab.page.getByRole('searchbox').press('Enter');
    await tab.page.locator('#search .record', { hasText: 'Arc de Triomphe' }).click();
    await expect.poll(() => panelOf(tab).getByRole('heading').textContent()).toBe('Arc de Triomphe');
    expect(await tab.problem()).toBe('');
  });

  it('attribution links open beside the page', async () => {
    // Close by, there is nothing of the base map to credit.
    const tab = await open(await serveParis({ hasBaseMap: true }), { hash: '#2/40/0' });
    await tab.page.locator('.maplibregl-ctrl-attrib a').first().waitFor();
    await tab.page.evaluate(
      "document.querySelector('.maplibregl-ctrl-attrib a').href = location.origin + '/-/'",
    );
    const [beside] = await Promise.all([
      tab.context.waitForEvent('page'),
      tab.page.locator('.maplibregl-ctrl-attrib a').first().click(),
    ]);
    await beside.close();
    expect(tab.page.url()).toContain('/-/map');
  });
});
