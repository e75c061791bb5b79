import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from '../src/responses.ts';
import { anyText } from './any-text.ts';

describe('byteLength', () => {
  it('counts the bytes that Buffer writes', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary-ascii' })), (text) => {
        expect(byteLength(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '',
    '\0',
    '\u007f',
    '\u0080',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
    '\n',
    'a\né',
  ])('counts %j', (text) => {
    expect(byteLength(text)).toBe(Buffer.byteLength(text));
  });
});
