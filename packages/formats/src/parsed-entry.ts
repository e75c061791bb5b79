import type { LocationRecord } from '@location-records/core';

/** Where a record is in its file. */
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
  /**
   * What is probably wrong with it, though it is a legal record: "latitude and longitude look swapped".
   * Absent in most records.
   */
  readonly doubt?: string | undefined;
}

/** A record that cannot be read, and why. */
export interface RefusedRecord extends RecordPosition {
  /** The identifier, where it is known. */
  readonly id?: string | undefined;
  /**
   * The clause it breaks, of SPEC.md, DECISIONS.md, an RFC or GeoPackage: `D29`, `RFC 7946 3.1.2`. Where it
   * breaks none, the option that refuses it.
   */
  readonly rule: string;
  /** Why it is refused, as the rest of a sentence: `unknown member "descripton"`. */
  readonly reason: string;
  /** What may be meant, as the rest of a sentence, where that can be told: `did you mean "description"?`. */
  readonly suggestion?: string | undefined;
}

/** What a reader finds in a file: a record, or the reason why it is refused. */
export type ParsedEntry = ParsedRecord | RefusedRecord;

/** Why a record is refused. A reader throws it, but it is not an `Error`, since the reader has not failed. */
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

/**
 * The entry of a record that is refused.
 *
 * @param id the identifier, where it is known. Other values than strings are left out.
 */
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
    reason,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** What a value of JSON is, in words: `null`, `an array`, `a number`. */
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

/** A text in quotes for a message, cut where it is long. */
export function quote(text: string): string {
  const start = Array.from(text.slice(0, 120)).slice(0, 60).join('');
  return JSON.stringify(start.length < text.length ? `${start}…` : text);
}
