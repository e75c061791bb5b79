import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { paris, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

function formOf({ page }: MapTab) {
  const form = page.locator('#editor');
  const field = (name: string) => form.getByLabel(name, { exact: true });
  return {
    form,
    field,
    values: async () => [await field('Latitude').inputValue(), await field('Longitude').inputValue()],
    problem: () => form.getByRole('alert').textContent(),
    save: () => form.getByRole('button', { name: 'Save' }).click(),
    async edit(id: string) {
      await page.locator('#records button', { hasText: id }).click();
      await page.locator('#record').getByRole('button', { name: 'Edit' }).click();
      await form.waitFor();
    },
    async paste(name: string, text: string) {
      await field(name).focus();
      await page.evaluate(`
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        document.activeElement.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      `);
    },
  };
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the form of a record', () => {
  const { serve, open } = useBrowser();

  it('takes both coordinates that are pasted into either field, and degrees of one', async () => {
    const tab = await open(await serve(), { hash: paris });
    const { field, values, paste } = formOf(tab);
    await tab.drawn();
    await tab.page.keyboard.press('n');
    await paste('Longitude', '48.8584, 2.2945');
    expect(await values()).toEqual(['48.8584', '2.2945']);
    await paste('Latitude', '2°17\'40.2"W, 48°51\'30.24"N');
    expect(await values()).toEqual(['48.8584', '-2.2945']);
    await paste('Latitude', "2°30'E");
    expect(await values()).toEqual(['48.8584', '2.5']);
    await field('Latitude').fill('10.5, 20.5');
    await field('Latitude').blur();
    expect(await values()).toEqual(['10.5', '20.5']);
  });

  it('questions a place that is not on the globe, and saves it the second time', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    const { field, problem, save, form } = formOf(tab);
    await tab.drawn();
    await tab.page.keyboard.press('n');
    await field('Identifier').fill('a');
    await field('Latitude').fill('139.69');
    await field('Longitude').fill('35.68');
    await save();
    const doubt =
      'The latitude 139.69 is beyond ±90: latitude and longitude may be exchanged. Save again to keep it.';
    await expect.poll(problem).toBe(doubt);
    expect(await recordsIn(server.store)).toEqual({});
    await field('Longitude').fill('200');
    await save();
    await expect.poll(problem).toContain('and the longitude 200 is beyond ±180. Save again');
    await save();
    await form.waitFor({ state: 'hidden' });
    expect(await recordsIn(server.store)).toEqual({
      a: { coordinates: { latitude: 139.69, longitude: 200 } },
    });
    // It is drawn at the edge of the map.
    expect(await tab.page.locator('#off-map').isVisible()).toBe(false);
  });

  it('keeps an empty description apart from none', async () => {
    const { coordinates } = tower;
    const records = [
      ['none', { coordinates }],
      ['empty', { description: '', coordinates: { ...coordinates, longitude: 2.3 } }],
      ['text', { description: 'Some', coordinates: { ...coordinates, longitude: 2.31 } }],
    ] as const;
    const server = await serve({ store: createAreaMemoryStore(records) });
    const tab = await open(server, { hash: paris });
    const { field, save, form, edit } = formOf(tab);
    const keeps = field('Keep it as an empty text');
    const saveNorth = async (latitude: string) => {
      await field('Latitude').fill(latitude);
      await save();
      await form.waitFor({ state: 'hidden' });
    };
    await edit('none');
    expect(await keeps.isVisible()).toBe(false);
    await saveNorth('48.859');
    await edit('empty');
    expect(await keeps.isChecked()).toBe(true);
    await saveNorth('48.859');
    await edit('Some');
    await field('Description').fill('');
    expect(await keeps.isChecked()).toBe(false);
    await saveNorth('48.859');
    const { none, empty, text } = await recordsIn(server.store);
    expect([none?.description, empty?.description, text?.description]).toEqual([undefined, '', undefined]);
  });
});
