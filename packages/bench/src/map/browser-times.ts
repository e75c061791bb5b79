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

/** The view in which records are created, of a place without others. */
const view = { hash: '#12/-48.9/-123.4', latitude: -48.9, longitude: -123.4 };

/** The times from the response to another client, which has created a record, until the map shows it. */
export async function timeUntilShown(
  browser: Browser,
  service: string,
  rounds: number,
): Promise<readonly BrowserTimes[]> {
  const { context, drawn, isRecordAt, faults } = await openMapTab(browser, service, { hash: view.hash });
  await drawn();
  const times: BrowserTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const coordinates = { latitude: view.latitude, longitude: view.longitude + (round % 20) / 500 - 0.02 };
    const url = `${service}shown-${round}`;
    const body = JSON.stringify({ coordinates });
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (status !== 200) throw new Error(`POST ${url}: ${status}`);
    const begin = performance.now();
    while (!(await isRecordAt(coordinates)));
    times.push({ milliseconds: performance.now() - begin, faults });
    await fetch(url, { method: 'DELETE' });
  }
  await context.close();
  return times;
}
