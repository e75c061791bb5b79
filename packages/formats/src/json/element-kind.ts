import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';

/** The elements of an array, or the members of an object, that are records. */
export interface ElementKind {
  /** What holds them, in words. */
  readonly container: string;
  readonly part: 'value' | 'member';
  /** The byte with which a record begins. */
  readonly opener: number;
  /** The byte that ends what holds them. */
  readonly closer: number;
  /** The sticky pattern of how a record begins, to tell it from the rest of a broken one. */
  readonly opening: RegExp;
  /** The pattern of the beginning of a record, for texts in which records do not begin lines. */
  readonly beginning: string;
  /**
   * What a record has in it when its last bracket is missing and it goes on with the next record, which is still JSON.
   * A good record never has it.
   */
  readonly swallowed: RegExp;
  /** What is in an element that is several records behind a bracket too many. `swallowed` matches it, too. */
  readonly bracketed?: RegExp;
  /** Whether a missing bracket shows before the next record begins, but where `swallowed` matches. */
  readonly showsMissingBrackets: boolean;
  /** Makes an entry of the parsed element: a value, or an object with one member. */
  readonly read: (position: RecordPosition, value: unknown, settings: ParseSettings) => ParsedEntry;
}
