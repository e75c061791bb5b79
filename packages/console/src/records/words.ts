import type { LocationRecord } from '@location-records/core';

const beyondAscii = /[\u0080-\uffff]/;

/** Letters without an accent to take off, as people type them on other keyboards. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' },
  // In capitals, the sigma at the end of a word is like any other.
  ς: 'σ',
};
const specialLetters = /[æœßøłđıς]/g;

/** Vowel signs of other scripts are marks, too, so a search there finds more than it has to. */
const marks = /\p{M}+/gu;

/** Folds text so that accents and case make no difference: `Cœur` and `COEUR` are the same. */
export function fold(text: string): string {
  return foldLowerCase(text.toLowerCase());
}

function foldLowerCase(text: string): string {
  if (!beyondAscii.test(text)) return text;
  // First the marks: those that follow one another, `normalize` would sort one by one.
  const unmarked = text.replace(marks, '').normalize('NFD').replace(marks, '');
  return unmarked.replace(specialLetters, (letter) => plainLetters[letter] ?? letter);
}

/** Returns the different words of a query, folded; none if it has only spaces and marks. */
export function wordsIn(query: string): readonly string[] {
  return [...new Set(fold(query).split(/\s+/))].filter((word) => word !== '');
}

/** Returns what tells whether each of the folded words occurs in the identifier or the description. */
export function matcherOf(words: readonly string[]): (record: LocationRecord) => boolean {
  return ([id, { description }]) => {
    // No word has the line break.
    const text = foldLowerCase((description === undefined ? id : `${id}\n${description}`).toLowerCase());
    for (const word of words) if (!text.includes(word)) return false;
    return true;
  };
}
