import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/output/describe-error.ts';
import { withoutPasswords } from '../../src/output/printable-text.ts';
import { runHere } from '../run-here.ts';

test.each([
  ['postgres://app:secret@db/app', 'postgres://***@db/app'],
  ['postgres://app:s@cr@et/x@db/app', 'postgres://***@db/app'],
  ["option 'rediss://:secret@a,b' is", "option 'rediss://***@a,b' is"],
  ['postgres:app:secret@db', 'postgres:***@db'],
  ['redis://:secret', 'redis://:***'],
  ['redis://app:secret/0', 'redis://app:***/0'],
  ['redis://a:6379,b:6380/1', 'redis://a:6379,b:6380/1'],
  ['postgres://db/app?password=secret&sslmode=require', 'postgres://db/app?password=***&sslmode=require'],
  ['postgres://db/app?p%61ssword=secret', 'postgres://db/app?p%61ssword=***'],
  [
    "argument 'postgres://db/app?password=se cr'et&schema=a' is invalid",
    "argument 'postgres://db/app?password=***&schema=a' is invalid",
  ],
  [
    `--store cannot be "postgres://db/app?a=b&password=se cr'et". Name one host.`,
    `--store cannot be "postgres://db/app?a=b&password=***". Name one host.`,
  ],
  ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
  ['sqlite:a@b.db', 'sqlite:a@b.db'],
  ['at file:///a/@scope/b.js:1:2', 'at file:///a/@scope/b.js:1:2'],
])('%s becomes %s', (text, expected) => {
  expect(withoutPasswords(text)).toBe(expected);
});

test('no password of a URL is left, with any characters in it', () => {
  const password = fc.string({ minLength: 4 }).map((text) => `Ω${text.replace(/[\r\n]/g, '')}Ω`);
  fc.assert(
    fc.property(password, (secret) => {
      expect(withoutPasswords(`option 'postgres://app:${secret}@db/app' is wrong`)).not.toContain(secret);
    }),
  );
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
    ['serve', '--store', 'postgres:app:secret@db/app'],
    ['serve', '--store', 'postgres://app:sec%ret@db:x/app'],
    ['serve', '--store', 'redis://:secret@'],
    ['serve', '--store', 'redis://a?buckets=x&password=secret'],
    ['serve', 'redis://:secret@a'],
  ])('%s %s %s shows none', async (...args) => {
    const run = runHere(args);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toMatch(/^location-records: .+\nRun location-records serve --help\.\n$/);
    expect(run.stderr.text).not.toMatch(/sec(?:%|ret)/);
  });

  test.each(['postgres://app:sec#ret@db/app', 'redis://app:sec#ret@db'])(
    '%s is told how to write a password',
    async (url) => {
      const run = runHere(['serve', '--store', url]);
      expect(await run.exitCode).toBe(2);
      expect(run.stderr.text).toContain('in a user or a password write %40 for the at sign');
    },
  );

  test('STORE_URL shows none', async () => {
    const run = runHere(['serve'], { env: { STORE_URL: 'postgre://app:secret@db/app' } });
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toMatch(/^location-records: The environment variable STORE_URL /);
    expect(run.stderr.text).not.toContain('secret');
  });
});
