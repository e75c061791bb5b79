import { maskPassword } from './passwords.ts';

/**
 * Controls, and characters that are invisible or reverse text, such as U+202E: a terminal would obey them.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** No reader needs more of a line, which may be of any length when it comes from elsewhere. */
const maxLine = 10_000;

/**
 * Returns text as one line, cut if it is far too long. Characters that could deceive a reader become escapes
 * as in JSON.
 */
export function printableLine(text: string): string {
  const spaces = (found: string) => (/[\r\n]/.test(found) ? ' ' : found);
  return escapeHidden(shorten(text, maxLine).trim().replace(/\s+/g, spaces));
}

/**
 * Returns text with such escapes, even for line feeds: an identifier with one differs from one with a space.
 */
export function escapeHidden(text: string): string {
  return text.replace(hidden, escaped);
}

/** What separates lines, fields, and the records of GeoJSON text sequences. */
const separators: ReadonlySet<string> = new Set(['\n', '\t', '\u001e']);

/**
 * Returns lines of JSON or of another text format as a terminal may show them. JSON with such escapes means
 * the same.
 */
export function escapeHiddenInLines(text: string): string {
  return text.replace(hidden, (character: string, offset: number) => {
    const isSeparator = separators.has(character) || text.startsWith('\r\n', offset);
    return isSeparator ? character : escaped(character);
  });
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Returns text of at most `max` UTF-16 units, and `…` if it is longer. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

/** Quotes a text of the user: on one line, without passwords, and cut if it is long. */
export function quoted(text: string): string {
  // Passwords first: the cut may remove the `@` that separates a password from a host.
  return `"${printableLine(shorten(maskPassword(text), 100))}"`;
}

/** Quotes an identifier on one line, and cuts it if it is long. */
export function quoteIdentifier(id: string): string {
  return escapeHidden(JSON.stringify(shorten(id, 60)));
}

/** Returns a text as one word for a shell, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the message for an invalid value of something, such as `--port`. `reason` is a sentence. */
export function cannotBe(name: string, value: string, reason: string): string {
  return `${name} cannot be ${value === '' ? 'empty' : quoted(value)}. ${reason}`;
}

/** Where a reader finds the clauses of explanations and reports. */
export const whereClausesAre =
  'Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core';
