import { describe, expect, test } from 'vitest';
import { createGuard } from '../../../src/commands/serve/guard.ts';

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly host?: string | undefined;
  readonly origins?: readonly string[];
}

/** The status and the message that a request gets, or `served`. */
function ask(
  { method = 'GET', url = '/a', host = 'localhost', origins = [] }: Asked,
  { allowedHosts = [] as string[], allowedOrigins = [] as string[] } = {},
): string {
  const guard = createGuard({ allowedHosts, allowedOrigins });
  const rawHeaders = ['Host', host, 'Accept', '*/*', ...origins.flatMap((origin) => ['oRiGiN', origin])];
  const refused = guard({ method, url, rawHeaders }, host);
  return refused ? `${refused.status} ${JSON.parse(refused.body).error_message}` : 'served';
}

describe('the host of a request', () => {
  test.each([
    'localhost',
    'LocalHost:8080',
    'localhost.',
    'localhost.:80',
    'localhost:',
    'a.localhost',
    'A.B.LOCALHOST.:1',
    '127.0.0.1',
    '127.0.0.1:8080',
    '192.0.2.7',
    '[::1]',
    '[2001:db8::1]:8080',
  ])('%s is always served', (host) => {
    expect(ask({ host })).toBe('served');
  });

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'notlocalhost',
    'localhost..',
    '127.0.0.1.evil.example',
    '127.1',
    '256.0.0.1',
    '2130706433',
    '0x7f000001',
    'a_b',
    '%6cocalhost',
  ])('%s is not', (host) => {
    expect(ask({ host })).toMatch(/^421 Misdirected request: /);
  });

  test('is named in the message, with the flag', () => {
    expect(ask({ host: 'Evil.Example.:8080' })).toBe(
      '421 Misdirected request: this service does not serve the host evil.example; ' +
        'to allow it, start the service with --allowed-host evil.example',
    );
  });

  test('is not shown as part of a command line where a shell would see more in it', () => {
    expect(ask({ host: "a$(id)';.example" })).toBe(
      '421 Misdirected request: this service does not serve that host; ' +
        'to allow it, start the service with --allowed-host <name>',
    );
  });

  test.each(['places.example', 'PLACES.example:443', 'places.example.'])(
    '%s is served where it is allowed',
    (host) => {
      expect(ask({ host }, { allowedHosts: ['places.example'] })).toBe('served');
      expect(ask({ host: `a.${host}` }, { allowedHosts: ['places.example'] })).toMatch(/^421 /);
      expect(ask({ host: 'other.example' }, { allowedHosts: ['places.example'] })).toMatch(/^421 /);
    },
  );

  test.each<[string, string, boolean]>([
    ['*.places.example', 'a.places.example:1', true],
    ['*.places.example', 'a.b.places.example', false],
    ['*.places.example', 'places.example', false],
    ['*.places.example', 'evilplaces.example', false],
    ['*.places.example', 'a.places.example.evil.example', false],
    ['.places.example', 'a.places.example', true],
    ['.places.example', 'a.b.places.example:1', true],
    ['.places.example', 'places.example', false],
    ['.places.example', 'evilplaces.example', false],
    ['.places.example', 'a.placesXexample', false],
  ])('where %s is allowed, %s is served: %s', (allowed, host, isServed) => {
    expect(ask({ host }, { allowedHosts: [allowed] })).toMatch(isServed ? /^served$/ : /^421 /);
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'FROBNICATE'])(
    'counts for %s',
    (method) => {
      expect(ask({ method, host: 'evil.example' })).toMatch(/^421 /);
    },
  );

  test.each([
    ['GET', 'http://evil.example/a'],
    ['GET', 'http://evil.example:80'],
    ['GET', 'HTTPS://me@evil.example?x'],
    ['GET', 'http:\\\\evil.example\\a'],
    ['GET', 'http://localhost@evil.example/a'],
    ['GET', 'http://[::1].evil.example/a'],
    ['CONNECT', 'evil.example:80'],
  ])('may be that of the target, and both must be allowed: %s %s', (method, url) => {
    expect(ask({ method, url })).toMatch(/^421 .*evil\.example|^421 .*that host/);
    const local = url.replace(/\[::1\]\.evil\.example|evil\.example/, '127.0.0.1');
    expect(ask({ method, url: local })).toBe('served');
    expect(ask({ method, url: local, host: 'evil.example' })).toMatch(/^421 /);
  });

  test.each(['/http://evil.example', '*', ''])('is not looked for in the target %j', (url) => {
    expect(ask({ url })).toBe('served');
  });

  test('of one request is forgotten with the next', () => {
    const guard = createGuard({ allowedHosts: [], allowedOrigins: [] });
    const statuses = ['localhost', 'evil.example', 'evil.example', 'localhost'].map(
      (host) => guard({ method: 'GET', url: '/a', rawHeaders: [] }, host)?.status,
    );
    expect(statuses).toEqual([undefined, 421, 421, undefined]);
  });
});

test.each(['127.1', '256.1.1.1', 'localhost..'])(
  'the host %s, which the flag does not take, is not advised',
  (host) => {
    expect(ask({ host })).toMatch(/^421 .* does not serve that host; .* --allowed-host <name>$/);
  },
);

test.each(['http://evil.example/', 'http://evil.example:80', 'file://'])(
  'the origin %s, which the flag does not take, is not advised',
  (origin) => {
    expect(ask({ method: 'PUT', origins: [origin] })).toMatch(
      /^403 .* of an unknown origin; .* with --cors$/,
    );
  },
);

describe('the origin of a write', () => {
  const writes = ['POST', 'PUT', 'DELETE'];

  test.each([[[]], [['http://localhost:8080']], [['http://LOCALHOST:8080']], [['https://localhost:8080']]])(
    'is the service itself: %j',
    (origins) => {
      for (const method of writes) expect(ask({ method, host: 'localhost:8080', origins })).toBe('served');
    },
  );

  test.each([
    ['http://localhost', 'localhost'],
    ['http://localhost', 'localhost:80'],
    ['https://localhost', 'localhost:'],
    ['https://127.0.0.1', '127.0.0.1:443'],
    ['http://[::1]:8080', '[::1]:8080'],
  ])('%s is where the host is %s', (origin, host) => {
    expect(ask({ method: 'PUT', host, origins: [origin] })).toBe('served');
  });

  test.each([
    [['http://evil.example']],
    [['http://localhost:3000']],
    [['http://localhost']],
    [['http://127.0.0.1:8080']],
    [['http://localhost:8080.evil.example']],
    [['http://evil.example:8080']],
    [['null']],
    [['']],
    [['localhost:8080']],
    [['http://localhost:8080/']],
    [['http://localhost:8080 http://localhost:8080']],
    [['http://localhost:8080', 'http://localhost:8080']],
    [['chrome-extension://abcdef']],
    [['capacitor://localhost:8080']],
  ])('is foreign, and refused: %j', (origins) => {
    for (const method of writes) {
      expect(ask({ method, host: 'localhost:8080', origins })).toMatch(/^403 Forbidden: .*--cors/);
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(ask({ method, host: 'localhost:8080', origins })).toBe('served');
    }
  });

  test('is named in the message, with the flag', () => {
    const asked = { method: 'PUT', origins: ['https://evil.example'] };
    expect(ask(asked)).toBe(
      '403 Forbidden: this service does not take writes from a page of https://evil.example; ' +
        'to allow them, start the service with --cors https://evil.example',
    );
  });

  test.each(['null', 'http://a;$(id)', '\u009b31m'])('%j is not shown', (origin) => {
    expect(ask({ method: 'PUT', origins: [origin] })).toBe(
      '403 Forbidden: this service does not take writes from a page of an unknown origin; ' +
        'to allow them, start the service with --cors',
    );
  });

  test('may be any with --cors, or one of several', () => {
    const asked = { method: 'PUT', origins: ['https://b.example'] };
    expect(ask(asked, { allowedOrigins: ['*'] })).toBe('served');
    expect(ask(asked, { allowedOrigins: ['https://a.example', 'https://b.example'] })).toBe('served');
    expect(ask(asked, { allowedOrigins: ['https://a.example'] })).toMatch(/^403 /);
    const twice = { ...asked, origins: ['https://b.example', 'https://b.example'] };
    expect(ask(twice, { allowedOrigins: ['https://b.example'] })).toMatch(/^403 /);
  });

  test.each([
    ['https://a.example.org', true],
    ['https://a.b.example.org', false],
    ['https://example.org', false],
    ['http://a.example.org', false],
    ['https://a.example.org:8443', false],
    ['https://evil.example/.example.org', false],
    ['https://a.example.org.evil.example', false],
  ])('may be %s with --cors https://*.example.org: %s', (origin, isServed) => {
    const allowed = { allowedOrigins: ['https://*.example.org'] };
    expect(ask({ method: 'PUT', origins: [origin] }, allowed)).toMatch(isServed ? /^served$/ : /^403 /);
  });

  test.each(['example.org', '127.0.0.1:8080'])(
    'may have an allowed host, behind a proxy that says %s to the service',
    (host) => {
      const asked = { method: 'PUT', host, origins: ['https://example.org'] };
      expect(ask(asked, { allowedHosts: ['example.org'] })).toBe('served');
      expect(ask({ ...asked, origins: ['https://127.0.0.1'] }, { allowedHosts: ['example.org'] })).toMatch(
        /^403 /,
      );
    },
  );

  test('is compared with the host of the target, where it has one', () => {
    const asked = { method: 'PUT', url: 'http://127.0.0.1:1/a', host: 'localhost:1' };
    expect(ask({ ...asked, origins: ['http://127.0.0.1:1'] })).toBe('served');
    expect(ask({ ...asked, origins: ['http://localhost:1'] })).toMatch(/^403 /);
  });
});
