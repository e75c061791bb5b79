import type { Coordinates } from '@location-records/core';
import { type Browser, openMapTab } from '@location-records/dev-kit/browser';

/** What a browser measured, in milliseconds, and what went wrong in it. */
export interface BrowserTimes {
  readonly milliseconds: number;
  readonly faults: readonly string[];
}

/** The time from the request of the page until the first tiles are drawn, with nothing cached. */
export async function timeUntilDrawn(browser: Browser, service: string, hash: string): Promise<BrowserTimes> {
  const { page, context, drawn, faults } = await openMapTab(browser, service, { hash });
  await drawn();
  const milliseconds = await page.evaluate<number>("performance.getEntriesByName('map-drawn')[0].startTime");
  await context.close();
  return { milliseconds, faults };
}

/** Where records are created: a place without others. */
const place = { latitude: -48.9, longitude: -123.4 };

/** The views in which that is seen: among records that are shown one by one, and among numbers. */
export const viewsOfWrites = {
  'a map of records': `#12/${place.latitude}/${place.longitude}`,
  'a map of the world': `#1/0/${place.longitude}`,
};

/** The times from the response to another client, which has created or deleted a record, until the map shows it. */
export async function timeUntilShown(
  browser: Browser,
  service: string,
  hash: string,
  rounds: number,
): Promise<readonly BrowserTimes[]> {
  const { context, drawn, isRecordAt, faults } = await openMapTab(browser, service, { hash });
  await drawn();
  const times: BrowserTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const coordinates = { ...place, longitude: place.longitude + (round % 20) / 500 - 0.02 };
    for (const method of ['POST', 'DELETE']) {
      await write(method, `${service}shown-${round}`, coordinates);
      const begin = performance.now();
      while ((await isRecordAt(coordinates)) !== (method === 'POST'));
      times.push({ milliseconds: performance.now() - begin, faults });
    }
  }
  await context.close();
  return times;
}

async function write(method: string, url: string, coordinates: Coordinates): Promise<void> {
  const post = {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ coordinates }),
  };
  const { ok, status } = await fetch(url, { method, ...(method === 'POST' ? post : {}) });
  if (!ok) throw new Error(`${method} ${url}: ${status}`);
}
