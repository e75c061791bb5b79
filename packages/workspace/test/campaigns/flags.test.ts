import { itemsNamed, readFlags, readOwnFlags } from '@location-records/workspace/campaigns';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const flags = {
  rounds: { type: 'number', min: 1 },
  seed: { type: 'number', min: 0, max: 100 },
  store: { type: 'choice', of: ['SQLite', 'PostgreSQL, slow disk'] },
  profile: { type: 'string' },
} as const;
const { argv } = process;
let lines: string[];

beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
});

afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

function givenLine(...args: readonly string[]): void {
  process.argv = [process.execPath, 'main.ts', ...args];
}

describe('readFlags', () => {
  it('returns the flags of every campaign, and its own', () => {
    givenLine('--short', '--rounds', '12', '--seed=0', '--store', 'PostgreSQL, slow disk', '--profile', 'a');
    expect(readFlags(flags)).toEqual({
      short: true,
      rounds: 12,
      seed: 0,
      store: 'PostgreSQL, slow disk',
      profile: 'a',
    });
  });

  it('returns nothing for what is not given', () => {
    givenLine();
    expect(readFlags(flags)).toEqual({});
  });

  it.each([
    [['--rounds', 'abc'], '--rounds must be a whole number from 1; it is "abc".'],
    [['--rounds', '0'], '--rounds must be a whole number from 1; it is "0".'],
    [['--rounds', '1.5'], '--rounds must be a whole number from 1; it is "1.5".'],
    [['--rounds', ''], '--rounds must be a whole number from 1; it is "".'],
    [['--rounds', '1e3'], '--rounds must be a whole number from 1; it is "1e3".'],
    [['--seed', '101'], '--seed must be a whole number from 0 to 100; it is "101".'],
    [['--store', 'sqlite'], '--store must be one of "SQLite", "PostgreSQL, slow disk"; it is "sqlite".'],
    [['--store', ''], '--store must be one of "SQLite", "PostgreSQL, slow disk"; it is "".'],
    [['--short=yes'], "Option '--short' does not take an argument."],
  ])('ends the process with exit code 2 and one line: %j', (args, message) => {
    givenLine(...args);
    expect(() => readFlags(flags)).toThrow('ended with 2');
    expect(lines).toEqual([`${message} The README lists the flags.\n`]);
  });
});

it('readOwnFlags does not know the flags of every campaign', () => {
  givenLine('--short');
  expect(() => readOwnFlags(flags)).toThrow('ended with 2');
  expect(lines).toEqual([
    expect.stringMatching(/^Unknown option '--short'.* The README lists the flags\.\n$/),
  ]);
});

describe('itemsNamed', () => {
  const items = [{ name: 'fetch, Bun' }, { name: 'fetch, Deno' }, { name: 'Koa' }];

  it.each([
    [undefined, items],
    ['fetch', items.slice(0, 2)],
    ['Koa', items.slice(2)],
  ])('finds the items with %j in their names', (part, found) => {
    expect(itemsNamed('only', part, items)).toEqual(found);
  });

  it('ends the process with exit code 2 and one line where there is none', () => {
    expect(() => itemsNamed('only', 'bun', items)).toThrow('ended with 2');
    expect(lines).toEqual([
      '--only must be a part of "fetch, Bun", "fetch, Deno", "Koa"; it is "bun". The README lists the flags.\n',
    ]);
  });
});
