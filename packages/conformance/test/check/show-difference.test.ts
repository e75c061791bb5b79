import { showDifference } from '@location-records/conformance/node';
import { expect, it } from 'vitest';

it('short values are shown unchanged', () => {
  expect(showDifference('200 and no body', undefined)).toEqual({
    expected: '200 and no body',
    actual: 'nothing',
  });
  expect(showDifference(['a'], { b: 1 })).toEqual({ expected: '["a"]', actual: '{"b":1}' });
  expect(showDifference('', 0)).toEqual({ expected: '"" (empty)', actual: '0' });
});

it('control characters are named, and differ from escaped ones', () => {
  expect(showDifference('"\u2028"', '"\\u2028"')).toEqual({ expected: '"<U+2028>"', actual: '"\\u2028"' });
  expect(showDifference('a\n\u001b[31m', 'é😀').expected).toBe('a<U+000A><U+001B>[31m');
});

it('long values are cut to the part that differs, and keep the status', () => {
  const [one, other] = [`200 ${'x'.repeat(1000)}!`, `200 ${'x'.repeat(1000)}?`];
  expect(showDifference(one, other)).toEqual({
    expected: `200 … ${'x'.repeat(40)}!`,
    actual: `200 … ${'x'.repeat(40)}?`,
  });
  expect(showDifference('y'.repeat(50), 'z', 20).expected).toBe(`${'y'.repeat(16)} …`);
});
