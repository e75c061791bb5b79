/**
 * Controls, lone surrogates, invisible characters, and those that turn the text around them, such as U+202E.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Joiners, which belong to emoji and to words of many scripts. They turn nothing. */
const joiners = new Set(['\u200c', '\u200d', '\ufe0f']);

/**
 * Text of a record for people to read: what cannot be seen is written as `\u202e`, and a long text is cut. A
 * tab and a line end count as space.
 */
export function shownText(text: string, maxLength = 200): string {
  const start = text.length > maxLength ? `${cut(text, maxLength)}…` : text;
  return escapeUnprintable(start.replace(/[\t\r\n]+/g, ' '));
}

/** Text in which what cannot be seen is written as `\u202e`, at its whole length. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => (joiners.has(character) ? character : toEscape(character)));
}

/** An identifier for a sentence: between quotes, cut, and isolated so that it turns no word beside it. */
export function namedText(id: string): string {
  return `“\u2068${shownText(id, 60)}\u2069”`;
}

/** A number with its noun: `1 record`, `2,000 records`. */
export function counted(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** A phrase as the beginning of a sentence or a label. */
export function capitalized(phrase: string): string {
  return phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
}

/** Puts text of a record into an element, so that it turns no text beside it. It is never read as HTML. */
export function showText(element: HTMLElement, text: string, maxLength?: number): void {
  const isolated = document.createElement('bdi');
  isolated.textContent = shownText(text, maxLength);
  element.replaceChildren(isolated);
}

/** Does not part the two halves of a character. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
