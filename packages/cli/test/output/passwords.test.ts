import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/output/describe-error.ts';
import { maskPassword, maskPasswords, maskUrls } from '../../src/output/passwords.ts';
import { runHere } from '../run-here.ts';

test.each([
  ['postgres://app:secret@db/app', 'postgres://***@db/app'],
  ['postgres://app:s@cr@et/x@db/app', 'postgres://***@db/app'],
  ['postgres:app:secret@db', 'postgres:***@db'],
  ['redis://:secret', 'redis://:***'],
  ['redis://app:secret/0', 'redis://app:***/0'],
  ['postgres://db/app?schema=a&password=secret&sslmode=require', 'postgres://db/app?schema=a&password=***'],
  ['app:secret@host/db', '***@host/db'],
  ['host=db password=secret', 'host=db password=***'],
  ['Server=db;User Id=app;Password=sec;ret', 'Server=db;User Id=app;Password=***'],
  ['jdbc:postgresql://db/app?user=a&password=secret', 'jdbc:postgresql://db/app?user=a&password=***'],
])('the password in %s is hidden', (value, expected) => {
  expect(maskPassword(value)).toBe(expected);
});

test.each([
  'redis://127.0.0.1/abc',
  'redis://a:6379,b:6380/1',
  'http://127.0.0.1:8080/a',
  'sqlite:a@b.db',
  'memory:',
  'places.db',
  'host=db user=app',
])('%s stays as it is', (value) => {
  expect(maskPassword(value)).toBe(value);
});

test('no password of a URL is left, with any characters in it', () => {
  const password = fc.string({ minLength: 4 }).map((text) => `Ω${text}Ω`);
  fc.assert(
    fc.property(password, (secret) => {
      const url = `postgres://app:${secret}@db/app`;
      expect(maskPasswords(`option '${url}' is wrong`, [url])).toMatch(
        /^option 'postgres:\/\/(?:.*\*\*\*.*)' is wrong$/,
      );
      expect(maskPasswords(`option '${url}' is wrong`, [url])).not.toContain(secret);
    }),
  );
});

test('the rest of a message stays as it is', () => {
  const message = 'redis://127.0.0.1/abc: write %40 for the at sign (@) in redis://app:a@db';
  expect(maskPasswords(message, ['redis://127.0.0.1/abc'])).toBe(message);
  expect(maskUrls(message)).toBe('redis://127.0.0.1/abc: write %40 for the at sign (@) in redis://***@db');
});

test('a failure is described without the passwords in its causes', () => {
  const cause = new Error('connect to postgres://app:secret@db failed');
  expect(describeError(new Error('It failed', { cause }))).toBe(
    'It failed: connect to postgres://***@db failed',
  );
});

describe('the command line', () => {
  test.each([
    ['serve', '--store', 'postgre://app:secret@db/app'],
    ['serve', '--store=postgre://app:secret@db/app'],
    ['serve', '--sotre=postgres://app:secret@db/app'],
    ['serve', '--store', 'postgres:app:secret@db/app'],
    ['serve', '--store', 'postgres://app:sec%ret@db:x/app'],
    ['serve', '--store', 'redis://:secret@'],
    ['serve', '--store', 'redis://a?buckets=x&password=secret'],
    ['serve', '--store', 'host=db password=secret'],
    ['serve', '--store', 'app:secret@db/app'],
    ['serve', '--store', 'Server=db;Password=secret'],
    ['serve', 'redis://:secret@a'],
    ['copy', 'app:secret@db/app', 'sqlite:a.db'],
    ['export', 'a.csv', '--url', 'http://app:secret@db'],
    ['postgres://app:secret@db/app'],
  ])('%s %s %s shows no password', async (...args) => {
    const run = runHere(args);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toMatch(/^location-records: .+\nRun location-records .*--help\.\n$/);
    expect(run.stderr.text).not.toMatch(/sec(?:%|ret)/);
  });

  test.each(['app:secret@db/app', 'host=db password=secret', 'pg://app:secret@db'])(
    'STORE_URL=%s shows no password',
    async (value) => {
      const run = runHere(['serve'], { env: { STORE_URL: value } });
      expect(await run.exitCode).toBe(2);
      expect(run.stderr.text).toContain("from env 'STORE_URL' is invalid");
      expect(run.stderr.text).not.toContain('secret');
    },
  );
});
