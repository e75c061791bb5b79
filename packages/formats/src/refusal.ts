import type { RecordPosition, RefusedRecord } from './parsed-entry.ts';

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
