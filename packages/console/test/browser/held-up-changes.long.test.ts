import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

const begin = Object.fromEntries(placesOfParis);

describeUnless(lacks({ program: 'chromium-headless-shell' }))('changes that are held up', () => {
  const { serve, open } = useBrowser();

  async function openTower() {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: `${paris}&record=tower` });
    await tab.drawn();
    await expect.poll(tab.selected).toBe('tower');
    await expect.poll(() => tab.items.count()).toBe(2);
    const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
    return { tab, page: tab.page, store: server.store, button };
  }

  /** Moves the tower by a key, while the service takes its time to respond to that. */
  async function moveSlowly({ page, store, button }: Awaited<ReturnType<typeof openTower>>) {
    let respond: () => void = () => {};
    const isTime = new Promise<void>((resolve) => {
      respond = resolve;
    });
    let isFirst = true;
    await page.route(/\/tower$/, async (route) => {
      if (route.request().method() !== 'PUT' || !isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      await isTime;
      await route.fulfill({ response });
    });
    await button('Move').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => recordsIn(store)).not.toEqual(begin);
    return { respond, moved: (await recordsIn(store)).tower?.coordinates };
  }

  it('a deletion waits for the move before it', async () => {
    const opened = await openTower();
    const { page, store, button } = opened;
    const { respond, moved } = await moveSlowly(opened);
    await button('Delete').click();
    expect(await recordsIn(store)).toEqual({ arch, tower: { ...tower, coordinates: moved } });
    respond();
    await expect.poll(() => recordsIn(store)).toEqual({ arch });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await button('Undo').click();
    await button('Undo').click();
    await expect.poll(() => recordsIn(store)).toEqual(begin);
  });

  it('a form that is open follows the move before it, and keeps what was typed', async () => {
    const opened = await openTower();
    const { page, store, button } = opened;
    const { respond, moved } = await moveSlowly(opened);
    await button('Edit').click();
    await page.getByLabel('Description', { exact: true }).fill('Turm');
    await page.keyboard.press('Home');
    respond();
    await expect
      .poll(() => page.getByLabel('Longitude', { exact: true }).inputValue())
      .toBe(String(moved?.longitude));
    await page.keyboard.type('Ein ');
    await button('Save').click();
    await expect
      .poll(() => recordsIn(store))
      .toEqual({ arch, tower: { description: 'Ein Turm', coordinates: moved } });
  });

  it('a form that is saved waits for the move before it', async () => {
    const opened = await openTower();
    const { page, store, button } = opened;
    const { respond, moved } = await moveSlowly(opened);
    await button('Edit').click();
    await page.getByLabel('Description', { exact: true }).fill('Turm');
    await button('Save').click();
    respond();
    await expect
      .poll(() => recordsIn(store))
      .toEqual({ arch, tower: { description: 'Turm', coordinates: moved } });
    await expect.poll(() => page.locator('#editor').isHidden()).toBe(true);
  });

  it('undo sends nothing over what another client has written, and says so', async () => {
    const { tab, store } = await openTower();
    await tab.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => recordsIn(store)).toEqual({ arch });
    const other = { description: 'of another', coordinates: arch.coordinates };
    await store.put('tower', other);
    await tab.page.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = tab.page.getByRole('dialog');
    await expect.poll(() => dialog.textContent()).toContain('tower');
    expect(await dialog.textContent()).toContain('was changed by another client');
    expect(await recordsIn(store)).toEqual({ arch, tower: other });
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await tab.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.getByRole('button', { name: 'Overwrite it' }).click();
    await expect.poll(() => recordsIn(store)).toEqual(begin);
  });

  it('a refusal is said in the words of the API', async () => {
    const server = await serve({ store: createAreaMemoryStore(), strictCoordinates: true });
    const tab = await open(server, { hash: paris });
    await tab.drawn();
    await tab.page.keyboard.press('n');
    await tab.page.getByLabel('Identifier', { exact: true }).fill('far');
    await tab.page.getByLabel('Latitude', { exact: true }).fill('91');
    const problem = () => tab.page.locator('#editor [role=alert]').textContent();
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(problem).toContain('Save again to keep it.');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    const refused = await fetch(`${server.service}far`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"coordinates":{"latitude":91,"longitude":2}}',
    });
    const { error_message: message } = (await refused.json()) as { readonly error_message: string };
    await expect.poll(problem).toBe(message);
    expect(await recordsIn(server.store)).toEqual({});
  });
});
