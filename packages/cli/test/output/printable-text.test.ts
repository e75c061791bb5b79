import { expect, test } from 'vitest';
import { describeError } from '../../src/output/describe-error.ts';
import { printableLine, quoteIdentifier } from '../../src/output/printable-text.ts';

test.each([
  ['plain text, naïve 😀', 'plain text, naïve 😀'],
  ['a\n  b\r\nc\n', 'a b c'],
  ['\u001b[2J\u0000\u009b\u007f', '\\u001b[2J\\u0000\\u009b\\u007f'],
  ['a\u2028b', 'a\\u2028b'],
])('%j', (text, expected) => {
  expect(printableLine(text)).toBe(expected);
});

test('an error is described with its causes, each once', () => {
  const cause = new Error('no such file');
  expect(describeError(new Error('cannot read: no such file', { cause }))).toBe('cannot read: no such file');
  expect(describeError(new Error('cannot read', { cause }))).toBe('cannot read: no such file');
});

test('an error that causes itself is described', () => {
  const error = new Error('a');
  error.cause = error;
  expect(describeError(error)).toBe('a');
});

test('an identifier is named in one line, and not at full length', () => {
  expect(quoteIdentifier(' a"\n\u0085')).toBe('" a\\"\\n\\u0085"');
  expect(quoteIdentifier('x'.repeat(100_000))).toBe(`"${'x'.repeat(60)}…"`);
});
