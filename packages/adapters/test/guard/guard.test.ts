import { describe, expect, test } from 'vitest';
import { createGuard, createMatcher, type GuardOptions } from '../../src/guard/index.ts';

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly host?: string;
  readonly origins?: readonly string[];
  /** `Sec-Fetch-Site`, `Sec-Fetch-Mode` and `Sec-Fetch-Dest`. */
  readonly fetch?: readonly string[];
}

/** The status and the message that a request gets, or `served`. */
function ask(
  { method = 'GET', url = '/a', host = 'localhost', origins = [], fetch = [] }: Asked,
  options: GuardOptions = { allowedHosts: [] },
): string {
  const guard = createGuard(options);
  const fields = ['Site', 'Mode', 'Dest'].flatMap((name, index) => {
    const value = fetch[index];
    return value === undefined ? [] : [`Sec-Fetch-${name}`, value];
  });
  const origin = origins.flatMap((value) => ['oRiGiN', value]);
  const rawHeaders = ['Host', host, 'Accept', '*/*', ...fields, ...origin];
  const refused = guard({ method, url, rawHeaders }, host);
  return refused ? `${refused.status} ${JSON.parse(refused.body).error_message}` : 'served';
}

const writes = ['POST', 'PUT', 'DELETE'];
const methods = ['GET', 'HEAD', 'OPTIONS', ...writes];

describe('a request', () => {
  test.each([
    ...['localhost', 'LocalHost:8080', 'localhost.:80', 'localhost:', 'A.B.LOCALHOST.:1'],
    ...['127.0.0.1', '127.0.0.1:8080', '192.0.2.7', '255.255.255.255', '[::1]', '[2001:db8::1]:8080'],
  ])('with the host %s is served', (host) => {
    expect(ask({ host })).toBe('served');
  });

  test.each([
    ...['evil.example', 'evil.example:8080', 'localhost.evil.example', 'notlocalhost', 'localhost..'],
    ...['127.0.0.1.evil.example', '127.1', '256.0.0.1', '1.2.3.4.5', '01.2.3.4', '2130706433', '0x7f000001'],
    '%6cocalhost',
  ])('with the host %s is 421, and served if hosts are not looked at', (host) => {
    expect(ask({ host })).toMatch(/^421 Misdirected request: /);
    expect(ask({ host }, {})).toBe('served');
  });

  test.each(['http://evil.example/a', 'HTTP://me@evil.example:80/a', 'http:\\\\evil.example\\a'])(
    'with the target %s is 421, whatever its Host is',
    (url) => {
      expect(ask({ url })).toMatch(/^421 .*evil\.example/);
      expect(ask({ url: url.replace('evil.example', 'localhost') })).toBe('served');
      const allowedHosts = ['evil.example'];
      expect(ask({ url }, { allowedHosts })).toBe('served');
      expect(ask({ url, host: 'other.example' }, { allowedHosts })).toMatch(/^421 .*other\.example/);
    },
  );

  test.each<[pattern: string, host: string, isServed: boolean]>([
    ['places.example', 'PLACES.example.:443', true],
    ['places.example', 'a.places.example', false],
    ['*.example.org', 'a.example.org', true],
    ['*.example.org', 'a.b.example.org', false],
    ['*.example.org', 'example.org', false],
    ['.example.org', 'a.b.example.org', true],
    ['.example.org', 'example.org', false],
    ['.example.org', 'evilexample.org', false],
  ])('with the allowed host %s, of the host %s, is served: %s', (pattern, host, isServed) => {
    const answer = ask({ host }, { allowedHosts: ['other.example', pattern] });
    expect(answer === 'served').toBe(isServed);
  });
});

describe('with Sec-Fetch-Site', () => {
  test.each(['same-origin', 'none'])('%s is served, whatever Host a proxy has written', (site) => {
    const origins = ['https://places.example'];
    for (const method of methods)
      expect(ask({ method, fetch: [site, 'cors', 'empty'], origins })).toBe('served');
  });

  test.each([
    ['cross-site', 'cors', 'empty'],
    ['same-site', 'cors', 'empty'],
    ['cross-site', 'no-cors', 'image'],
    ['cross-site', 'no-cors', 'script'],
    ['cross-site', 'navigate', 'iframe'],
    ['cross-site', 'navigate', 'object'],
    ['cross-site', 'navigate', 'embed'],
    ['cross-site', 'navigate'],
    ['cross-site', 'no-cors', 'document'],
    ['same-site'],
    ['Same-Origin'],
    ['same-origin, none'],
    [''],
  ])('%s %s %s is 403, reads included', (...fetch) => {
    for (const method of methods) {
      expect(ask({ method, fetch })).toMatch(/^403 Forbidden: /);
      // The same host does not help: it may be another port, or an older page.
      expect(ask({ method, fetch, origins: ['http://localhost'] })).toMatch(/^403 Forbidden: /);
    }
  });

  test('a foreign link or form that opens the service in a tab may read, and not write', () => {
    for (const site of ['cross-site', 'same-site']) {
      const fetch = [site, 'navigate', 'document'];
      expect(['GET', 'HEAD'].map((method) => ask({ method, fetch }))).toEqual(['served', 'served']);
      for (const method of writes) expect(ask({ method, fetch })).toMatch(/^403 /);
    }
  });

  test('a page of an allowed origin is served where it names itself, and not as an image', () => {
    const options = { allowedOrigins: ['https://pages.example'] };
    const origins = ['https://pages.example'];
    for (const method of methods) {
      expect(ask({ method, fetch: ['cross-site', 'cors', 'empty'], origins }, options)).toBe('served');
    }
    expect(ask({ fetch: ['cross-site', 'no-cors', 'image'] }, options)).toMatch(/^403 /);
    const others = ['https://other.example'];
    expect(ask({ fetch: ['cross-site', 'cors', 'empty'], origins: others }, options)).toMatch(/^403 /);
  });

  test('every page is served if all origins are allowed', () => {
    const options = { allowedOrigins: ['*'] };
    for (const method of methods) {
      expect(ask({ method, fetch: ['cross-site', 'no-cors', 'image'] }, options)).toBe('served');
      expect(ask({ method, origins: ['null'] }, options)).toBe('served');
    }
  });
});

describe('without Sec-Fetch-Site', () => {
  test.each(
    [[], ['http://localhost:8080'], ['https://localhost:8080'], ['http://LOCALHOST:8080']].map((o) => [o]),
  )('the origins %j are served at localhost:8080', (origins) => {
    for (const method of methods) expect(ask({ method, host: 'localhost:8080', origins })).toBe('served');
  });

  test('an origin has the port of its scheme if it names none', () => {
    const origins = ['http://localhost'];
    expect(ask({ method: 'PUT', host: 'localhost:80', origins })).toBe('served');
    expect(ask({ method: 'PUT', host: 'localhost:443', origins })).toMatch(/^403 /);
    expect(ask({ method: 'PUT', host: 'localhost:443', origins: ['https://localhost'] })).toBe('served');
  });

  test.each(
    [
      ...[['http://evil.example'], ['null'], ['file://'], ['http://localhost:8081'], ['http://localhost']],
      ...[['http://localhost:8080.evil.example'], ['capacitor://localhost'], ['localhost:8080'], ['']],
      ['http://localhost:8080', 'http://localhost:8080'],
    ].map((origins) => [origins]),
  )('the origins %j are 403 at localhost:8080, reads included, on every address', (origins) => {
    for (const method of methods) {
      expect(ask({ method, host: 'localhost:8080', origins })).toMatch(/^403 Forbidden: /);
      expect(ask({ method, host: 'localhost:8080', origins }, {})).toMatch(/^403 Forbidden: /);
    }
  });

  test('an allowed origin is served, and an allowed host allows no origin', () => {
    const write = { method: 'PUT', origins: ['https://places.example:8443'] };
    expect(ask(write, { allowedHosts: ['places.example'] })).toMatch(/^403 /);
    expect(ask({ ...write, host: 'places.example:8443' }, { allowedHosts: ['places.example'] })).toBe(
      'served',
    );
    expect(ask(write, { allowedOrigins: ['https://places.example:8443'] })).toBe('served');
    expect(ask(write, { allowedOrigins: ['https://*.example:8443'] })).toBe('served');
    expect(ask(write, { allowedOrigins: ['https://places.example'] })).toMatch(/^403 /);
  });
});

describe('the message', () => {
  const advise = (refused: string, name: string | undefined) => `allow the ${refused} ${name}`;

  test.each([
    ['a$(id)', undefined, '421 Misdirected request: this service does not serve that host'],
    [
      'Evil.Example.:8080',
      'evil.example',
      '421 Misdirected request: this service does not serve the host evil.example',
    ],
  ])('to the host %s ends with advice about %s', (host, name, message) => {
    expect(ask({ host })).toBe(message);
    expect(ask({ host }, { allowedHosts: [], advise })).toBe(`${message}; allow the host ${name}`);
  });

  test.each([
    ['http://evil.example:81', 'http://evil.example:81'],
    ['null', undefined],
    ['http://a;$(id)', undefined],
    ['\u009b31m', undefined],
  ])('to the origin %j ends with advice about %s', (origin, name) => {
    const request = { method: 'PUT', origins: [origin] };
    const message = `403 Forbidden: this service does not take requests from a page of ${name ?? 'an unknown origin'}`;
    expect(ask(request)).toBe(message);
    expect(ask(request, { advise })).toBe(`${message}; allow the origin ${name}`);
  });

  test('has a reason beside it, with escapes for what a terminal would obey', () => {
    const guard = createGuard({ allowedHosts: [] });
    const { explanation } = guard({ method: 'GET', url: '/', rawHeaders: [] }, 'a\u202eb\u001b') ?? {};
    expect(explanation).toEqual({ clause: 'D47', reason: 'the host "a\\u202eb\\u001b" is not allowed' });
  });
});

test('a matcher finds an origin by one label more, and none with other characters in its place', () => {
  const matches = createMatcher(['https://a.example', 'https://*.c.example']);
  const texts = ['https://a.example', 'https://x.c.example', 'https://x.y.c.example', 'https://xac.example'];
  expect(texts.map(matches)).toEqual([true, true, false, false]);
  expect(['https://evil.example/.c.example', 'https://me@x.c.example'].map(matches)).toEqual([false, false]);
  expect(createMatcher([])('')).toBe(false);
});
