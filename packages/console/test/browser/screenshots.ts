// Takes the pictures of the README: `npm run screenshots`. Look at them before they are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAreaMemoryStore } from '@location-records/core/areas';
import {
  type MapTab,
  type MapTabOptions,
  openMapTab,
  startBrowser,
} from '@location-records/workspace/browser';
import { startMapServer } from './map-server.ts';
import { scenery } from './scenery.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs');
const city = '#13/48.86/2.34';

/** Changes the description of a record, and opens its form again. */
async function edit({ page }: MapTab): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill('A museum in a palace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('#event', { hasText: 'Changed the description' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
}

/** A file as people have it. */
const stations = [
  'Code;Station;Lat;Lon;Platforms;Opened',
  '8711300;Gare de l’Est;48,8767;2,3592;30;1849',
  '8727100;Gare du Nord;48,8809;2,3553;44;1846',
  '8738400;Gare Saint-Lazare;48,8763;2,3254;27;1837',
  '8768600;Gare de Lyon;48,8443;2,3744;22;1849',
  '8739100;Gare Montparnasse;48,8410;2,3203;28;1840',
  '8754700;Gare d’Austerlitz;48,8421;2,3648;21;1840',
];

/** Looks at a file before it is imported. */
async function lookAtFile({ page }: MapTab): Promise<void> {
  const buffer = Buffer.from(stations.join('\n'));
  const file = { name: 'stations.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('None of the records exists yet.').waitFor();
}

const pictures: Readonly<Record<string, MapTabOptions & { readonly act?: (tab: MapTab) => Promise<void> }>> =
  {
    world: {},
    city: { hash: `${city}&record=Louvre` },
    editing: { hash: `${city}&record=Louvre`, act: edit },
    import: { hash: city, act: lookAtFile },
    dark: { hash: '#2.6/35/50', colorScheme: 'dark' },
    phone: { hash: city, viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true },
  };

const server = await startMapServer({ store: createAreaMemoryStore(scenery()) });
const browser = await startBrowser();
await mkdir(folder, { recursive: true });
for (const [name, { act, ...options }] of Object.entries(pictures)) {
  const tab = await openMapTab(browser, server.service, { reducedMotion: 'reduce', ...options });
  await tab.drawn();
  await act?.(tab);
  await tab.settled();
  await tab.page.screenshot({ path: join(folder, `map-${name}.png`) });
  for (const fault of tab.faults) process.stderr.write(`${name}: ${fault}\n`);
  await tab.context.close();
}
await browser.close();
await server.stop();
