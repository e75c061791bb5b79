import { expect, it } from 'vitest';
import { showDifference } from '../../src/check/describe-failure.ts';

it('shows short values unchanged', () => {
  expect(showDifference('200 and no body', undefined)).toEqual({
    expected: '200 and no body',
    actual: 'nothing',
  });
  expect(showDifference(['a'], { b: 1 })).toEqual({ expected: '["a"]', actual: '{"b":1}' });
  expect(showDifference('', 0)).toEqual({ expected: '"" (empty)', actual: '0' });
});

it('names control characters, which differ from escaped ones', () => {
  expect(showDifference('a\nb\u001b[31m', '\u009b\u202e\u2028é😀')).toEqual({
    expected: 'a<U+000A>b<U+001B>[31m',
    actual: '<U+009B><U+202E><U+2028>é😀',
  });
  expect(showDifference('"\u2028"', '"\\u2028"')).toEqual({ expected: '"<U+2028>"', actual: '"\\u2028"' });
});

it('cuts long values to the part that differs', () => {
  const { expected, actual } = showDifference(`${'x'.repeat(1000)}!${'y'.repeat(1000)}`, 'x'.repeat(1000));
  expect(expected).toBe(`… ${'x'.repeat(40)}!${'y'.repeat(259)} … (of 2001 characters)`);
  expect(actual).toBe(`… ${'x'.repeat(40)} (of 1000 characters)`);
});
