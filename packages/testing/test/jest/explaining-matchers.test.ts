import { describe, expect, it } from 'vitest';
import { createFake } from '../../src/index.ts';
import {
  type ComparingMatcher,
  explainingMatchers,
  jestMatchers,
} from '../../src/jest/explaining-matchers.ts';

/** A matcher as Jest has it, which uses what Jest gives it as `this`. */
const toEqual: ComparingMatcher = function (received, expected) {
  const { equals } = this as { equals(a: unknown, b: unknown): boolean };
  return { pass: equals(received, expected), message: () => `received ${received}` };
};

const context = { equals: (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b) };

/** Compares as Jest does. */
function compare(received: unknown, expected: unknown): [pass: boolean, message: string] {
  const { pass, message } = explainingMatchers({ toEqual }).toEqual?.call(context, received, expected) ?? {};
  return [pass ?? false, message?.() ?? ''];
}

async function visitedLines() {
  const fake = createFake();
  await fake.fetch('');
  await fake.fetch('c');
  return fake.journal.lines();
}

describe('a comparison of Jest', () => {
  it('shows the reasons of the errors that were not expected when it fails', async () => {
    const lines = await visitedLines();
    const failed: [boolean, string] = [
      false,
      'received GET / 200,GET /c 404 – SPEC 4.1: the record "c" is absent',
    ];
    expect(compare(lines, ['GET / 200', 'GET /c 200'])).toEqual(failed);
    expect(compare(lines, [])).toEqual(failed);
    expect(compare(lines, 'GET / 200')).toEqual([false, 'received GET / 200,GET /c 404']);
  });

  it('passes with the lines as they are, and leaves them so', async () => {
    const lines = await visitedLines();
    const plain = ['GET / 200', 'GET /c 404'];
    compare(lines, []);
    expect([...lines]).toEqual(plain);
    expect(compare(lines, plain)).toEqual([true, 'received GET / 200,GET /c 404']);
  });

  it('of other arrays is as ever', () => {
    expect(compare(['a'], ['b'])).toEqual([false, 'received a']);
    expect(compare(['a'], ['a'])).toEqual([true, 'received a']);
    const matcher = expect.toSatisfy((value: string[]) => value.length > 2);
    expect(compare(['a'], matcher)).toEqual([false, 'received a']);
  });
});

describe('the matchers of Jest', () => {
  it('are found where Jest has them', () => {
    // Vitest has its matchers at the same place.
    expect(jestMatchers()).toMatchObject({ toEqual: expect.any(Function), toBe: expect.any(Function) });
  });

  it('are changed only where they compare whole arrays', () => {
    const matchers = { toEqual, toStrictEqual: toEqual, toBe: toEqual };
    expect(Object.keys(explainingMatchers(matchers))).toEqual(['toEqual', 'toStrictEqual']);
    expect(explainingMatchers({})).toEqual({});
  });
});
