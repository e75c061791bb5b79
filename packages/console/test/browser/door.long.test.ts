import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createAreaMemoryStore } from '@location-records/core/areas';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  startBrowser,
} from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import type { AxeResults } from 'axe-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type MapServer, startMapServer } from './map-server.ts';
import { placesOfParis } from './places.ts';

const layouts: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['in the light', { colorScheme: 'light' }],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ['with forced colours', { forcedColors: 'active' }],
];

describeUnless(lacks({ program: 'chromium-headless-shell' }))(
  'people can use the front door and the description',
  () => {
    let browser: Browser;
    let axe: string;
    let server: MapServer;
    const contexts: BrowserContext[] = [];
    beforeAll(async () => {
      browser = await startBrowser();
      axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      server = await startMapServer({ store: createAreaMemoryStore(placesOfParis) });
    });
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close();
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    /** Opens a path of the service, and collects what the browser complains about. */
    async function open(path: string, options: BrowserContextOptions) {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${server.service}${path}`);
      return { page, complaints };
    }

    const pages = [
      ['-/', 'Location records'],
      ['-/docs', 'The API'],
    ] as const;
    const cases = pages.flatMap(([path, title]) =>
      layouts.map(([name, options]) => [path, title, name, options] as const),
    );

    it.each(cases)(
      '%s (%s) %s: axe-core finds nothing, and nothing is cut off',
      async (path, title, _, options) => {
        const { page, complaints } = await open(path, options);
        expect(await page.locator('h1').textContent()).toBe(title);
        for (const details of await page.locator('details > summary').all()) await details.click();
        await page.evaluate(axe);
        const { violations, passes } = (await page.evaluate('axe.run()')) as AxeResults;
        expect(passes.length).toBeGreaterThan(10);
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([]);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow)).toBe(0);
        expect(complaints).toEqual([]);
      },
    );

    it('an address that does not exist leads to the door, and the door to the map', async () => {
      const { page } = await open('-/helth/a', {});
      await page.getByRole('link', { name: 'The front door' }).click();
      expect(page.url()).toBe(`${server.service}-/`);
      await page.getByRole('link', { name: 'Open the map' }).click();
      expect(page.url()).toBe(`${server.service}-/map`);
      await page.locator('#records button').first().waitFor();
    });
  },
);
