import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab, Request, Route } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

/** What becomes of the request that changes a record. */
const cuts: readonly (readonly [name: string, cut: (route: Route) => Promise<void>, isDone: boolean])[] = [
  ['before the service has seen the request', (route) => route.abort(), false],
  [
    'after the service has seen the request',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    true,
  ],
];

/** Lets the network fail once, for the next request with a method. Counts all of them. */
async function cutNext({ page }: MapTab, method: string, cut: (route: Route) => Promise<void>) {
  const sent = { count: 0 };
  await page.route(/\/tower$/, (route) => {
    if (route.request().method() !== method) return route.continue();
    return sent.count++ === 0 ? cut(route) : route.continue();
  });
  return sent;
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('a network that is cut', () => {
  const { serve, open } = useBrowser();

  async function openTower() {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: `${paris}&record=tower`, mayFail: true });
    await expect.poll(tab.selected).toBe('tower');
    await expect.poll(() => tab.items.count()).toBe(2);
    const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
    return { tab, store: server.store, button };
  }

  it.each(cuts)('cut %s, a form is saved once, and keeps its fields until then', async (_, cut, isDone) => {
    const { tab, store, button } = await openTower();
    const sent = await cutNext(tab, 'PUT', cut);
    await button('Edit').click();
    await tab.page.getByLabel('Description', { exact: true }).fill('Turm');
    await button('Save').click();
    if (!isDone) {
      const problem = tab.page.locator('#editor [role=alert]');
      await expect.poll(() => problem.textContent()).toContain('Nothing was changed; try again.');
      expect(await tab.page.getByLabel('Description', { exact: true }).inputValue()).toBe('Turm');
      await button('Save').click();
    }
    await expect.poll(() => recordsIn(store)).toEqual({ arch, tower: { ...tower, description: 'Turm' } });
    await expect.poll(() => tab.page.locator('#editor').isHidden()).toBe(true);
    expect(sent.count).toBe(isDone ? 1 : 2);
    await button('Undo').click();
    await expect.poll(() => recordsIn(store)).toEqual({ arch, tower });
  });

  it('for long: no tile is asked for, and the page says that the service cannot be reached', async () => {
    const { tab, store, button } = await openTower();
    await tab.drawn();
    await tab.context.setOffline(true);
    await expect.poll(tab.problem).toBe('The service cannot be reached.');
    const isRead = (request: Request) => request.url().includes('/-/records');
    // What was due when the network was cut is asked for first.
    await tab.page.waitForEvent('requestfailed', isRead);
    const tiles: string[] = [];
    tab.page.on('request', (request) => {
      if (request.url().endsWith('.mvt')) tiles.push(request.url());
    });
    // After this the page would have asked for the tiles.
    const failedRead = tab.page.waitForEvent('requestfailed', isRead);
    await button('Delete').click();
    await expect.poll(() => tab.page.locator('#event').textContent()).toContain('Nothing was changed');
    await failedRead;
    expect(tiles).toEqual([]);
    await tab.page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    await tab.page.waitForEvent('requestfailed');
    expect(await tab.problem()).toBe('The service cannot be reached.');
    await tab.context.setOffline(false);
    await expect.poll(tab.problem).toBe('');
    expect(await recordsIn(store)).toEqual({ arch, tower });
  });

  it('a tile that failed is asked for again, and the map goes on to show what others write', async () => {
    const { tab, store } = await openTower();
    await tab.drawn();
    const tiles = /\.mvt$/;
    await tab.page.route(tiles, (route) => route.abort());
    await store.put('changed', arch);
    await expect.poll(tab.problem).toBe('The service cannot be reached.');
    await tab.page.unroute(tiles);
    await expect.poll(tab.problem).toBe('');
    expect(await tab.isRecordAt(arch.coordinates)).toBe(true);
    const added = { latitude: 48.866, longitude: 2.29 };
    await store.put('added', { coordinates: added });
    await expect.poll(() => tab.isRecordAt(added)).toBe(true);
  });

  it('for long: what became of a change is looked at when the network is back', async () => {
    const { tab, store, button } = await openTower();
    const sent = await cutNext(tab, 'DELETE', async (route) => {
      await route.fetch();
      await tab.context.setOffline(true);
      await route.abort();
    });
    await button('Delete').click();
    await expect
      .poll(() => tab.page.getByText('It is not known whether this was done').isVisible())
      .toBe(true);
    expect(await recordsIn(store)).toEqual({ arch });
    await tab.context.setOffline(false);
    await expect.poll(() => tab.page.locator('#event').textContent()).toContain('Deleted');
    expect(await tab.page.getByText('It is not known whether this was done').isVisible()).toBe(false);
    expect(sent.count).toBe(1);
    await button('Undo').click();
    await expect.poll(() => recordsIn(store)).toEqual({ arch, tower });
  });
});
