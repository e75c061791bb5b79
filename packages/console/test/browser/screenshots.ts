// Takes the pictures of the README, or those that are named: `npm run screenshots world door`. Look at them before they
// are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
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
const city = '#12/48.865/2.345';

/** Changes the description of a record, and opens its form again. */
async function edit({ page }: MapTab): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill('Louvre\nA museum in a palace');
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

/** Saves a description after another client has changed the record. */
async function meetConflict({ page }: MapTab): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill('Louvre\nA museum in a palace');
  const content = {
    description: 'Musée du Louvre\nClosed on Tuesdays',
    coordinates: { latitude: 48.8611, longitude: 2.3364 },
  };
  const body = JSON.stringify(content);
  const headers = { 'Content-Type': 'application/json' };
  await fetch(new URL('../louvre', page.url()), { method: 'POST', headers, body });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('dialog[open]').waitFor();
}

/** Takes WebGL away. */
async function loseWebGl({ page, context }: MapTab): Promise<void> {
  await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  await page.reload();
  await page.getByText('has no WebGL 2').waitFor();
}

async function openDoor({ page }: MapTab): Promise<void> {
  await page.goto(new URL('.', page.url()).href);
}

interface Picture extends MapTabOptions {
  readonly records?: readonly LocationRecord[];
  readonly act?: (tab: MapTab) => Promise<void>;
}

const phone = { isMobile: true, hasTouch: true };

const pictures: Readonly<Record<string, Picture>> = {
  empty: { records: [] },
  world: {},
  city: { hash: city },
  record: { hash: '#10/48.86/2.34&record=louvre' },
  editing: { hash: `${city}&record=louvre`, act: edit },
  import: { hash: city, act: lookAtFile },
  conflict: { hash: `${city}&record=louvre`, act: meetConflict },
  phone: { ...phone, hash: `${city}&record=louvre`, viewport: { width: 390, height: 700 } },
  landscape: { ...phone, hash: city, viewport: { width: 780, height: 390 } },
  dark: { hash: '#2.6/35/50', colorScheme: 'dark' },
  'forced-colors': { hash: `${city}&record=louvre`, forcedColors: 'active' },
  'no-webgl': { hash: `${city}&record=louvre`, act: loseWebGl },
  // Small, and with its commands.
  door: { act: openDoor, viewport: { width: 900, height: 1150 }, deviceScaleFactor: 0.6 },
};

/** As the command says it with its default store. */
const about = { version: '1.0.0', store: 'SQLite' };

const browser = await startBrowser();
await mkdir(folder, { recursive: true });
const [, , ...chosen] = process.argv;
for (const [name, { records = scenery(), act, ...options }] of Object.entries(pictures)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const store = createAreaMemoryStore(records);
  const server = await startMapServer({ store, about, hasBaseMap: true });
  const tab = await openMapTab(browser, server.service, { reducedMotion: 'reduce', ...options });
  await tab.drawn();
  await act?.(tab);
  await tab.settled();
  await tab.page.screenshot({ path: join(folder, `map-${name}.png`) });
  for (const fault of tab.faults) process.stderr.write(`${name}: ${fault}\n`);
  await tab.context.close();
  await server.stop();
}
await browser.close();
