/** Letters that the service compares as those which people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};

/** Text without accents and case, as the service compares words. */
export function folded(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[æœßøłđıς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The words that a text looks for. */
export function wordsOf(text: string): readonly string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}

/** A part of a text, and whether it is one of the words. */
interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text where words begin and end, whatever their accents and case. */
export function splitAtWords(text: string, words: readonly string[]): readonly TextPart[] {
  let foldedText = '';
  /** Where each unit of the folded text comes from. */
  const origins: number[] = [];
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const letters = folded(character);
    for (let unit = 0; unit < letters.length; unit++) origins.push(index);
    foldedText += letters;
    index += character.length;
  }
  origins.push(text.length);

  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = foldedText.indexOf(word); at >= 0; at = foldedText.indexOf(word, at + word.length)) {
      isMarked.fill(true, origins[at], origins[at + word.length]);
    }
  }
  const parts: TextPart[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    while (end < text.length && isMarked[end] === isMarked[start]) end++;
    parts.push({ text: text.slice(start, end), isMarked: isMarked[start] === true });
  }
  return parts;
}
