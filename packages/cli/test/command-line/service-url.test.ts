import { expect, test } from 'vitest';
import { parseServiceUrl } from '../../src/command-line/service-url.ts';

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['HTTPS://Example.org/', 'https://example.org'],
  ['http://example.org/a/locations//', 'http://example.org/a/locations'],
])('%s is the base URL %s', (text, url) => {
  expect(parseServiceUrl(text)).toBe(url);
});

test.each([
  ...['', 'example.org', 'http:', 'ftp://example.org', 'file:///a'],
  ...['http://a/?x=1', 'http://a/#b', 'http://a/?', 'http://a#'],
])('%s is not the base URL of a service', (text) => {
  expect(() => parseServiceUrl(text)).toThrow('It must be the base URL of a service');
});

test.each(['http://me@example.org', 'http://me:secret@example.org', 'http://:secret@example.org'])(
  'user and password are sent in a field: %s',
  (text) => {
    expect(() => parseServiceUrl(text)).toThrow(/^It cannot hold a user and a password; .* --header /);
  },
);
