import { createAreaMemoryStore } from '@location-records/core/areas';
import type { Locator } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { arch, grid, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the page of the map', () => {
  const { serve, open } = useBrowser();
  const serveParis = () => serve({ store: createAreaMemoryStore(placesOfParis) });

  it('lists what is in view, and says how many records there are', async () => {
    const tab = await open(await serveParis(), { hash: paris });
    const { page, items, status } = tab;
    await expect.poll(() => items.allTextContents()).toHaveLength(2);
    expect(await items.allTextContents()).toEqual(['Tour Eiffeltower', 'Arc de Triomphearch']);
    await expect.poll(status).toBe('2 records in view');
    // Away from both.
    await tab.drawn();
    await page.evaluate("location.hash = '#13/0/0'");
    await expect.poll(status).toBe('No records in view');
    expect(await items.count()).toBe(0);
  });

  it('selects a record by a click on the map', async () => {
    const tab = await open(await serveParis(), { hash: paris });
    await tab.drawn();
    await tab.click(tower.coordinates);
    await expect.poll(tab.selected).toBe('tower');
  });

  it('shows cells when there are many records, and zooms in by a click on one', async () => {
    const tab = await open(await serve({ store: createAreaMemoryStore(grid) }), { hash: '#2/0/50' });
    await tab.drawn();
    await expect.poll(tab.status).toBe('More than 100 records in view');
    await tab.click({ latitude: 0, longitude: 50 });
    await expect.poll(() => tab.page.url()).toMatch(/#4\//);
  });

  it('keeps the place of a form in view, which makes the map of a phone smaller', async () => {
    const viewport = { width: 390, height: 780 };
    const tab = await open(await serveParis(), { hash: paris, viewport, hasTouch: true, isMobile: true });
    await tab.drawn();
    const canvas = tab.page.locator('#map canvas');
    const { x, y, width, height } = (await canvas.boundingBox()) as Box;
    await tab.page.getByRole('button', { name: 'New record' }).tap();
    await tab.page.touchscreen.tap(x + width / 2, y + height - 100);
    await expect.poll(() => tab.page.locator('#editor').isVisible()).toBe(true);
    const isHandleOnMap = async () => {
      const map = (await canvas.boundingBox()) as Box;
      const handle = (await tab.page.locator('.handle').boundingBox()) as Box;
      return handle.y > map.y && handle.y + handle.height < map.y + map.height && map.height < height;
    };
    await expect.poll(isHandleOnMap).toBe(true);
  });

  it('follows a link to a view and a record', async () => {
    const tab = await open(await serveParis(), { hash: `${paris}&record=arch` });
    await expect.poll(tab.selected).toBe('arch');
    expect(tab.page.url()).toContain(`${paris}&record=arch`);
  });

  it('follows a link to a record alone, and goes there', async () => {
    const tab = await open(await serveParis(), { hash: '#&record=tower' });
    await expect.poll(tab.selected).toBe('tower');
    await expect.poll(() => tab.page.url()).toContain('#12/48.8584/2.2945&record=tower');
  });

  it('says so when a link leads to a record that does not exist, until another one is selected', async () => {
    const { problem, items } = await open(await serveParis(), { hash: `${paris}&record=gone` });
    await expect.poll(problem).toBe('This record does not exist.');
    await items.first().click();
    await expect.poll(problem).toBe('');
  });

  it('shows what another client writes: in the list, and on the map', async () => {
    const { service, store } = await serveParis();
    const tab = await open({ service }, { hash: paris });
    await tab.drawn();
    const place = { latitude: 48.86, longitude: 2.27 };
    await store.put('new', { coordinates: place });
    await expect.poll(tab.status).toBe('3 records in view');
    await expect.poll(() => tab.isRecordAt(place)).toBe(true);
    await store.put('new', { coordinates: { ...place, longitude: 2.28 } });
    await expect.poll(() => tab.isRecordAt({ ...place, longitude: 2.28 })).toBe(true);
    expect(await tab.isRecordAt(place)).toBe(false);
    await store.delete('new');
    await expect.poll(() => tab.isRecordAt({ ...place, longitude: 2.28 })).toBe(false);
    await expect.poll(tab.status).toBe('2 records in view');
  });

  it('keeps the map and the list while the service cannot be reached, and goes on after that', async () => {
    const { service, store } = await serveParis();
    const tab = await open({ service }, { hash: paris, mayFail: true });
    await tab.drawn();
    await expect.poll(() => tab.items.count()).toBe(2);
    await tab.context.setOffline(true);
    await expect.poll(tab.problem).toBe('The service cannot be reached.');
    expect(await tab.items.count()).toBe(2);
    expect(await tab.isRecordAt(arch.coordinates)).toBe(true);
    await store.delete('tower');
    await tab.context.setOffline(false);
    await expect.poll(() => tab.items.count()).toBe(1);
    await expect.poll(tab.problem).toBe('');
    await expect.poll(() => tab.isRecordAt(tower.coordinates)).toBe(false);
  });

  it('has a worker that cannot load anything from another host either', async () => {
    // A style of the owner may load from elsewhere.
    const tab = await open(await serve({ hasBaseMap: true }), { hash: paris });
    await tab.drawn();
    const violation = `new Promise((resolve, reject) => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
      // The event comes before the promise is settled.
      fetch('http://127.0.0.1:1/').then(reject, () => setTimeout(reject));
    })`;
    const workers = tab.page.workers();
    expect(workers.length).toBeGreaterThan(0);
    for (const worker of workers) expect(await worker.evaluate(violation)).toBe('connect-src');
  });

  it('jumps instead of flying when people prefer reduced motion', async () => {
    const tab = await open(await serveParis(), { hash: '#1/0/0', reducedMotion: 'reduce' });
    await tab.drawn();
    await tab.page.evaluate(`
      globalThis.urls = [];
      const replace = history.replaceState.bind(history);
      history.replaceState = (...args) => { urls.push(args[2]); replace(...args); };
      location.hash = '${paris}';
    `);
    await expect.poll(() => tab.page.evaluate('urls.length')).toBeGreaterThan(0);
    expect(await tab.page.evaluate('urls[0]')).toBe(paris);
  });
});
