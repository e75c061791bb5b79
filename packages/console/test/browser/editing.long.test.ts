import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { touch } from './touch.ts';
import { useBrowser } from './use-browser.ts';

/** A place without a record, which the tower is moved to. */
const place = { latitude: 48.862, longitude: 2.28 };
const begin = Object.fromEntries(placesOfParis);
const id = 'café/1 %';

/** A place on the map, as exactly as a pixel is. */
function near({ latitude, longitude }: typeof place) {
  return { latitude: expect.closeTo(latitude, 3), longitude: expect.closeTo(longitude, 3) };
}

/** Fills the form for a new record, and saves it. */
async function fillNew(tab: MapTab) {
  const { page } = tab;
  await page.getByLabel('Identifier', { exact: true }).fill(id);
  await page.getByLabel('Description', { exact: true }).fill('Zwei Zeilen\nund "mehr"');
  await saveForm(tab);
}

/**
 * Saves the form, and waits until it is closed: on a phone the map is larger then, and the form has buttons
 * of its own.
 */
async function saveForm({ page }: MapTab) {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.locator('#editor').isHidden()).toBe(true);
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))(
  'records are changed in the page of the map',
  () => {
    const { serve, open } = useBrowser();

    async function openParis(options = {}) {
      const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
      const tab = await open(server, { hash: paris, ...options });
      await tab.drawn();
      return { tab, store: server.store };
    }

    it('by mouse, and all is undone', async () => {
      const { tab, store } = await openParis();
      const { page } = tab;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await button('New record').click();
      await tab.click(place);
      await fillNew(tab);
      const created = { description: 'Zwei Zeilen\nund "mehr"', coordinates: near(place) };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, [id]: created });

      await tab.click(tower.coordinates);
      await expect.poll(tab.selected).toBe('tower');
      const [from, to] = [
        await tab.pixelOf(tower.coordinates),
        await tab.pixelOf({ ...place, latitude: 48.87 }),
      ];
      await button('Move').click();
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x - 20, to.y);
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
      await button('Save').click();
      const moved = { ...tower, coordinates: near({ ...place, latitude: 48.87 }) };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, [id]: created, tower: moved });

      await button('Edit').click();
      await page.getByLabel('Description', { exact: true }).fill('Turm');
      await saveForm(tab);
      const described = { ...moved, description: 'Turm' };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, [id]: created, tower: described });

      await button('Delete').click();
      await expect.poll(() => recordsIn(store)).toEqual({ arch, [id]: created });

      const undone = [
        { [id]: created, tower: described },
        { [id]: created, tower: moved },
        { [id]: created },
        {},
      ];
      for (const change of undone) {
        await page.locator('#commands').getByRole('button', { name: 'Undo' }).click();
        await expect.poll(() => recordsIn(store)).toEqual({ ...begin, ...change });
      }
    });

    it('by touch, and all is undone', async () => {
      const { tab, store } = await openParis({
        hasTouch: true,
        isMobile: true,
        viewport: { width: 420, height: 860 },
      });
      const { page } = tab;
      const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
      const corner = { ...place, longitude: 2.285 };
      const target = await tab.pixelOf(corner);
      await tap('New record');
      await page.touchscreen.tap(target.x, target.y);
      await fillNew(tab);
      const created = { description: 'Zwei Zeilen\nund "mehr"', coordinates: near(corner) };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, [id]: created });

      const from = await tab.pixelOf(tower.coordinates);
      await page.touchscreen.tap(from.x, from.y);
      await expect.poll(tab.selected).toBe('tower');
      const to = await tab.pixelOf({ latitude: 48.868, longitude: 2.3 });
      await tap('Move');
      await touch(tab, [await tab.pixelOf(tower.coordinates), { x: to.x - 20, y: to.y }, to]);
      await tap('Save');
      const moved = { ...tower, coordinates: near({ latitude: 48.868, longitude: 2.3 }) };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, [id]: created, tower: moved });

      await tap('Delete');
      await expect.poll(() => recordsIn(store)).toEqual({ arch, [id]: created });
      for (const change of [{ [id]: created, tower: moved }, { [id]: created }, {}]) {
        await page.locator('#commands').getByRole('button', { name: 'Undo' }).tap();
        await expect.poll(() => recordsIn(store)).toEqual({ ...begin, ...change });
      }
    });

    it('by keyboard alone, and all is undone', async () => {
      const { tab, store } = await openParis();
      const { keyboard } = tab.page;
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await keyboard.press(key);
      };
      const focused = () => tab.page.locator(':focus');
      await press('n');
      const label = () => tab.page.evaluate('document.activeElement?.labels?.[0]?.textContent');
      await expect.poll(label).toBe('Identifier');
      await keyboard.type('new');
      await press('Tab');
      await keyboard.type('Made by keys');
      await press('Tab', 'ControlOrMeta+A');
      await keyboard.type('48.861');
      await press('Tab', 'ControlOrMeta+A');
      await keyboard.type('2.281');
      await press('Enter');
      const created = { description: 'Made by keys', coordinates: { latitude: 48.861, longitude: 2.281 } };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, new: created });

      // The focus is in the list, with the new record selected.
      await expect.poll(() => focused().textContent()).toContain('Made by keys');
      await press('m', 'Shift+ArrowRight', 'ArrowRight', 'Enter');
      const moved = { ...created, coordinates: { latitude: 48.861, longitude: expect.any(Number) } };
      await expect.poll(async () => (await recordsIn(store)).new).toEqual(moved);
      await expect
        .poll(async () => (await recordsIn(store)).new?.coordinates.longitude)
        .toBeGreaterThan(2.281);

      await press('Enter');
      await expect.poll(label).toBe('Description');
      await press('End');
      await keyboard.type(' alone');
      await press('Control+Enter');
      const described = { ...moved, description: 'Made by keys alone' };
      await expect.poll(() => recordsIn(store)).toEqual({ ...begin, new: described });

      await expect.poll(() => focused().textContent()).toContain('Made by keys alone');
      await press('Delete');
      await expect.poll(() => recordsIn(store)).toEqual(begin);
      for (const change of [{ new: described }, { new: moved }, { new: created }, {}]) {
        await press('Control+Z');
        await expect.poll(() => recordsIn(store)).toEqual({ ...begin, ...change });
      }
      for (const change of [{ new: created }, { new: moved }, { new: described }, {}]) {
        await press('Control+Y');
        await expect.poll(() => recordsIn(store)).toEqual({ ...begin, ...change });
      }
    });
  },
);
