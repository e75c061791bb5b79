import type { LocationRecord } from '@location-records/core';

/** The place of a record in its file. */
export interface RecordPosition {
  /** The number of the record, from 1. Refused records count as well. */
  readonly index: number;
  /** The line on which it begins, from 1. In a GeoPackage, the number of the row. */
  readonly line: number;
  /** The offset of its first byte, from 0. Absent in a GeoPackage. */
  readonly byte?: number | undefined;
}

/** A record that was read. */
export interface ParsedRecord extends RecordPosition {
  readonly record: LocationRecord;
  /** What is probably wrong with the record, though it is valid: `latitude and longitude look swapped`. */
  readonly doubt?: string | undefined;
}

/** A record that cannot be read, and why. */
export interface RefusedRecord extends RecordPosition {
  /** The identifier, if it is known. */
  readonly id?: string | undefined;
  /**
   * The clause that it breaks, of SPEC.md, DECISIONS.md, an RFC or GeoPackage: `D29`, `RFC 7946 3.1.2`; or
   * the option that refuses it.
   */
  readonly rule: string;
  /** Why it is refused, as the rest of a sentence: `unknown member "descripton"`. */
  readonly reason: string;
  /** What may be meant, or what to do, as the rest of a sentence: `write it with a point: 48.2`. */
  readonly suggestion?: string | undefined;
}

/** A record of a file, or the reason why it is refused. */
export type ParsedEntry = ParsedRecord | RefusedRecord;

/** The reason for a refusal. Readers throw it; it is no `Error`, because the reader has not failed. */
export class Refusal {
  readonly rule: string;
  readonly reason: string;
  readonly suggestion: string | undefined;

  /** See {@link RefusedRecord} for what these are. */
  constructor(rule: string, reason: string, suggestion?: string) {
    this.rule = rule;
    this.reason = reason;
    this.suggestion = suggestion;
  }
}

/** Creates the entry of a refused record. An `id` that is not a string is left out. */
export function refuseRecord(
  { index, line, byte }: RecordPosition,
  { rule, reason, suggestion }: Refusal,
  id?: unknown,
): RefusedRecord {
  return {
    index,
    line,
    ...(byte !== undefined && { byte }),
    ...(typeof id === 'string' && id !== '' && { id }),
    rule,
    reason: messageLine(reason),
    ...(suggestion !== undefined && { suggestion: messageLine(suggestion) }),
  };
}

/** Names the kind of a value of JSON: `null`, `an array`, `a number`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** `1 element`, `3 elements`. */
export function countedElements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

/** How much a message has of a text of a file, and of its names, and how long it is at most. */
const most = { characters: 60, names: 20, message: 4000 } as const;

/**
 * Characters that a terminal obeys or does not show, such as U+202E, which reverses what follows it. JSON
 * escapes only those below U+0020.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Puts a text in quotes for a message, shortens it if it is long, and escapes hidden characters as in JSON. */
export function quote(text: string): string {
  return escapeHidden(JSON.stringify(startOf(text)));
}

/** Returns what {@link quote} does without the quotes, for a word that a sentence has as its own. */
export function shortened(text: string): string {
  return escapeHidden(startOf(text));
}

function startOf(text: string): string {
  const start = Array.from(text.slice(0, 2 * most.characters))
    .slice(0, most.characters)
    .join('');
  return start.length < text.length ? `${start}…` : text;
}

/** Returns a message as one line without hidden characters, which ends in `…` if it is far too long. */
export function messageLine(text: string): string {
  return escapeHidden(text.length > most.message ? `${text.slice(0, most.message)}…` : text);
}

/** Lists names in quotes: all of them, or as many as a line may have. */
export function quoteAll(names: readonly string[]): string {
  const shown = names.slice(0, most.names).map(quote);
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

/** Writes hidden characters as escapes of JSON. */
export function escapeHidden(text: string): string {
  return text.replace(hidden, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
