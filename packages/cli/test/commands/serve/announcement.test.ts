import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { announcement, serviceUrl } from '../../../src/commands/serve/announcement.ts';
import { describeStore, parseStoreUrl } from '../../../src/store-urls/store-urls.ts';
import { serveHere } from '../../run-here.ts';

const service = { records: describeStore(parseStoreUrl('memory:')) };

test.each([
  [{ address: '127.0.0.1', port: 1 }, '/', 'http://127.0.0.1:1'],
  [{ address: '::1', port: 1 }, '/', 'http://[::1]:1'],
  [{ address: 'fe80::1%eth0', port: 1 }, '/', 'http://[fe80::1%25eth0]:1'],
  [{ address: '0.0.0.0', port: 80 }, '/a/', 'http://0.0.0.0:80/a'],
  [{ address: '127.0.0.1', port: 1 }, '/a b/é', 'http://127.0.0.1:1/a%20b/%C3%A9'],
  [{ address: '127.0.0.1', port: 1 }, '/a\tb\r\n ', 'http://127.0.0.1:1/a%09b%0D%0A%20'],
])('the base URL of %j under %s is %s', (address, basePath, url) => {
  expect(serviceUrl(address, basePath)).toBe(url);
});

test.each(['/a\tb', '/a ', '/a\u007f/é'])(
  'the base path %j is served where it is announced',
  async (basePath) => {
    const served = await serveHere(['--base-path', basePath]);
    const { status } = await fetch(`${served.url}/`);
    expect(await served.stop()).toBe(0);
    expect(status).toBe(200);
  },
);

test('the address comes first, then the store and something to try', () => {
  expect(announcement('http://127.0.0.1:8080', service, {})).toEqual([
    'location-records listens on http://127.0.0.1:8080',
    'Records are in memory: they end with this process',
    expect.stringMatching(/^Try: curl .* http:\/\/127\.0\.0\.1:8080\/eiffel-tower$/),
  ]);
});

test('the number of workers is announced, unless it is quiet', () => {
  const first = (quiet: boolean) =>
    announcement('http://127.0.0.1:80', { ...service, workers: 4 }, { quiet })[0];
  expect(first(false)).toBe('location-records listens on http://127.0.0.1:80 with 4 workers');
  expect(first(true)).toBe('location-records listens on http://127.0.0.1:80');
});

test('the front door and the map are announced if they exist', () => {
  const beside = { ...service, hasDoor: true, hasAreas: true };
  expect(announcement('http://127.0.0.1:8080', beside, {}).slice(2, 4)).toEqual([
    'Front door: http://127.0.0.1:8080/-/',
    'Map: http://127.0.0.1:8080/-/map',
  ]);
});

test('a read-only service is announced as such, with something to read', () => {
  const lines = announcement('http://127.0.0.1:8080', { ...service, readOnly: true }, {});
  expect(lines.slice(1)).toEqual([
    'Records are in memory: they end with this process; the service is read-only',
    'Try: curl -i http://127.0.0.1:8080/eiffel-tower',
  ]);
});

test('--explain announces where clauses are explained', () => {
  expect(announcement('http://127.0.0.1:8080', service, { explain: true })[2]).toBe(
    'Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core',
  );
});

test.each([
  ['http://0.0.0.0:1', 'http://127.0.0.1:1/eiffel-tower'],
  ['http://[::]:1', "'http://[::1]:1/eiffel-tower'"],
  ["http://127.0.0.1:1/a&b'", "'http://127.0.0.1:1/a&b%27/eiffel-tower'"],
])('the URL %s is quoted for a shell as %s', (url, word) => {
  expect(announcement(url, service, {}).at(-1)?.endsWith(` ${word}`)).toBe(true);
});

describe('a service that listens on every address', () => {
  const address = (text: string, internal = false) =>
    ({ address: text, family: text.includes(':') ? 'IPv6' : 'IPv4', internal }) as NetworkInterfaceInfo;
  const interfaces = () => ({
    lo: [address('127.0.0.1', true), address('::1', true)],
    eth0: [address('10.0.0.5'), address('fd00::5'), address('fe80::5'), address('169.254.1.1')],
  });
  const told = (url: string, isQuiet = false) =>
    announcement(url, service, { quiet: isQuiet }, interfaces).slice(0, 2);

  test('announces URLs for this machine and for others', () => {
    expect(told('http://0.0.0.0:80/a')).toEqual([
      'location-records listens on http://127.0.0.1:80/a',
      'Other machines reach it at http://10.0.0.5:80/a (any client there can read and write)',
    ]);
    expect(told('http://[::]:80')).toEqual([
      'location-records listens on http://[::1]:80',
      'Other machines reach it at http://10.0.0.5:80, http://[fd00::5]:80 (any client there can read and write)',
    ]);
  });

  test('announces only the first URL when it is quiet', () => {
    expect(told('http://0.0.0.0:80', true)).toEqual(['location-records listens on http://127.0.0.1:80']);
  });

  test('announces that no other machine can reach it', () => {
    expect(announcement('http://0.0.0.0:80', service, {}, () => ({}))[1]).toBe(
      'Other machines cannot reach it: this one has no network address',
    );
  });

  test.each(['0.0.0.0', '::'])('responds at the URL that it prints: %s', async (host) => {
    const served = await serveHere(['--host', host]);
    const { status } = await fetch(`${served.url}/`);
    expect(await served.stop()).toBe(0);
    expect(status).toBe(200);
    expect(new URL(served.url).hostname).toBe(host === '::' ? '[::1]' : '127.0.0.1');
  });
});
