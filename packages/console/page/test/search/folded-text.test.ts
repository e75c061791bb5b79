import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAtWords, wordsOf } from '../../src/search/folded-text.ts';

const marked = (text: string, search: string) =>
  splitAtWords(text, wordsOf(search))
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['Sacré-Cœur', 'sacre', '[Sacré]-Cœur'],
  ['Sacre\u0301-Cœur', 'SACRÉ', '[Sacre\u0301]-Cœur'],
  ['Tour Eiffel', 'eif tou', '[Tou]r [Eif]fel'],
  ['aaa', 'a aa', '[aaa]'],
  ['🗼 tower', 'tower', '🗼 [tower]'],
  ['İstanbul', 'istanbul', '[İstanbul]'],
  ['Sacré-Cœur', 'coeur', 'Sacré-[Cœur]'],
  ['Łódź, Tromsø', 'lodz tromso', '[Łódź], [Tromsø]'],
  ['none', 'x', 'none'],
  ['', 'x', ''],
])('in %j, the words %j are marked: %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

it('the parts of any text are the text, with each occurrence of a word marked', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', 'á', 'A', 'b', '\u0301', '🗼', ' ', 'ß', 'İ'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, texts, (text, search) => {
      const words = wordsOf(search);
      const parts = splitAtWords(text, words);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      const rest = parts.filter((part) => !part.isMarked).map((part) => wordsOf(part.text).join(' '));
      for (const word of words) for (const part of rest) expect(part.includes(word)).toBe(false);
    }),
  );
});
