import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab, MapTabOptions } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import type { AxeResults } from 'axe-core';
import { beforeAll, expect, it } from 'vitest';
import { paris, placesOfParis } from './places.ts';
import { useBrowser } from './use-browser.ts';

const phone: MapTabOptions = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

const layouts: readonly (readonly [name: string, options: MapTabOptions])[] = [
  ['in the light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', phone],
  ['in forced colours', { forcedColors: 'active' }],
];

const button = ({ page }: MapTab, name: string) => page.getByRole('button', { name, exact: true });

/** A button that may be in the menu of a narrow page. */
async function press(tab: MapTab, name: string) {
  const more = button(tab, 'More');
  if (await more.isVisible()) await more.click();
  await button(tab, name).click();
}

/** What people come to with the record `arch` selected, each after the one before has been left by Escape. */
const states: Readonly<Record<string, (tab: MapTab) => Promise<void>>> = {
  'a record': async () => {},
  'the history': (tab) => press(tab, 'History'),
  'the help': (tab) => press(tab, 'Help'),
  'the menu of an export': (tab) => press(tab, 'Export'),
  'an import': async ({ page }) => {
    const lines = ['stop,name,lat,lon', 's1,Pier,48.861,2.301', 's2,Mast,48.862,2.302', 's3,Quay,north,2.3'];
    const file = { name: 'stops.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => page.locator('dialog[open]').textContent()).toContain('exists yet');
  },
  'a form': (tab) => button(tab, 'Edit').click(),
  'a message': async (tab) => {
    await button(tab, 'Delete').click();
    await expect.poll(() => tab.page.locator('#event').textContent()).toContain('Deleted');
  },
};

describeUnless(lacks({ program: 'chromium-headless-shell' }))('people can use the page of the map', () => {
  const { serve, open } = useBrowser();
  let axe: string;
  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });

  /** What axe-core finds, as the rule and the elements. */
  async function findingsIn({ page }: MapTab): Promise<readonly string[]> {
    await page.evaluate(axe);
    const { violations, passes } = (await page.evaluate('axe.run()')) as AxeResults;
    expect(passes.length).toBeGreaterThan(15);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  it.each(layouts)('%s, axe-core has no findings', async (_, options) => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis), hasBaseMap: true });
    const tab = await open({ service }, { hash: `${paris}&record=arch`, ...options });
    await expect.poll(() => tab.page.locator('#record').isVisible()).toBe(true);
    const findings: Record<string, readonly string[]> = {};
    for (const [state, reach] of Object.entries(states)) {
      await reach(tab);
      findings[state] = await findingsIn(tab);
      await tab.page.keyboard.press('Escape');
    }
    expect(findings).toEqual(Object.fromEntries(Object.keys(states).map((state) => [state, []])));
  });

  it.each(layouts)('%s, axe-core has no findings where there is no record yet', async (_, options) => {
    const tab = await open(await serve(), options);
    await expect.poll(() => tab.page.locator('#empty').isVisible()).toBe(true);
    expect(await findingsIn(tab)).toEqual([]);
  });

  it('a screen reader says what the buttons of a record are for', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const { page, selected } = await open({ service }, { hash: `${paris}&record=arch` });
    await expect.poll(selected).toBe('arch');
    const panel = page.getByRole('region', { name: 'Arc de Triomphe' });
    await expect.poll(() => panel.isVisible()).toBe(true);
    const labels = page.getByRole('group', { name: 'Selected record' }).getByRole('button');
    expect(await labels.allTextContents()).toEqual(['Edit', 'Move', 'Delete']);
  });

  it('what fingers touch is 44 pixels large, and fields are of a size that no phone zooms into', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open({ service }, { hash: `${paris}&record=arch`, ...phone });
    await expect.poll(() => tab.page.locator('#record').isVisible()).toBe(true);
    const small = `Array.from(document.querySelectorAll('button, input, select'))
      .map((element) => [element, (element.labels?.[0] ?? element).getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 1 && height > 1 && Math.min(width, height) < 43.9)
      .map(([{ outerHTML }]) => outerHTML)`;
    expect(await tab.page.evaluate(small)).toEqual([]);
    await button(tab, 'Edit').click();
    const sizes = `Array.from(document.querySelectorAll('input, textarea, select'))
      .map((element) => parseFloat(getComputedStyle(element).fontSize)).filter((size) => size < 16)`;
    expect(await tab.page.evaluate(sizes)).toEqual([]);
  });

  it('no text is smaller than 12 pixels, and all of it grows with the font size of the reader', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open({ service }, { hash: `${paris}&record=arch` });
    const { page } = tab;
    await tab.drawn();
    const sizes = `Array.from(document.querySelectorAll('body *'))
      .filter((element) => Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim()))
      .map((element) => parseFloat(getComputedStyle(element).fontSize))`;
    const before = (await page.evaluate(sizes)) as number[];
    expect(Math.min(...before)).toBeGreaterThanOrEqual(12);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const after = (await page.evaluate(sizes)) as number[];
    expect(after).toEqual(before.map((size) => 2 * size));
  });

  it('on a phone, the menu of an export is within the screen', async () => {
    const tab = await open(await serve({ store: createAreaMemoryStore(placesOfParis) }), phone);
    await expect.poll(() => tab.items.count()).toBe(2);
    await press(tab, 'Export');
    const box = await tab.page.locator('#export').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });

  it.each([
    ['magnified to four times its size', { width: 320, height: 256 }],
    ['magnified to twice its size', { width: 640, height: 400 }],
    ['on a phone that lies on its side', { width: 740, height: 360 }],
  ])('%s, list and map have room, and messages are seen', async (_, viewport) => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const options = { hash: `#9/48.866/2.2945&record=arch`, viewport };
    const { page, items } = await open({ service }, options);
    await expect.poll(() => items.count()).toBe(2);
    await expect.poll(() => page.locator('#record').isVisible()).toBe(true);
    const heightOf = (selector: string) =>
      page.locator(selector).evaluate(({ clientHeight }) => clientHeight);
    expect(await heightOf('#list')).toBeGreaterThan(await heightOf('#records li:first-child'));
    expect(await heightOf('#map')).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Link: copy' }).click();
    const message = page.locator('#event');
    await expect.poll(() => message.textContent()).not.toBe('');
    const box = await message.boundingBox();
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= viewport.height).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
  });

  it('the selected record and disabled buttons are told apart in forced colours', async () => {
    const { service } = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open({ service }, { hash: `${paris}&record=arch`, forcedColors: 'active' });
    await expect.poll(() => tab.page.locator('#record').isVisible()).toBe(true);
    const styleOf = (selector: string, property: string) =>
      tab.page.locator(selector).evaluate((element, name) => {
        return element.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(name);
      }, property);
    const widths = [
      await styleOf('.record[aria-current=true]', 'border-inline-start-width'),
      await styleOf('.record:not([aria-current])', 'border-inline-start-width'),
    ];
    expect(widths).toEqual(['8px', '4px']);
    expect(await styleOf('[aria-label=Undo]', 'border-style')).toBe('dashed');
    expect(await styleOf('#more', 'border-style')).toBe('solid');
  });
});
