import { expect, it } from 'vitest';
import { difference } from '../../src/check/difference.ts';

it('shows short values unchanged', () => {
  expect(difference('200 and no body', undefined)).toEqual({
    expected: '200 and no body',
    actual: 'nothing',
  });
  expect(difference(['a'], { b: 1 })).toEqual({ expected: '["a"]', actual: '{"b":1}' });
  expect(difference('', 0)).toEqual({ expected: '"" (empty)', actual: '0' });
});

it('escapes control characters', () => {
  expect(difference('a\nb\u001b[31m', '\u009b\u202e\u2028é😀')).toEqual({
    expected: 'a\\u000ab\\u001b[31m',
    actual: '\\u009b\\u202e\\u2028é😀',
  });
});

it('cuts long values to the part that differs', () => {
  const { expected, actual } = difference(`${'x'.repeat(1000)}!${'y'.repeat(1000)}`, 'x'.repeat(1000));
  expect(expected).toBe(`… ${'x'.repeat(40)}!${'y'.repeat(259)} … (of 2001 characters)`);
  expect(actual).toBe(`… ${'x'.repeat(40)} (of 1000 characters)`);
});
