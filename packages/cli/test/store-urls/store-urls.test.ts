import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeStore, isSameStore, openStore, parseStoreUrl } from '../../src/store-urls/store-urls.ts';

describe('sqlite:<path>', () => {
  test.each([
    ['sqlite:a.db', resolve('a.db')],
    ['sqlite:./a b%20.db', resolve('a b%20.db')],
    ['sqlite:/var/a.db', resolve('/var/a.db')],
    ['sqlite:///var/a.db', resolve('/var/a.db')],
    ['SQLite:file:a.db', resolve('file:a.db')],
  ])('%s is a file', (url, address) => {
    expect(parseStoreUrl(url)).toEqual({ scheme: 'sqlite', address });
  });

  test('takes no parameters', () => {
    expect(() => parseStoreUrl('sqlite:a.db?mode=ro')).toThrow('A file takes no parameters');
    expect(parseStoreUrl('sqlite:/what?/a=b.db').address).toBe('/what?/a=b.db');
  });

  test('is described by its path', () => {
    expect(describeStore(parseStoreUrl('sqlite:a.db'))).toBe(`in ${resolve('a.db')} (SQLite)`);
  });
});

test('memory: opens an empty store', async () => {
  const store = await openStore(parseStoreUrl('memory:'));
  expect(await store.get('a')).toBeUndefined();
  await store.close();
});

test('a scheme that is not known is refused', async () => {
  await expect(openStore({ scheme: 'none', address: '' })).rejects.toThrow('There is no store "none:".');
});

describe('postgres://', () => {
  test.each([
    ['postgres://app:secret@db/app', 'in db/app, table public.locations (PostgreSQL)'],
    ['postgresql://db:5433/app?schema=s&table=t&sslmode=require', 'in db:5433/app, table s.t (PostgreSQL)'],
    ['postgres:///app?host=/run/postgresql', 'in /run/postgresql/app, table public.locations (PostgreSQL)'],
    ['postgres://app:secret@/app?host=/run/pg', 'in /run/pg/app, table public.locations (PostgreSQL)'],
    ['postgres://app@%2Frun%2Fpg/app', 'in /run/pg/app, table public.locations (PostgreSQL)'],
    ['postgres://app@db/app?port=5433', 'in db:5433/app, table public.locations (PostgreSQL)'],
  ])('%s is described without a password', (url, expected) => {
    expect(describeStore(parseStoreUrl(url))).toBe(expected);
  });

  test.each([
    ['postgres:app', 'Write postgres://<host>/<database>.'],
    ['postgres://app:se%/cret@db:port/app', 'It is not a valid URL'],
    ['postgres://app:12/cret@db/app', 'It is not a valid URL'],
    ['postgres://app:#cret@db/app', 'It is not a valid URL'],
    ['postgres://db/app?maxConnections=many', 'The parameter "maxConnections" must be a whole number.'],
    ['postgres://db/app?table=a&table=b', 'The parameter "table" is given more than once.'],
    ['postgres://db/app?schema=', 'The parameter "schema" has no value.'],
    ['postgres://a,b/app', 'Name one host: the primary server'],
    ['postgres://app:secret@a:5432,b:5432/app', 'Name one host: the primary server'],
  ])('%s is refused', (url, message) => {
    expect(() => parseStoreUrl(url)).toThrow(message);
  });
});

test.each([
  ['postgresql://other:secret@db/app?sslmode=require', true],
  ['postgres://db:5432/app?table=locations&schema=public', true],
  ['postgres:///app?host=db', true],
  ['postgres://db:5433/app', false],
  ['postgres://db/other', false],
  ['postgres://db/app?schema=other', false],
])('postgres://app@db/app and %s are the same store: %s', async (url, isSame) => {
  const [a, b] = ['postgres://app@db/app', url].map((url) => parseStoreUrl(url));
  expect(a && b && (await isSameStore(a, b))).toBe(isSame);
});

describe('redis://', () => {
  test.each([
    ['redis://:secret@a', 'in a (Redis)'],
    ['rediss://app:secret@a:1,b:2/3?prefix=p', 'in a:1, b:2/3, prefix p (Redis)'],
  ])('%s is described without a password', (url, expected) => {
    expect(describeStore(parseStoreUrl(url))).toBe(expected);
  });

  test.each([
    ['redis:a', 'Write redis://<host>[,<host>…]'],
    ['redis://a,,b', 'It is not a valid URL of one host'],
    ['redis://a:port', 'It is not a valid URL of one host'],
    ['redis://a?replicas=-1', 'The parameter "replicas" must be a whole number.'],
    ['redis://a?areas=yes', 'The parameter "areas" must be true or false.'],
  ])('%s is refused', (url, message) => {
    expect(() => parseStoreUrl(url)).toThrow(message);
  });
});

describe('an unknown parameter is refused before anything is opened', () => {
  test.each([
    [
      'postgres://app:secret@db/app?shema=places',
      /^Unknown parameter "shema"\. Known parameters: schema, table, .*sslmode/,
    ],
    ['postgres://db/app?%73hema=places', /^Unknown parameter "shema"\./],
    ['postgres://app:secret@db/app?secretary=a', /^Unknown parameter "secretary"\./],
    [
      'postgres://db/app?connect_timeout=3',
      /without "connect_timeout", which has no effect here; use "timeout"/,
    ],
  ])('%s', async (url, message) => {
    await expect(openStore(parseStoreUrl(url))).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(message),
      hint: 'Run location-records serve --help.',
    });
    await expect(openStore(parseStoreUrl(url), {}, 'copy')).rejects.toMatchObject({
      hint: 'Run location-records copy --help.',
    });
  });

  test.each(['redis://:secret@a,b?buckts=3', 'rediss://:secret@a?prefx=3', 'redis://a?password=secret'])(
    '%s',
    (url) => {
      expect(() => parseStoreUrl(url)).toThrow(
        'Unknown parameter. Known parameters: prefix, buckets, areas, replicas, timeout.',
      );
    },
  );
});
