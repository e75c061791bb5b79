import { createHandler, createMemoryStore, type LocationRequest } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { type ConsoleOptions, createConsole, createDoor } from '../../src/index.ts';
import { record, textOf } from '../requests.ts';

/** What a handler responds to GET of the front door, or of another target. */
function get(
  handle: ReturnType<typeof createConsole>,
  headers: LocationRequest['headers'] = {},
  { target = '/-/', method = 'GET' } = {},
) {
  return handle({ method, target, headers, body: async () => new Uint8Array() });
}

const store = createAreaMemoryStore([record('tower', 48, 2)]);
const consoleWith = (options: Partial<ConsoleOptions> = {}) =>
  createConsole(createHandler({ store }), { store, ...options });

const page: LocationRequest['headers'] = { accept: ['text/html'] };

describe('the page of the front door', () => {
  it.each([
    ['example.org', 'http', '&#39;http://example.org/'],
    ['example.org', ' HTTPS , http', '&#39;https://example.org/'],
    ['[::1]:80', 'ftp', '&#39;http://[::1]:80/'],
    ['"><script>alert(1)</script>', 'http', '&#39;http://&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;/'],
    ["a';touch x;'", 'http', '&#39;http://a%27;touch x;%27/'],
    ['a</code></pre><img src=x>', 'http', '&#39;http://a&lt;/code&gt;&lt;/pre&gt;&lt;img src=x&gt;/'],
  ])(
    'the host %j with X-Forwarded-Proto %j is quoted for HTML and for a shell',
    async (host, scheme, shown) => {
      const headers = { ...page, host: [host], 'x-forwarded-proto': [scheme] };
      const html = await textOf(await get(consoleWith(), headers));
      expect(html).toContain(`curl ${shown}eiffel-tower&#39;`);
      expect(html).not.toMatch(/<script|<img/);
    },
  );

  it('the option publicUrl wins over Host, also in the links of the JSON', async () => {
    const handle = consoleWith({ publicUrl: 'https://example.org/places/' });
    const html = await textOf(await get(handle, { ...page, host: ['a.example'] }));
    expect(html).toContain('curl &#39;https://example.org/places/eiffel-tower&#39;');
    expect(html).not.toContain('a.example');
    expect(JSON.parse(await textOf(await get(handle))).links.map).toBe('/places/-/map');
  });

  it('what the owner says of the service is on both forms, quoted', async () => {
    const about = { version: '1.2.3', store: 'A<b>', activity: () => 'Busy & slow.' };
    const handle = consoleWith({ about });
    const html = await textOf(await get(handle, page));
    for (const shown of ['1.2.3', 'A&lt;b&gt;', 'Busy &amp; slow.']) expect(html).toContain(shown);
    const door = JSON.parse(await textOf(await get(handle)));
    expect(door).toMatchObject({ version: '1.2.3', store: 'A<b>', activity: 'Busy & slow.' });
  });

  it('leads to the health if the program serves it', async () => {
    const linksOf = async (hasHealth: boolean) =>
      JSON.parse(await textOf(await get(consoleWith({ about: { hasHealth } })))).links;
    expect(await linksOf(true)).toMatchObject({ health: '/-/readyz' });
    expect(await linksOf(false)).not.toHaveProperty('health');
  });

  it('a client that has the door gets 304 until the number of records changes', async () => {
    const own = createAreaMemoryStore();
    let time = 0;
    const handle = createConsole(createHandler({ store: own }), { store: own, now: () => time });
    const { headers } = await get(handle);
    const known = { 'if-none-match': [String(headers.ETag)] };
    expect((await get(handle, known)).status).toBe(304);
    await own.put('a', { coordinates: { latitude: 1, longitude: 2 } });
    time += 2000;
    // The count runs while clients ask.
    await expect.poll(async () => (await get(handle, known)).status).toBe(200);
  });

  it('the number of records is that of a count, which the door begins', async () => {
    const many = createAreaMemoryStore(
      Array.from({ length: 12_345 }, (_, index) => record(`r${index}`, 1, 2)),
    );
    const handle = createConsole(createHandler({ store: many }), { store: many });
    const read = async () => JSON.parse(await textOf(await get(handle)));
    await expect.poll(async () => (await read()).records).toBe(12_345);
    expect(await textOf(await get(handle, page))).toContain('<dd>12,345</dd>');
  });

  it('until the first count is complete, the door tells which part of the map is counted', async () => {
    const slow = createAreaMemoryStore([record('a', 1, 2)]);
    const within = slow.within.bind(slow);
    let calls = 0;
    slow.within = async (box, options) => {
      // The first page ends at the prime meridian, and the second one never comes.
      if (calls++ > 0) return new Promise(() => {});
      const next = { part: 128, latitude: 0, longitude: 0, id: 'a' };
      return { ...(await within(box, options)), next };
    };
    const handle = createConsole(createHandler({ store: slow }), { store: slow });
    expect(JSON.parse(await textOf(await get(handle)))).toMatchObject({ records: null, counting: 0.5 });
    expect(await textOf(await get(handle, page))).toContain('Counting … 50 %');
  });
});

describe('a door without area queries', () => {
  const door = createDoor(createHandler({ store: createMemoryStore() }), { basePath: '/' });

  it('has the links that exist, and no number of records', async () => {
    expect(JSON.parse(await textOf(await get(door)))).toEqual({
      name: 'location-records',
      records: null,
      counting: null,
      readOnly: false,
      links: { list: '/' },
    });
    expect(await textOf(await get(door, page))).not.toContain('map');
  });

  it('passes everything else on', async () => {
    expect(await get(door, {}, { target: '/-/map' })).toMatchObject({ status: 404, isRouteUnknown: true });
    expect((await get(door, {}, { target: '/' })).body).toBe('[]');
    expect((await get(door, page, { target: '/' })).body).toBe('[]');
    expect((await get(door, page, { target: '/-' })).status).toBe(404);
    expect((await get(door, page, { target: '/-' })).body).toBe('{"error_message":"Resource not found: -"}');
  });
});

describe('a read-only console', () => {
  const handle = consoleWith({ readOnly: true });
  const targets = [
    '/',
    '/tower',
    '/a/b',
    '/-/',
    '/-/records',
    '/-/map',
    '/-/map/settings.json',
    '/-/tiles.json',
  ];

  it.each(targets)('refuses every write to %s, and serves reads as ever', async (target) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const refused = await get(handle, {}, { target, method });
      expect([method, refused.status, refused.body]).toEqual([
        method,
        403,
        '{"error_message":"The service is read-only"}',
      ]);
      expect(refused.explanation?.clause).toBe('D55');
    }
    const options = await get(handle, {}, { target, method: 'OPTIONS' });
    expect([options.status, options.headers.Allow]).toEqual([200, 'GET, HEAD, OPTIONS']);
    expect(options.headers['Accept-Post']).toBeUndefined();
    expect((await get(handle, {}, { target })).status).toBe(target === '/a/b' ? 404 : 200);
    const patched = await get(handle, {}, { target, method: 'PATCH' });
    if (target !== '/a/b')
      expect([patched.status, patched.headers.Allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('says so on the door and to the map, and offers no command that writes', async () => {
    expect(JSON.parse(await textOf(await get(handle))).readOnly).toBe(true);
    const html = await textOf(await get(handle, page));
    expect(html).toContain('Read-only');
    expect(html).not.toMatch(/-X POST|--data|eiffel-tower/);
    expect(html).toContain('/-/records?limit=10&#39;');
    const settings = await get(handle, {}, { target: '/-/map/settings.json' });
    expect(settings.headers['Content-Length']).toBe(String('{"mode":"view"}'.length));
  });
});
