import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeUnprintable, namedText, nameOf, shownId, shownText } from '../src/shown-text.ts';

describe('shownText', () => {
  it.each([
    ['plain <b>text</b> &amp; more', 'plain <b>text</b> &amp; more'],
    ['a\u202egnp.exe', 'a\\u202egnp.exe'],
    ['\u2066x\u2069 \u0000 \ud800', '\\u2066x\\u2069 \\u0000 \\ud800'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['two\r\nlines\tand a tab', 'two lines and a tab'],
    ['👨‍👩‍👧 مرحبا', '👨‍👩‍👧 مرحبا'],
  ])('the text %j is shown as %j', (text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it('a long text is cut between characters', () => {
    expect(shownText('x'.repeat(100_000), 5)).toBe('xxxxx…');
    expect(shownText('1234👍567', 5)).toBe('1234…');
    expect(shownText('12345', 5)).toBe('12345');
  });

  it('no shown text turns other text or is invisible', () => {
    const invisible = /[\p{Bidi_Control}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shownText(text)).not.toMatch(invisible);
      }),
    );
  });
});

it('invisible characters are escaped in a text of any length', () => {
  expect(escapeUnprintable(`${'x'.repeat(1000)}\n\u202e`)).toBe(`${'x'.repeat(1000)}\\u000a\\u202e`);
});

it('an identifier in a sentence is isolated', () => {
  expect(namedText({ id: 'مرحبا\u202e' })).toBe('“\u2068مرحبا\\u202e\u2069”');
});

it.each([
  [
    { id: 'tower', description: 'Tour Eiffel\nParis' },
    'Tour Eiffel',
    '“\u2068Tour Eiffel\u2069” (\u2068tower\u2069)',
  ],
  [{ id: 'tower', description: '\n \r\nTour' }, 'Tour', '“\u2068Tour\u2069” (\u2068tower\u2069)'],
  [{ id: 'tower', description: ' \n' }, 'tower', '“\u2068tower\u2069”'],
  [{ id: 'tower', description: 'tower' }, 'tower', '“\u2068tower\u2069”'],
  [{ id: 'tower' }, 'tower', '“\u2068tower\u2069”'],
])(
  'the record %j is called by the first line of its description, or its identifier',
  (record, name, named) => {
    expect(nameOf(record)).toBe(name);
    expect(namedText(record)).toBe(named);
  },
);

it('spaces at the ends of an identifier are seen', () => {
  expect(shownId('  ')).toBe('␣␣');
  expect(shownId(' a b\u00a0')).toBe('␣a b␣');
  expect(shownId('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`);
});
