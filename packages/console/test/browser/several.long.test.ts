import { readFile } from 'node:fs/promises';
import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { paris } from './places.ts';
import { useBrowser } from './use-browser.ts';

/** Five records in view, `p0` to `p4`, in the order of the list. */
const five = Array.from({ length: 5 }, (_, index): LocationRecord => {
  const coordinates = { latitude: 48.861 + index / 1000, longitude: 2.29 };
  return [`p${index}`, { description: `Place ${index}`, coordinates }];
});

function barOf({ page }: MapTab) {
  const bar = page.getByRole('group', { name: 'Selected records' });
  return {
    count: async () => ((await bar.isVisible()) ? bar.locator('.chosen-count').textContent() : ''),
    press: (name: string) => bar.getByRole('button', { name, exact: true }).click(),
  };
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))(
  'several records are selected in the page of the map',
  () => {
    const { serve, open } = useBrowser();

    async function openFive() {
      const server = await serve({ store: createAreaMemoryStore(five) });
      const tab = await open(server, { hash: paris });
      await expect.poll(() => tab.items.count()).toBe(5);
      const item = (index: number) => tab.items.filter({ hasText: `Place ${index}` });
      return { tab, item, store: server.store, ...barOf(tab) };
    }

    it('by pointer, and deleted in one step, which is undone', async () => {
      const { item, store, count, press, tab } = await openFive();
      await item(0).click({ modifiers: ['ControlOrMeta'] });
      await expect.poll(count).toBe('1 selected');
      await item(2).click({ modifiers: ['Shift'] });
      await expect.poll(count).toBe('3 selected');
      await item(1).click({ modifiers: ['ControlOrMeta'] });
      await expect.poll(count).toBe('2 selected');
      expect(tab.selected()).toBeUndefined();
      await press('Delete');
      await expect.poll(async () => Object.keys(await recordsIn(store))).toEqual(['p1', 'p3', 'p4']);
      await expect.poll(() => tab.page.locator('#event').textContent()).toBe('2 records deleted.');
      await expect
        .poll(() => tab.page.evaluate("document.activeElement.closest('#records') !== null"))
        .toBe(true);
      await tab.page.keyboard.press('Control+z');
      await expect.poll(() => recordsIn(store)).toEqual(Object.fromEntries(five));
    });

    it('by keyboard, and what another client has changed since is left and listed', async () => {
      const { item, store, count, press, tab } = await openFive();
      await item(0).focus();
      for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await tab.page.keyboard.press(key);
      await expect.poll(count).toBe('2 selected');
      await tab.page.keyboard.press('Control+a');
      await expect.poll(count).toBe('5 selected');
      const others = { description: 'By another client', coordinates: { latitude: 5, longitude: 6 } };
      await store.put('p3', others);
      await press('Delete');
      const skipped = tab.page.getByRole('dialog', { name: '1 record left unchanged' });
      await expect.poll(() => skipped.getByRole('listitem').allTextContents()).toEqual(['p3']);
      expect(await recordsIn(store)).toEqual({ p3: others });
    });

    it('by checkboxes, and exported', async () => {
      const { item, count, press, tab } = await openFive();
      await item(1).hover();
      await tab.page.getByRole('checkbox', { name: 'Select Place 1' }).check();
      await expect.poll(count).toBe('1 selected');
      await press('Select all listed');
      await expect.poll(count).toBe('5 selected');
      await tab.page.getByRole('checkbox', { name: 'Select Place 4' }).uncheck();
      await press('Export');
      const labels = await tab.page.locator('#export label').allInnerTexts();
      expect(labels.map((label) => label.trim())).toEqual(['In view (5)', 'All (5)', 'Selected (4)']);
      const [download] = await Promise.all([
        tab.page.waitForEvent('download'),
        tab.page.getByRole('link', { name: 'CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('records.csv');
      const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
      expect(rows.map((row) => row.split(',')[0])).toEqual(['id', 'p1', 'p0', 'p2', 'p3']);
      await press('Clear');
      await expect.poll(count).toBe('');
    });

    it('the list is sorted by name, and by distance from the middle of the view', async () => {
      const { tab } = await openFive();
      const sort = tab.page.getByLabel('Sort by');
      const names = async () =>
        (await tab.items.allTextContents()).map((text) => /\d/.exec(text)?.[0]).join('');
      await tab.page.evaluate("location.hash = '#13/48.8652/2.29'");
      await sort.selectOption('distance');
      await expect.poll(names).toBe('43210');
      await sort.selectOption('name');
      await expect.poll(names).toBe('01234');
    });
  },
);
