import { describe, expect, it } from 'vitest';
import { parseCheckUrl } from '../../src/check/checked-server.ts';
import { isRootLike, targetReadings, underBasePath } from '../../src/check/records/targets.ts';

describe('a base URL', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', '127.0.0.1', 8080, '127.0.0.1:8080', ''],
    ['http://localhost/', 'http://localhost', 'localhost', 80, 'localhost', ''],
    ['HTTPS://Example.org/a b/', 'https://example.org/a%20b', 'example.org', 443, 'example.org', '/a%20b'],
    ['http://[::1]:1/x/y', 'http://[::1]:1/x/y', '::1', 1, '[::1]:1', '/x/y'],
  ])('%s is read', (text, url, host, port, authority, basePath) => {
    expect(parseCheckUrl(text)).toMatchObject({ url, host, port, authority, basePath });
  });

  it.each([
    '',
    'localhost:8080',
    'ftp://a',
    'http://',
    'http://a:x',
    'http://a/?b',
    'http://a/#b',
    'http://b@a',
  ])('%j is refused', (text) => {
    expect(() => parseCheckUrl(text)).toThrow(expect.objectContaining({ code: 'CHECK_URL' }));
    expect(() => parseCheckUrl(text)).toThrow(/^".*" .* give .* such as .*\.$/);
  });
});

describe('a target under a base path', () => {
  it.each([
    ['/', '/base/'],
    ['/a?b', '/base/a?b'],
    ['//a', '/base//a'],
    ['/a/../b', '/base/a/../b'],
    ['/.', '/base/.'],
    ['\\a', '/base\\a'],
    ['*', '*'],
    ['http://localhost', 'http://localhost/base'],
    ['http://localhost/a', 'http://localhost/base/a'],
    ['http://localhost?/a', 'http://localhost/base?/a'],
  ])('%s is %s', (target, moved) => {
    expect(underBasePath('/base', target)).toBe(moved);
    expect(underBasePath('', target)).toBe(target);
  });

  it.each(['/..', '/../a', '/a/../../b', '/%2e%2E/a', '/.\\../a'])('%s would leave it', (target) => {
    expect(() => underBasePath('/base', target)).toThrow(expect.objectContaining({ code: 'NOT_JUDGED' }));
  });
});

describe('the possible readings of a target', () => {
  it.each([
    ['/a', ['a']],
    ['/a%2Fb', ['a%2Fb', 'a/b']],
    ['/a/b/', ['a/b/', 'a', 'b']],
    ['/%zz', ['%zz']],
    ['/../c?id=d%20', ['../c', 'c', 'd%20', 'd ']],
    ['http://host/a\\b', ['a\\b', 'a', 'b']],
    ['/', []],
    ['//', ['/']],
  ])('%s: %j', (target, ids) => {
    expect([...targetReadings(target)].sort()).toEqual([...ids].sort());
  });

  it.each(['/', '', '//', '/?id=a', '/a/..', '/%2e', 'http://host', '\\', 'http://host?/a'])(
    'all records: %j',
    (target) => {
      expect(isRootLike(target)).toBe(true);
    },
  );

  it.each(['/a', '/%zz', '/a/', '*'])('not all records: %j', (target) => {
    expect(isRootLike(target)).toBe(false);
  });
});
