import { expect, test } from 'vitest';
import { announcement } from '../src/announcement.ts';
import { serviceUrl } from '../src/service-url.ts';
import { parseStoreUrl } from '../src/store-engines.ts';
import { serveHere } from './run-here.ts';

const store = parseStoreUrl('memory:');

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
  expect(announcement('http://127.0.0.1:8080', store, false)).toEqual([
    'location-records listens on http://127.0.0.1:8080',
    'Records are in memory: they end with this process',
    expect.stringMatching(/^Try: curl .* http:\/\/127\.0\.0\.1:8080\/eiffel-tower$/),
  ]);
});

test.each([
  ['http://0.0.0.0:1', 'http://127.0.0.1:1/eiffel-tower'],
  ['http://[::]:1', "'http://[::1]:1/eiffel-tower'"],
  ["http://127.0.0.1:1/a&b'", "'http://127.0.0.1:1/a&b%27/eiffel-tower'"],
])('under %s a shell can use %s', (url, word) => {
  expect(announcement(url, store, false)[2]?.endsWith(` ${word}`)).toBe(true);
});
