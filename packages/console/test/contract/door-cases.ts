import { expect } from 'vitest';
import { ask, type ConsoleCase, type ConsoleService, expectError, reading } from './console-case.ts';

/** What browsers send when a person opens an address. */
export const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** Who asks for the front door, and whether it is a page. */
const clients: readonly (readonly [accept: string | undefined, isPage: boolean])[] = [
  [asBrowser.Accept, true],
  ['text/html', true],
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html;q=0.5', false],
  ['text/html;q=0', false],
];

/** The front door as JSON, when the records have been counted. */
async function counted(service: ConsoleService) {
  const read = async () => JSON.parse(await (await ask(service, '/-/')).text());
  await expect.poll(async () => (await read()).records).not.toBeNull();
  return read();
}

/** The front door (D51). */
export const doorCases: readonly ConsoleCase[] = [
  ...clients.map(([accept, isPage]) =>
    reading(
      `the front door is ${isPage ? 'a page' : 'JSON'} for "Accept: ${accept ?? '(none)'}"`,
      async (service) => {
        const response = await ask(
          service,
          '/-/',
          accept === undefined ? {} : { headers: { Accept: accept } },
        );
        const text = await response.text();
        expect([response.status, response.headers.get('Content-Type')]).toEqual([
          200,
          isPage ? 'text/html; charset=utf-8' : 'application/json',
        ]);
        expect(response.headers.get('Vary')).toContain('Accept');
        expect(text.startsWith(isPage ? '<!doctype html>' : '{')).toBe(true);
      },
    ),
  ),
  reading('the front door names what there is, below the path of the service', async (service) => {
    const { records, ...door } = await counted(service);
    expect(records).toBeGreaterThan(0);
    expect(door).toEqual({
      name: 'location-records',
      counting: null,
      readOnly: false,
      links: {
        map: expect.stringMatching(/\/-\/map$/),
        records: expect.stringMatching(/\/-\/records$/),
        tiles: expect.stringMatching(/\/-\/tiles\.json$/),
        ogc: expect.stringMatching(/\/-\/ogc$/),
        docs: expect.stringMatching(/\/-\/docs$/),
        openapi: expect.stringMatching(/\/-\/openapi\.json$/),
        list: expect.stringMatching(/\/$/),
      },
    });
  }),
  reading('every link of the page of the front door leads somewhere', async (service) => {
    const html = await (await ask(service, '/-/', { headers: asBrowser })).text();
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => String(href));
    expect(links).toEqual(['map', 'records', 'tiles.json', 'ogc', 'docs', 'openapi.json', '../']);
    for (const link of links) {
      const response = await service.fetch(new URL(link, `${service.url}/-/`).href, { headers: asBrowser });
      expect([link, response.status]).toEqual([link, 200]);
      await response.arrayBuffer();
    }
  }),
  reading('the page of the front door has commands with the address of the service', async (service) => {
    const html = await (await ask(service, '/-/', { headers: asBrowser })).text();
    const { origin } = new URL(service.url);
    expect(html).toContain(`curl &#39;${origin}`);
    expect(html).toContain('/-/records?near=48.8584,2.2945&amp;radius=5000&#39;');
  }),
  reading('the page of the front door allows one style, and nothing else', async (service) => {
    const response = await ask(service, '/-/', { headers: asBrowser });
    const html = await response.text();
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'sha256-${Buffer.from(digest).toString('base64')}'; img-src data:; ` +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(html).not.toMatch(/<script|style=|\son\w+=/);
  }),
  reading('neither form of the front door has an identifier', async (service) => {
    for (const headers of [{}, asBrowser]) {
      const text = await (await ask(service, '/-/', { headers })).text();
      for (const id of ['centre', 'hub', 'north pole']) expect(text).not.toContain(id);
    }
  }),
  reading('the front door has GET, HEAD and OPTIONS', async (service) => {
    const head = await ask(service, '/-/', { method: 'HEAD', headers: asBrowser });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const options = await ask(service, '/-/', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow')]).toEqual([200, 'GET, HEAD, OPTIONS']);
    await expectError(await ask(service, '/-/', { method: 'DELETE' }), 405, 'Method not allowed');
  }),
  ...['GET', 'HEAD'].map((method) =>
    reading(`${method} of an address below /-/ without a page leads people to the door`, async (service) => {
      for (const [path, door] of [
        ['/-/helth', './'],
        ['/-/map/a.js', '../'],
        ['/-/a/b/c', '../../'],
      ] as const) {
        const response = await ask(service, path, { method, headers: asBrowser });
        expect(response.status).toBe(404);
        expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
        const html = await response.text();
        expect(html).toEqual(method === 'HEAD' ? '' : expect.stringContaining(`<a href="${door}">`));
        expect(new URL(door, service.url + path).pathname.endsWith('/-/')).toBe(true);
      }
    }),
  ),
  reading('programs get an Error object for an address below /-/ that does not exist', async (service) => {
    await expectError(await ask(service, '/-/helth'), 404, 'Route not found');
    await expectError(await ask(service, '/-/helth', { method: 'PUT', headers: asBrowser }), 404);
  }),
];
