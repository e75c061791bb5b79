import fc from 'fast-check';
import { expect, it } from 'vitest';
import { broken, cut, ValueScanner } from '../../src/json/value-scanner.ts';
import { isJson } from '../is-json.ts';

const encoder = new TextEncoder();

/** What the scanner makes of a text that comes in chunks of a size. */
function scan(text: string, size = Infinity, part: 'value' | 'member' = 'value') {
  const scanner = new ValueScanner();
  scanner.begin(part);
  const bytes = encoder.encode(text);
  for (let start = 0; ; start += size) {
    const end = scanner.scan(bytes, start, Math.min(bytes.length, start + size));
    if (end !== cut || start + size >= bytes.length) return { end, scanner, length: bytes.length };
  }
}

/** White space of JSON, anywhere between tokens. */
const anySpace = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

it('ends where JSON.parse says that a container ends, in chunks of any size', () => {
  const container = fc.jsonValue().map((value) => JSON.stringify([value]));
  fc.assert(
    fc.property(container, anySpace, fc.integer({ min: 1, max: 20 }), (text, space, size) => {
      const { end, scanner } = scan(`${text}${space}]}x`, size);
      expect(end).toBe(encoder.encode(text).length);
      expect(scanner.lines).toBe(0);
    }),
  );
});

it('counts lines', () => {
  const text = '{\n"a":\r\n[1,\n\n2]}';
  expect(scan(text).scanner).toMatchObject({ lines: 4, lineStart: text.indexOf('2]}') });
});

it('is not content with what JSON.parse refuses as a whole', () => {
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '1 ', 'null\n', ' '];
  const anyTokens = fc
    .array(fc.constantFrom(...pieces), { maxLength: 12 })
    .map((tokens) => `[${tokens.join('')}]`);
  fc.assert(
    fc.property(anyTokens, (text) => {
      const { end } = scan(text);
      const first = end < 0 ? undefined : text.slice(0, end);
      expect(isJson(text)).toBe(first === text && end > 0);
      if (first !== undefined) expect(isJson(first)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['{"a":1', cut, ''],
  ['{"a" 1}', broken, '":"'],
  ['{a:1}', broken, 'a name in quotes or "}"'],
  ['{"a":1,}', broken, 'a name in quotes'],
  ['[1 2]', broken, '"," or "]"'],
  ['{"a":1 "b":2}', broken, '"," or "}"'],
  ['[1,]', broken, 'a value'],
  ['[,1]', broken, 'a value or "]"'],
  ['["a\n"]', broken, 'a quote that ends the text'],
  ['["a\r"]', broken, 'a quote that ends the text'],
  ['["a\u0001"]', broken, 'an escape, not a control character,'],
  ['["\\\n"]', broken, 'an escape'],
  ['[NaN]', broken, 'a value or "]"'],
  ['[1 \0]', broken, '"," or "]"'],
])('stops in %j', (text, outcome, expected) => {
  const { end, scanner } = scan(text);
  expect(end).toBe(outcome);
  expect(scanner.expected).toBe(expected);
});

it('scans a member up to the end of its value', () => {
  expect(scan('"a" : {"b":1},"c":2}', 1, 'member').end).toBe(13);
  expect(scan('"a":5,', 1, 'member').end).toBe(5);
  expect(scan('5:5,', 1, 'member').end).toBe(broken);
});
