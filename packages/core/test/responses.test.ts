import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { byteLength } from '../src/responses.ts';
import { anyText } from './any-text.ts';

describe.each([
  ['with', TextEncoder],
  ['without', undefined],
])('byteLength %s a TextEncoder', (_, encoder) => {
  beforeEach(() => void vi.stubGlobal('TextEncoder', encoder));
  afterEach(() => void vi.unstubAllGlobals());

  it('counts the bytes that Buffer writes', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary-ascii' })), (text) => {
        expect(byteLength(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('counts the bytes of long texts', () => {
    const part = fc.record({ text: anyText(), times: fc.nat({ max: 8000 }) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const text = parts.map((one) => one.text.repeat(one.times)).join('');
        expect(byteLength(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 100 },
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
