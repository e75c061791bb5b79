import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab, MapTabOptions } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { touch } from './touch.ts';
import { useBrowser } from './use-browser.ts';

/** A place without a record. */
const place = { latitude: 48.862, longitude: 2.28 };
const phone = { hasTouch: true, isMobile: true, viewport: { width: 420, height: 860 } };
const begin = Object.fromEntries(placesOfParis);

const formOf = ({ page }: MapTab) => page.locator('#editor');
const fieldOf = ({ page }: MapTab, name: string) => page.getByLabel(name, { exact: true });
const buttonOf = ({ page }: MapTab, name: string) => page.getByRole('button', { name, exact: true });
const lineOf = ({ page }: MapTab) => page.locator('.mode').textContent();

describeUnless(lacks({ program: 'chromium-headless-shell' }))('on the map', () => {
  const { serve, open } = useBrowser();

  async function openMap(records = placesOfParis, options: MapTabOptions = {}) {
    const server = await serve({ store: createAreaMemoryStore(records) });
    const tab = await open(server, { hash: paris, ...options });
    await tab.drawn();
    await expect.poll(tab.status).toMatch(/record/);
    return { tab, store: server.store };
  }

  async function expectFormAt(tab: MapTab, { latitude, longitude }: typeof place) {
    await expect.poll(() => formOf(tab).isVisible()).toBe(true);
    expect(Number(await fieldOf(tab, 'Latitude').inputValue())).toBeCloseTo(latitude, 3);
    expect(Number(await fieldOf(tab, 'Longitude').inputValue())).toBeCloseTo(longitude, 3);
  }

  it('a click on nothing deselects, and opens no form', async () => {
    const { tab } = await openMap();
    await tab.click(tower.coordinates);
    await expect.poll(tab.selected).toBe('tower');
    await tab.click(place);
    await expect.poll(tab.selected).toBeUndefined();
    expect(await formOf(tab).isVisible()).toBe(false);
  });

  it('a double click zooms in, and opens no form', async () => {
    const { tab } = await openMap();
    const { x, y } = await tab.pixelOf(place);
    await tab.page.mouse.dblclick(x, y);
    await expect.poll(() => tab.page.url()).toContain('#14/');
    expect(await formOf(tab).isVisible()).toBe(false);
  });

  it('"New record" waits for a click, which opens the form there, and another click chooses another place', async () => {
    const { tab } = await openMap();
    await buttonOf(tab, 'New record').click();
    await expect.poll(() => lineOf(tab)).toContain('Click where the record is. Esc cancels.');
    expect(await formOf(tab).isVisible()).toBe(false);
    await tab.click(place);
    await expectFormAt(tab, place);
    await tab.click({ ...place, longitude: 2.3 });
    await expectFormAt(tab, { ...place, longitude: 2.3 });
  });

  it.each([
    ['Escape', (tab: MapTab) => tab.page.keyboard.press('Escape')],
    ['Cancel', (tab: MapTab) => buttonOf(tab, 'Cancel').click()],
  ])('%s ends "New record", and a click selects again', async (_, leave) => {
    const { tab } = await openMap();
    await buttonOf(tab, 'New record').click();
    await leave(tab);
    expect(await lineOf(tab)).toBe('');
    await tab.click(tower.coordinates);
    await expect.poll(tab.selected).toBe('tower');
    expect(await formOf(tab).isVisible()).toBe(false);
  });

  it('the second button opens a menu that creates a record at this place', async () => {
    const { tab } = await openMap();
    const { x, y } = await tab.pixelOf(place);
    await tab.page.mouse.click(x, y, { button: 'right' });
    await tab.page.keyboard.press('Escape');
    await expect.poll(() => buttonOf(tab, 'New record here').count()).toBe(0);
    await tab.page.mouse.click(x, y, { button: 'right' });
    await buttonOf(tab, 'New record here').click();
    await expectFormAt(tab, place);
  });

  it('a finger that rests opens the same menu, and a tap on nothing opens no form', async () => {
    const { tab } = await openMap(placesOfParis, phone);
    const { x, y } = await tab.pixelOf(place);
    await tab.page.touchscreen.tap(x, y);
    const session = await tab.context.newCDPSession(tab.page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await expect.poll(() => buttonOf(tab, 'New record here').count()).toBe(1);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await formOf(tab).isVisible()).toBe(false);
    await buttonOf(tab, 'New record here').tap();
    await expectFormAt(tab, place);
  });

  it.each([
    ['by mouse', {}],
    ['by touch', phone],
  ])(
    'a drag that begins at the selected record moves the map, and not the record: %s',
    async (_, options) => {
      const { tab, store } = await openMap(placesOfParis, { ...options, reducedMotion: 'reduce' });
      const isTouch = 'hasTouch' in options;
      const before = tab.page.url();
      const { x, y } = await tab.pixelOf(tower.coordinates);
      if (isTouch) await tab.page.touchscreen.tap(x, y);
      else await tab.click(tower.coordinates);
      await expect.poll(tab.selected).toBe('tower');
      // On a phone, the panel of the record has made the map smaller.
      const from = await tab.pixelOf(tower.coordinates);
      const path = [from, { x: from.x + 40, y: from.y + 30 }, { x: from.x + 60, y: from.y + 40 }];
      if (isTouch) {
        await touch(tab, path);
      } else {
        await tab.page.mouse.move(from.x, from.y);
        await tab.page.mouse.down();
        for (const { x, y } of path) await tab.page.mouse.move(x, y);
        await tab.page.mouse.up();
      }
      await expect.poll(() => tab.page.url().split('&')[0]).not.toBe(before);
      expect(await recordsIn(store)).toEqual(begin);
    },
  );

  it('"Move" takes a click for the place, and keeps it only after "Save"', async () => {
    const { tab, store } = await openMap();
    await tab.click(tower.coordinates);
    await expect.poll(tab.selected).toBe('tower');
    await buttonOf(tab, 'Move').click();
    await tab.click(place);
    await tab.page.keyboard.press('Escape');
    await expect.poll(() => tab.page.locator('.handle').count()).toBe(0);
    expect(await recordsIn(store)).toEqual(begin);
    await buttonOf(tab, 'Move').click();
    await tab.click(place);
    await buttonOf(tab, 'Save').click();
    const latitude = expect.closeTo(place.latitude, 3);
    const moved = { ...tower, coordinates: { latitude, longitude: expect.closeTo(place.longitude, 3) } };
    await expect.poll(() => recordsIn(store)).toEqual({ ...begin, tower: moved });
    await expect.poll(() => tab.page.locator('.handle').count()).toBe(0);
  });

  it('the pointer shows the name of a record: the first line of its description, as text', async () => {
    const description = '<b>Tour</b> \u202eEiffel\nAn iron tower';
    const records: readonly LocationRecord[] = [
      ['tower', { ...tower, description }],
      ['arch', { coordinates: arch.coordinates }],
    ];
    const { tab } = await openMap(records);
    const label = tab.page.locator('.hover-label');
    await expect.poll(() => tab.isRecordAt(tower.coordinates)).toBe(true);
    await expect.poll(() => label.allTextContents()).toEqual(['<b>Tour</b> \\u202eEiffel']);
    await tab.isRecordAt(arch.coordinates);
    await expect.poll(() => label.allTextContents()).toEqual(['arch']);
    await tab.isRecordAt(place);
    await expect.poll(() => label.count()).toBe(0);
  });

  it('records on top of each other are listed, and each can be chosen by keys', async () => {
    const records = ['one', 'two', 'three'].map((id): LocationRecord => [id, tower]);
    const { tab } = await openMap([...records, ['arch', arch]]);
    await tab.click(tower.coordinates);
    const items = tab.page.getByRole('list', { name: '3 records at this place' }).getByRole('button');
    await expect.poll(() => items.allTextContents()).toEqual(['Tour Eiffel', 'Tour Eiffel', 'Tour Eiffel']);
    const chosen = new Set<string | undefined>();
    for (const steps of [0, 1, 2]) {
      if (steps > 0) await tab.click(tower.coordinates);
      await expect.poll(() => items.count()).toBe(3);
      for (let step = 0; step < steps; step++) await tab.page.keyboard.press('ArrowDown');
      await tab.page.keyboard.press('Enter');
      await expect.poll(() => [undefined, ...chosen].includes(tab.selected())).toBe(false);
      chosen.add(tab.selected());
    }
    expect(chosen).toEqual(new Set(['one', 'two', 'three']));
  });

  it('a circle with one record is selected by a click', async () => {
    const crowd = Array.from({ length: 2500 }, (_, index): LocationRecord => {
      return [`crowd ${index}`, { coordinates: { latitude: 10 + index / 1000, longitude: 20 } }];
    });
    const alone = { latitude: -15, longitude: -30 };
    const { tab } = await openMap([...crowd, ['alone', { coordinates: alone }]], { hash: '#2/0/0' });
    await expect.poll(() => tab.isRecordAt(alone)).toBe(true);
    await tab.click(alone);
    await expect.poll(tab.selected).toBe('alone');
  });
});
