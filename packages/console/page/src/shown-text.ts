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

/** An identifier for people: spaces at its ends are seen, such as those of one that has nothing else. */
export function shownId(id: string, maxLength = 200): string {
  const start = id.slice(0, maxLength + 1);
  const spaced = start.replace(/^\p{Zs}+|\p{Zs}+$/gu, (spaces) => '␣'.repeat(spaces.length));
  return shownText(spaced, maxLength);
}

/** What people call a record: the first line of its description that is not blank, or its identifier. */
export function nameOf({ id, description }: Named, maxLength = 120): string {
  return firstLineOf(description) ? shownText(firstLineOf(description), maxLength) : shownId(id, maxLength);
}

/** Whether a record has a name beside its identifier. */
export function hasName({ id, description }: Named): boolean {
  return !['', id].includes(firstLineOf(description));
}

/** A record for a sentence: its name between quotes, and its identifier if that is another one. */
export function namedText(record: Named): string {
  const quoted = `“${isolated(nameOf(record, 60))}”`;
  return hasName(record) ? `${quoted} (${isolated(shownId(record.id, 60))})` : quoted;
}

/** What a record is named by. */
interface Named {
  readonly id: string;
  readonly description?: string | undefined;
}

function firstLineOf(description = ''): string {
  return description.trim().split(/[\r\n]/, 1)[0] ?? '';
}

/** Turns no text beside it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
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
export function showText<Shown extends HTMLElement>(element: Shown, text: string, maxLength?: number): Shown {
  const isolated = document.createElement('bdi');
  isolated.textContent = shownText(text, maxLength);
  element.replaceChildren(isolated);
  return element;
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
