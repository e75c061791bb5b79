import { describe, expect, test } from 'vitest';
import { createGuard } from '../../../src/commands/serve/access.ts';

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

describe('a request', () => {
  test.each([
    ...['localhost', 'LocalHost:8080', 'localhost.:80', 'localhost:', 'A.B.LOCALHOST.:1'],
    ...['127.0.0.1', '127.0.0.1:8080', '192.0.2.7', '[::1]', '[2001:db8::1]:8080'],
  ])('with the host %s is served', (host) => {
    expect(ask({ host })).toBe('served');
  });

  test.each([
    ...['evil.example', 'evil.example:8080', 'localhost.evil.example', 'notlocalhost', 'localhost..'],
    ...['127.0.0.1.evil.example', '127.1', '256.0.0.1', '2130706433', '0x7f000001', '%6cocalhost'],
  ])('with the host %s is 421', (host) => {
    expect(ask({ host })).toMatch(/^421 Misdirected request: /);
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
  ])('with --allowed-host %s, of the host %s, is served: %s', (pattern, host, isServed) => {
    const answer = ask({ host }, { allowedHosts: ['other.example', pattern] });
    expect(answer === 'served').toBe(isServed);
  });

  test('that is 421 gets the flag that would allow it', () => {
    expect(ask({ host: 'Evil.Example.:8080' })).toBe(
      '421 Misdirected request: this service does not serve the host evil.example; ' +
        'to allow it, start the service with --allowed-host evil.example',
    );
  });

  test('that is 421 gets no flag in which a shell would see more', () => {
    expect(ask({ host: "a$(id)';.example" })).toBe(
      '421 Misdirected request: this service does not serve that host; ' +
        'to allow it, start the service with --allowed-host <name>',
    );
  });
});

describe('a write', () => {
  const methods = ['POST', 'PUT', 'DELETE'];

  test.each(
    [[], ['http://localhost:8080'], ['https://localhost:8080'], ['http://LOCALHOST:8080']].map((o) => [o]),
  )('with the origins %j is served at localhost:8080', (origins) => {
    for (const method of methods) expect(ask({ method, host: 'localhost:8080', origins })).toBe('served');
  });

  test('has the port of its scheme if it names none', () => {
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
  )('with the origins %j is 403 at localhost:8080, and a read is not', (origins) => {
    for (const method of methods) {
      expect(ask({ method, host: 'localhost:8080', origins })).toMatch(/^403 Forbidden: .*--cors/);
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(ask({ method, host: 'localhost:8080', origins })).toBe('served');
    }
  });

  test('of a page of an allowed host or origin is served', () => {
    const write = { method: 'PUT', origins: ['https://places.example:8443'] };
    expect(ask(write, { allowedHosts: ['places.example'] })).toBe('served');
    expect(ask(write, { allowedOrigins: ['https://places.example:8443'] })).toBe('served');
    expect(ask(write, { allowedOrigins: ['https://*.example:8443'] })).toBe('served');
    expect(ask(write, { allowedOrigins: ['*'] })).toBe('served');
    expect(ask(write, { allowedOrigins: ['https://places.example'] })).toMatch(/^403 /);
  });

  test('that is 403 gets the flag that would allow it', () => {
    expect(ask({ method: 'PUT', origins: ['http://evil.example:81'] })).toBe(
      '403 Forbidden: this service does not take writes from a page of http://evil.example:81; ' +
        'to allow them, start the service with --cors http://evil.example:81',
    );
  });

  test.each(['null', 'http://a;$(id)', '\u009b31m'])('from %j gets no origin in its message', (origin) => {
    expect(ask({ method: 'PUT', origins: [origin] })).toBe(
      '403 Forbidden: this service does not take writes from a page of an unknown origin; ' +
        'to allow them, start the service with --cors',
    );
  });
});

test('a refused request has its reason, with escapes for what a terminal would obey', () => {
  const guard = createGuard({ allowedHosts: [], allowedOrigins: [] });
  expect(guard({ method: 'GET', url: '/', rawHeaders: [] }, 'a\u202eb')?.explanation).toEqual({
    clause: 'D47',
    reason: 'the host "a\\u202eb" is not allowed',
  });
});
