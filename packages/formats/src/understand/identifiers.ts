import type { FieldName, Row } from '../rows/row.ts';
import { textOf } from './names.ts';
import { shortHash, type TextDigests } from './text-digests.ts';

/** How the identifier of a record is found. */
export type IdentifierRule =
  | { readonly kind: 'fields'; readonly names: readonly FieldName[] }
  /** Made of the name of the record, with a number if it repeats. */
  | { readonly kind: 'slug'; readonly name: FieldName }
  /** Made of all that the row holds, with a number if it repeats. */
  | { readonly kind: 'hash' }
  /** The number of the row in its file, from 1. */
  | { readonly kind: 'row' };

/** Says in words where identifiers come from. */
export function describeRule(rule: IdentifierRule): string {
  switch (rule.kind) {
    case 'fields':
      return rule.names.join(' and ');
    case 'slug':
      return `made of ${rule.name} (slug)`;
    case 'hash':
      return 'made of the content of each record (hash)';
    case 'row':
      return 'the number of the row';
  }
}

/** Returns the value of the option `id` that stands for a rule. */
export function optionOf(rule: IdentifierRule): string {
  return rule.kind === 'fields' ? rule.names.join('+') : rule.kind;
}

/** Whether equal identifiers by this rule get numbers, so that no two records have the same. */
export function isNumbered({ kind }: IdentifierRule): boolean {
  return kind === 'slug' || kind === 'hash';
}

/**
 * Returns the identifier of a row by a rule, without a number; `undefined` if its fields have none.
 *
 * @param isExact whether white space around a text belongs to it, as in files of this service.
 */
export function identifierOf(rule: IdentifierRule, row: Row, isExact: boolean): string | undefined {
  switch (rule.kind) {
    case 'fields': {
      const parts = rule.names.map((name) => partOf(row.fields.get(name), isExact));
      return parts.includes(undefined) ? undefined : parts.join('-');
    }
    case 'slug':
      return slugOf(textOf(row.fields.get(rule.name)) ?? '') || `record-${contentDigest(row)}`;
    case 'hash':
      return contentDigest(row);
    case 'row':
      return String(row.index);
  }
}

function partOf(value: unknown, isExact: boolean): string | undefined {
  if (isExact && typeof value === 'string') return value;
  return textOf(value)?.trim();
}

/** Returns a text as it can stand in a URL: `Gare de l'Est` as `gare-de-l-est`. */
export function slugOf(text: string): string {
  // Marks that follow one another, `normalize` would sort one by one.
  const letters = text
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const words = letters.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return Array.from(words.join('-')).slice(0, 80).join('').replace(/-$/, '');
}

/** Returns a short text that stands for all that a row holds, whatever the order of its fields. */
export function contentDigest({ fields }: Row): string {
  const content = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify(content));
}

/** Gives numbers to identifiers that repeat: `cafe`, `cafe-2`, `cafe-3`. */
export class Numbering {
  readonly #all: TextDigests;
  readonly #isRepeated: (text: string) => boolean;
  readonly #next = new Map<string, number>();

  /** @param all the identifiers of all rows, without numbers. */
  constructor(all: TextDigests) {
    this.#all = all;
    this.#isRepeated = all.repeated();
  }

  /** Returns the identifier with its number, if it needs one. To be called in the order of the file. */
  numbered(id: string): string {
    if (!this.#isRepeated(id)) return id;
    const number = this.#next.get(id) ?? 1;
    let next = number + 1;
    // Another record may be called so.
    while (this.#all.has(`${id}-${next}`)) next++;
    this.#next.set(id, next);
    return number === 1 ? id : `${id}-${number}`;
  }
}
