import { type Browser, type Page, startBrowser } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFake, type Fake, type FakeOptions } from '../src/index.ts';
import { createRouteHandler } from '../src/playwright.ts';
import { locationAt } from './fake-requests.ts';

/** Where the page comes from: the service has another origin. */
const app = 'https://app.test/';
const url = 'https://api.test/v1';
const home = { description: 'Café 日', ...locationAt(1) };

/** The part of `RequestInit` that crosses over to the page. */
interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** What the `fetch` of a page led to: its response, or the name of its error. */
type Outcome = { readonly status: number; readonly body: string } | string;

/** Asks the service below `url` from within a page. */
function ask(page: Page, path: string, init: Asking = {}): Promise<Outcome> {
  return page.evaluate(
    async ([target, options]) => {
      try {
        const response = await fetch(target, options);
        return { status: response.status, body: await response.text() };
      } catch (error) {
        return (error as Error).name;
      }
    },
    [url + path, init] as const,
  );
}

function writing(method: string, location: object): Asking {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(location) };
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))(
  'a fake in a page that Playwright drives',
  () => {
    let browser: Browser;
    let page: Page;
    /** The errors of the network that the page has met. */
    let failures: (string | undefined)[];

    beforeAll(async () => {
      browser = await startBrowser();
    });
    beforeEach(async () => {
      page = await browser.newPage();
      failures = [];
      page.on('requestfailed', (request) => failures.push(request.failure()?.errorText));
      await page.route(app, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Places</h1>' }));
      await page.goto(app);
    });
    afterEach(() => page.close());
    afterAll(() => browser.close());

    async function fakeIn(options?: FakeOptions): Promise<Fake> {
      const fake = createFake({ baseUrl: url, records: { home }, ...options });
      await page.route(`${url}/**`, createRouteHandler(fake));
      return fake;
    }

    it('responds to every method, after a preflight too', async () => {
      const fake = await fakeIn();
      expect(await ask(page, '/home')).toEqual({ status: 200, body: JSON.stringify(home) });
      expect(await ask(page, '/', { method: 'HEAD' })).toEqual({ status: 200, body: '' });
      expect(await ask(page, '/caf%C3%A9%2F1', writing('POST', home))).toEqual({ status: 200, body: '' });
      expect(await ask(page, '/home', writing('PUT', locationAt(2)))).toEqual({ status: 200, body: '' });
      expect(await ask(page, '/away', writing('PUT', home))).toEqual({
        status: 404,
        body: '{"error_message":"Location not found: away"}',
      });
      expect(await ask(page, '/caf%C3%A9%2F1', { method: 'DELETE' })).toEqual({ status: 200, body: '' });
      expect([...fake.records]).toEqual([['home', locationAt(2)]]);
      expect(fake.journal.lines()).toEqual([
        'GET /v1/home 200',
        'HEAD /v1/ 200',
        'POST /v1/caf%C3%A9%2F1 200',
        'PUT /v1/home 200',
        'PUT /v1/away 404',
        'DELETE /v1/caf%C3%A9%2F1 200',
      ]);
      fake.journal.expect({ method: 'POST', body: home, times: 1 });
    });

    it.each([
      ['reset', 'DELETE', true],
      ['lost', 'DELETE', false],
      ['torn', 'GET', true],
    ] as const)('the fault %s is a network error for the page', async (fault, method, isKept) => {
      const fake = await fakeIn();
      fake.faults.add({ fault, times: 1 });
      expect(await ask(page, '/home', { method })).toBe('TypeError');
      expect(failures).toEqual(['net::ERR_CONNECTION_RESET']);
      expect(fake.records.has('home')).toBe(isKept);
      // The next request of the same page gets its response.
      expect(await ask(page, '/home', { method })).toMatchObject({ status: 200 });
    });

    it('sends the status of a fault, and its exposed header fields', async () => {
      const fake = await fakeIn();
      const headers = { 'Retry-After': '7', 'Access-Control-Expose-Headers': 'Retry-After' };
      fake.faults.add({ fault: 'status', status: 503, headers });
      const seen = await page.evaluate(async (target) => {
        const { status, headers } = await fetch(target);
        return [status, headers.get('Retry-After')];
      }, `${url}/home`);
      expect(seen).toEqual([503, '7']);
    });

    it('does the work of a request that the page aborts', async () => {
      let respond = () => {};
      const waiting = new Promise<void>((resolve) => {
        respond = resolve;
      });
      const fake = await fakeIn();
      fake.faults.add({
        fault: async (request, next) => {
          await waiting;
          return next(request);
        },
      });
      const aborted = page.evaluate(async (target) => {
        const controller = new AbortController();
        Object.assign(globalThis, { giveUp: () => controller.abort() });
        const pending = fetch(target, { method: 'DELETE', signal: controller.signal });
        return pending.catch((error) => error.name);
      }, `${url}/home`);
      await expect.poll(() => fake.journal.lines()).toEqual(['DELETE /v1/home pending']);
      await page.evaluate('giveUp()');
      expect(await aborted).toBe('AbortError');
      respond();
      await expect.poll(() => fake.journal.lines()).toEqual(['DELETE /v1/home 200']);
      expect(fake.records.has('home')).toBe(false);
    });
  },
);
