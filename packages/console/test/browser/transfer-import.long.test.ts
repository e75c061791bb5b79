import type { LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import type { MapTab } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it } from 'vitest';
import { recordsIn } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

/** Columns with names of other people, commas in numbers, and a name that comes twice. */
const stops = [
  'Stop Code;Name;Breitengrad;Längengrad;Fax',
  'S1;Pier;48,861;2,301;1',
  'S2;Pier;48,862;2,302;2',
  'S3;Mast;48,863;2,304;3',
].join('\n');

/** Drops a file on the page. */
async function drop({ page }: MapTab, name: string, text: string): Promise<void> {
  // The page takes files once it has this button.
  await page.locator('#actions').getByRole('button', { name: 'Import' }).waitFor();
  await page.evaluate(`
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  `);
}

function dialogOf({ page }: MapTab) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    text: () => dialog.textContent(),
    field: (name: string) => dialog.getByRole('combobox', { name, exact: true }),
    /** The cells of the preview, row by row. */
    preview: async () => (await dialog.locator('tbody tr').allInnerTexts()).map((text) => text.split('\t')),
    async start() {
      await dialog.locator('button:not([aria-disabled=true])', { hasText: /^Import$/ }).click();
      await expect.poll(() => dialog.textContent()).toContain('The import is complete.');
    },
    async close() {
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
  };
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('an import in the page of the map', () => {
  const { serve, open } = useBrowser();

  it('a dropped file is understood, and its records are in', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    await drop(tab, 'stops.csv', stops);
    const { text, field, preview, start, close } = dialogOf(tab);
    await expect.poll(text).toContain('3 records.');
    expect(await text()).toContain('Not imported: Fax.');
    expect(await field('Identifier').inputValue()).toBe('Stop Code');
    expect(await preview()).toEqual([
      ['S1', '48.861', '2.301', 'Pier'],
      ['S2', '48.862', '2.302', 'Pier'],
      ['S3', '48.863', '2.304', 'Mast'],
    ]);
    await start();
    expect(await recordsIn(server.store)).toMatchObject({
      S1: { description: 'Pier', coordinates: { latitude: 48.861, longitude: 2.301 } },
    });
    await close();
    await expect.poll(() => tab.items.count()).toBe(3);
  });

  it('what is chosen in the dialog is shown in the preview, and imported', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    await drop(tab, 'stops.csv', stops);
    const { dialog, field, preview, start } = dialogOf(tab);
    await field('Identifier').selectOption('slug');
    await expect.poll(async () => (await preview()).map(([id]) => id)).toEqual(['pier', 'pier-2', 'mast']);
    await field('Description').selectOption('Fax');
    await expect.poll(async () => (await preview()).map((cells) => cells[3])).toEqual(['1', '2', '3']);
    await dialog.getByLabel('Exchange latitude and longitude').check();
    await expect.poll(async () => (await preview())[0]).toEqual(['pier', '2.301', '48.861', '1']);
    await start();
    const records = await recordsIn(server.store);
    expect(Object.keys(records)).toEqual(['pier', 'pier-2', 'mast']);
    expect(records.mast).toEqual({ description: '3', coordinates: { latitude: 2.304, longitude: 48.863 } });
  });

  it('other columns can be chosen for the coordinates', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    await drop(tab, 'marks.csv', 'id,north,east\na,48.861,2.301\nb,48.862,2.302\n');
    const { field, preview, start } = dialogOf(tab);
    await field('Coordinates').selectOption({ label: 'Two other columns …' });
    await field('Latitude').selectOption('north');
    await field('Longitude').selectOption('east');
    await expect.poll(async () => (await preview())[1]).toEqual(['b', '48.862', '2.302', '']);
    await start();
    expect(Object.keys(await recordsIn(server.store))).toEqual(['a', 'b']);
  });

  it('records that cannot be imported are shown by their cause, as text', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    const bad = Array.from({ length: 5 }, (_, index) => `b${index},,48.86,north`);
    const lines = [
      'id,description,latitude,longitude',
      'tower,Tour Eiffel,48.8584,2.2945',
      '<img src=x>,,48.86,x',
    ];
    const good = Array.from({ length: 20 }, (_, index) => `g${index},,48.86,2.3`);
    await drop(tab, 'places.csv', [...lines, ...good, ...bad].join('\n'));
    const { dialog, text, start } = dialogOf(tab);
    await expect.poll(text).toContain('6 records cannot be imported');
    expect(await text()).toContain('<img src=x>');
    expect(await tab.madeElements()).toBe(0);
    expect(await dialog.locator('.problems li li').count()).toBe(3);
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download all as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('places.csv - problems.csv');
    await start();
    expect(await recordsIn(server.store)).toMatchObject({ tower });
  });

  it('several files are imported one after the other', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    await drop(tab, 'one.csv', 'id,latitude,longitude\na,1,2\n');
    await drop(tab, 'two.csv', 'id,latitude,longitude\nb,1,2\n');
    const { dialog, start, close } = dialogOf(tab);
    const title = () => dialog.getByRole('heading').first().textContent();
    await expect.poll(title).toContain('one.csv');
    await start();
    await dialog.getByRole('button', { name: /Close|Next file/ }).click();
    await expect.poll(title).toBe('Import two.csv (2 of 2)');
    await start();
    await close();
    expect(Object.keys(await recordsIn(server.store))).toEqual(['a', 'b']);
  });

  it('an import waits until the whole file is compared, and says why', async () => {
    const server = await serve({ store: createAreaMemoryStore([['r1500', arch]]) });
    const tab = await open(server, { hash: paris });
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let count = 0;
    await tab.page.route('**/-/records?*dry-run=true*', async (route) => {
      count++;
      if (count === 2) await held;
      await route.continue();
    });
    const rows = Array.from({ length: 2000 }, (_, index) => `r${index},48.8,2.3`);
    await drop(tab, 'many.csv', ['id,lat,lon', ...rows].join('\n'));
    const { dialog, text } = dialogOf(tab);
    await expect.poll(text).toContain('Comparing the records with those of the service … 50 %');
    const button = dialog.getByRole('button', { name: 'Import', exact: true });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await tab.page.evaluate('document.activeElement.textContent')).toBe('Import');
    await tab.page.keyboard.press('Enter');
    expect(await dialog.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
    proceed();
    await expect.poll(text).toContain('Of the records, 1 exist with other content');
    expect(await button.getAttribute('aria-disabled')).toBe('false');
  });

  it('an import is undone in one step, except for what others have written since', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: paris });
    const lines = ['id,name,lat,lon', 'tower,Tower,1,2', 'new,New,48.861,2.301', 'newer,Newer,48.862,2.302'];
    await drop(tab, 'places.csv', lines.join('\n'));
    const { text, start, close } = dialogOf(tab);
    await expect.poll(text).toContain('Of the records, 1 exist with other content');
    await start();
    expect(await text()).toContain('2 created, 1 replaced');
    await close();
    const others = { description: 'By another client', coordinates: { latitude: 5, longitude: 6 } };
    await server.store.put('newer', others);
    await tab.page.keyboard.press('Control+z');
    const skipped = tab.page.getByRole('dialog', { name: '1 record left unchanged' });
    await expect.poll(() => skipped.getByRole('listitem').allTextContents()).toEqual(['newer']);
    await skipped.getByRole('button', { name: 'Close' }).click();
    expect(await recordsIn(server.store)).toEqual({ tower, arch, newer: others });
    await tab.page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect
      .poll(() => tab.page.locator('#event').textContent())
      .toContain('Done again: 1 record created');
    const { tower: imported, new: created } = await recordsIn(server.store);
    expect([imported?.description, created?.description]).toEqual(['Tower', 'New']);
    await tab.page.getByRole('button', { name: 'History' }).click();
    await expect
      .poll(() => tab.page.locator('#history li p').allTextContents())
      .toEqual(expect.arrayContaining(['Imported 3 records from \u2068places.csv\u2069']));
  });

  it('the reader of a format is loaded when a file of it is met', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    const scripts: string[] = [];
    tab.page.on('request', (request) => scripts.push(request.url().replace(/.*\//, '')));
    const loaded = (name: string) => scripts.some((script) => script.startsWith(name));
    await drop(tab, 'places.csv', 'id,latitude,longitude\na,1,2\n');
    const { dialog, text, start, close } = dialogOf(tab);
    await expect.poll(text).toContain('1 record.');
    expect([loaded('csv-rows'), loaded('kml-rows')]).toEqual([true, false]);
    await close();
    const placemark =
      '<Placemark><name>Pier</name><Point><coordinates>2.301,48.861</coordinates></Point></Placemark>';
    await drop(
      tab,
      'pier.kml',
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark}</Document></kml>`,
    );
    await expect.poll(() => dialog.getByRole('cell', { name: '48.861' }).count()).toBe(1);
    expect(loaded('kml-rows')).toBe(true);
    await start();
    expect(Object.values(await recordsIn(server.store))).toEqual([
      { description: 'Pier', coordinates: { latitude: 48.861, longitude: 2.301 } },
    ]);
  });

  it('records that exist can be left as they are', async () => {
    const server = await serve({ store: createAreaMemoryStore(placesOfParis) });
    const tab = await open(server, { hash: paris });
    await drop(tab, 'places.csv', 'id,name,lat,lon\ntower,Tower,1,2\nnew,New,48.861,2.301\n');
    const { text, field, start } = dialogOf(tab);
    await field('Records that exist already').selectOption({ label: 'Leave them as they are' });
    await start();
    expect(await text()).toContain('1 created, 0 replaced, 0 unchanged, 1 skipped');
    expect(await recordsIn(server.store)).toMatchObject({ tower, arch });
  });

  it('a file in metres is refused as a whole, with what mends it', async () => {
    const server = await serve();
    const tab = await open(server, { hash: paris });
    // Web Mercator, of New York.
    const rows = Array.from(
      { length: 12 },
      (_, index) => `m${index},${-8_238_310 + index},${4_970_071 + index}`,
    );
    await drop(tab, 'metres.csv', ['id,x,y', ...rows].join('\n'));
    const { dialog, preview, start } = dialogOf(tab);
    const alert = dialog.getByRole('alert');
    await expect.poll(() => alert.textContent()).toMatch(/metres|degrees/);
    const isReady = () => dialog.locator('button[aria-disabled=false]', { hasText: /^Import$/ }).count();
    expect(await isReady()).toBe(0);
    await alert.getByRole('button', { name: 'Web Mercator' }).click();
    await expect.poll(async () => Number((await preview())[0]?.[1])).toBeCloseTo(40.7128, 2);
    await start();
    expect((await recordsIn(server.store)).m0?.coordinates.longitude).toBeCloseTo(-74.006, 3);
  });

  it('an import of 5,000 records comes in by a few requests, and is undone', async () => {
    const existing = Array.from({ length: 10 }, (_, index): LocationRecord => [`r${index}`, arch]);
    const server = await serve({ store: createAreaMemoryStore(existing) });
    const tab = await open(server, { hash: paris });
    let requests = 0;
    tab.page.on('request', (request) => {
      if (request.method() === 'POST') requests++;
    });
    const rows = Array.from(
      { length: 5000 },
      (_, index) => `r${index},Place ${index},48.8${index},2.3${index}`,
    );
    await drop(tab, 'many.csv', ['id,name,lat,lon', ...rows].join('\n'));
    const { text, start, close } = dialogOf(tab);
    await start();
    expect(await text()).toContain('5,000 records read: 4,990 created, 10 replaced');
    expect(requests).toBeLessThan(20);
    await close();
    await tab.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect
      .poll(() => tab.page.locator('#event').textContent())
      .toBe('Undone: 10 records restored, 4,990 records deleted.');
    expect(await recordsIn(server.store)).toEqual(Object.fromEntries(existing));
  });
});
