import type { LocationRecord } from '../api.ts';

/** Whether a record has all the words that are looked for. */
type Match = (record: LocationRecord) => boolean;

/**
 * Looks for words, parts of words included: each must occur in the identifier or in the description, in any
 * case of its letters. A text without a word is in no record.
 */
export function matchWords(text: string): Match {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return ({ id, description = '' }) => {
    const content = folded(`${id}\n${description}`);
    return words.length > 0 && words.every((word) => content.includes(word));
  };
}

/** The same letters may come as one character or as several. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
