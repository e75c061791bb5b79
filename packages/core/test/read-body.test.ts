import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodePoints, decodeText, firstCodePoints, LimitedReading, maxBytes } from '../src/read-body.ts';
import { anyText } from './any-text.ts';

const encoder = new TextEncoder();
const character = anyText({ minLength: 1, maxLength: 2 }).map((text) => encoder.encode(text));
const broken = fc
  .constantFrom(
    [0x80],
    [0xc0, 0x80],
    [0xc3],
    [0xe2, 0x82],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x9f, 0x98],
    [0xf4, 0x90, 0x80, 0x80],
    [0xff],
  )
  .map((bytes) => Uint8Array.from(bytes));
const mark = fc.constant(Uint8Array.from([0xef, 0xbb, 0xbf]));
const anyBytes = fc.uint8Array({ maxLength: 4 });
const mixed = fc
  .array(fc.oneof({ weight: 8, arbitrary: character }, mark, broken, anyBytes), { maxLength: 10 })
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
const wellFormed = fc
  .array(fc.oneof(character, mark), { maxLength: 10 })
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

describe('decodeText of firstCodePoints', () => {
  it('decodes the first code points as a slow reader of single code points does', () => {
    fc.assert(
      fc.property(fc.oneof(mixed, wellFormed), fc.integer({ min: 1, max: 12 }), (bytes, limit) => {
        expect(decodeFirst(bytes, limit)).toBe(oracle(bytes, limit));
      }),
      { numRuns: 5000 },
    );
  });

  it('needs at most maxBytes', () => {
    fc.assert(
      fc.property(fc.oneof(mixed, wellFormed), fc.integer({ min: 1, max: 12 }), (bytes, limit) => {
        expect(decodeFirst(bytes.subarray(0, maxBytes(limit)), limit)).toBe(decodeFirst(bytes, limit));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['exactly the limit', 'ab', 2, 'ab'],
    ['one more than the limit', 'abc', 2, 'ab'],
    ['code points, not UTF-16 units', '😀😀😀', 2, '😀😀'],
    ['code points, not bytes', 'ééé', 2, 'éé'],
    ['a byte order mark, which does not count', '\ufeffab', 2, 'ab'],
    ['a second byte order mark, which counts', '\ufeff\ufeffab', 2, '\ufeffa'],
    ['a byte order mark alone', '\ufeff', 2, ''],
    ['nothing', '', 2, ''],
  ])('reads %s', (_, text, limit, expected) => {
    expect(decodeFirst(encoder.encode(text), limit)).toBe(expected);
  });

  it('sees broken bytes up to the limit, and not beyond', () => {
    const bytes = Uint8Array.from([0x61, 0x62, 0xff]);
    expect(decodeFirst(bytes, 2)).toBe('ab');
    expect(decodeFirst(bytes, 3)).toBeUndefined();
  });
});

describe('countCodePoints', () => {
  it('counts the code points of well-formed text, without one leading byte order mark', () => {
    fc.assert(
      fc.property(wellFormed, (bytes) => {
        expect(countCodePoints(bytes)).toBe([...(decodeText(bytes) ?? '')].length);
      }),
    );
  });

  it('counts a code point that is cut', () => {
    expect(countCodePoints(encoder.encode('a€').subarray(0, 2))).toBe(2);
  });
});

function decodeFirst(bytes: Uint8Array, limit: number): string | undefined {
  return decodeText(firstCodePoints(bytes, limit));
}

/** Reads one code point after the other, by the table of well-formed UTF-8 sequences (Unicode, table 3-7). */
function oracle(bytes: Uint8Array, limit: number): string | undefined {
  let offset = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let text = '';
  for (let count = 0; count < limit && offset < bytes.length; count++) {
    const first = bytes[offset] ?? 0;
    const length =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    const following = [...bytes.subarray(offset + 1, offset + length)];
    if (length === 0 || following.length !== length - 1) return undefined;
    if (following.some((byte) => byte >> 6 !== 0b10)) return undefined;
    const head = length === 1 ? first : first & (0xff >> (length + 1));
    const codePoint = following.reduce((sum, byte) => sum * 64 + (byte & 63), head);
    const least = [0, 0, 0x80, 0x800, 0x10000][length] ?? 0;
    const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    if (codePoint < least || surrogate || codePoint > 0x10ffff) return undefined;
    text += String.fromCodePoint(codePoint);
    offset += length;
  }
  return text;
}

describe('LimitedReading', () => {
  const limits = fc.integer({ min: 1, max: 12 });

  /** The bytes until the reading says that they are enough, given one at a time. */
  function readWatched(bytes: Uint8Array, limit: number): Uint8Array {
    const { hasEnough } = new LimitedReading(limit);
    const end = bytes.findIndex((_, index) => hasEnough(bytes.subarray(index, index + 1)));
    return end < 0 ? bytes : bytes.subarray(0, end + 1);
  }

  it('is never true too early', () => {
    fc.assert(
      fc.property(fc.oneof(mixed, wellFormed), limits, (bytes, limit) => {
        expect(decodeFirst(readWatched(bytes, limit), limit)).toBe(decodeFirst(bytes, limit));
      }),
      { numRuns: 5000 },
    );
  });

  it('is true right behind the last code point that counts', () => {
    fc.assert(
      fc.property(wellFormed, limits, (bytes, limit) => {
        const text = decodeFirst(bytes, limit) ?? '';
        const markLength = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
        fc.pre([...text].length === limit);
        expect(readWatched(bytes, limit)).toHaveLength(markLength + encoder.encode(text).length);
      }),
      { numRuns: 2000 },
    );
  });
});
