import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, matcherOf, wordsIn } from '../../src/records/words.ts';
import { record } from '../requests.ts';

/** Letters of several scripts, alone and with marks, and what folding could trip over. */
const letters = fc.constantFrom(
  ...['a', 'B', 'z', '7', '-', ' ', '\n', 'é', 'e\u0301', 'Å', '\u212b', 'ß', 'ẞ', 'İ', 'ı', 'ø', '\u212a'],
  ...[
    'Σ',
    'σ',
    'ς',
    'ώ',
    'Й',
    'й',
    '한',
    '\u1112',
    'ガ',
    'か\u3099',
    'ﬁ',
    '\u{1f600}',
    '\u0301',
    'ệ',
    '\u2028',
  ],
);
const text = fc.oneof(
  fc.array(letters, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);

describe('fold', () => {
  it.each([
    ['Sacré-Cœur', 'sacre-coeur'],
    ['Ægir', 'aegir'],
    ['Straße', 'strasse'],
    ['TROMSØ', 'tromso'],
    ['Diyarbakır', 'diyarbakir'],
    ['PLAÇA', 'placa'],
    ['e\u0301', 'e'],
    ['\u212bngström', 'angstrom'],
    ['İSTANBUL', 'istanbul'],
    ['ΟΔΌΣ', 'οδοσ'],
    ['Йошкар', 'иошкар'],
    ['Łódź', 'lodz'],
    ['東京 Tower', '東京 tower'],
  ])('%s folds to %s', (before, after) => {
    expect(fold(before)).toBe(after);
  });

  it('folding twice is folding once, and composing or decomposing makes no difference', () => {
    const cases = fc.property(text, (one) => {
      expect(fold(fold(one))).toBe(fold(one));
      for (const form of ['NFC', 'NFD'] as const) expect(fold(one.normalize(form))).toBe(fold(one));
      expect(fold(`${one}e\u0301`)).toBe(fold(`${one}E`));
    });
    fc.assert(cases, { numRuns: 1000 });
  });

  it('what occurs in a text occurs in it folded', () => {
    const cases = fc.property(text, text, text, (before, one, after) => {
      // A mark at the edge belongs to the letter before.
      expect(fold(`${before}\n${one}\n${after}`)).toContain(fold(`\n${one}\n`));
    });
    fc.assert(cases, { numRuns: 1000 });
  });
});

describe('words', () => {
  it('words are folded, and each is there once', () => {
    expect(wordsIn('  Café\tcafe\u0301 \u3000du MONDE\n')).toEqual(['cafe', 'du', 'monde']);
    expect(wordsIn(' \u0301 ')).toEqual([]);
  });

  it('a record matches if each word occurs in its identifier or its description', () => {
    const cases = fc.property(text, fc.option(text, { nil: undefined }), text, (id, description, query) => {
      const words = wordsIn(query);
      const texts = [id, description ?? ''].map(fold);
      const expected = words.every((word) => texts.some((one) => one.includes(word)));
      expect(matcherOf(words)(record(id, 0, 0, description))).toBe(expected);
    });
    fc.assert(cases, { numRuns: 2000 });
  });

  it('every part of a description without spaces finds it', () => {
    const cases = fc.property(text, fc.nat(20), fc.nat(20), (description, from, length) => {
      const points = Array.from(description.normalize('NFC').toUpperCase()).slice(from, from + length);
      const words = wordsIn(points.join(''));
      const found = matcherOf(words)(record('x', 0, 0, description.toUpperCase()));
      expect(found).toBe(true);
    });
    fc.assert(cases, { numRuns: 1000 });
  });
});
