import type { RequestHeaders } from './request.ts';
import { because, type Explanation, quote } from './responses.ts';

/** What a field names: any record, or these tags, weak ones with `W/`; `undefined` if it is malformed. */
type Tags = '*' | readonly string[] | undefined;

/** The preconditions of a request (RFC 9110 section 13.1), each with the lines of its field. */
export interface Preconditions {
  readonly match: readonly string[] | undefined;
  readonly noneMatch: readonly string[] | undefined;
}

/** Returns the preconditions of a request, or `undefined` if it has none. */
export function preconditionsOf(headers: RequestHeaders): Preconditions | undefined {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  return match === undefined && noneMatch === undefined ? undefined : { match, noneMatch };
}

/** A precondition that is not true, or has another form. */
interface FailedPrecondition {
  readonly kind: 'If-Match' | 'If-None-Match' | 'malformed';
  readonly explanation: Explanation;
}

/**
 * Finds the precondition that is not true for the record with this entity tag, or for an absent one (RFC 9110
 * section 13.2.2). `If-Match` compares strongly, so that a weak tag never matches, and `If-None-Match` weakly.
 */
export function failedPrecondition(
  { match, noneMatch }: Preconditions,
  tag: string | undefined,
): FailedPrecondition | undefined {
  const [wanted, unwanted] = [match && parseTags(match), noneMatch && parseTags(noneMatch)];
  if (match && !wanted) return malformed('If-Match', match);
  if (noneMatch && !unwanted) return malformed('If-None-Match', noneMatch);
  const isWanted = wanted === undefined || (tag !== undefined && names(wanted, tag));
  if (!isWanted) return notTrue('If-Match', tag);
  const isUnwanted =
    unwanted !== undefined && tag !== undefined && (names(unwanted, tag) || names(unwanted, `W/${tag}`));
  return isUnwanted ? notTrue('If-None-Match', tag) : undefined;
}

function names(tags: NonNullable<Tags>, tag: string): boolean {
  return tags === '*' || tags.includes(tag);
}

/** One tag of a list (RFC 9110 section 8.8.3), after empty elements (section 5.6.1). */
const nextTag = /[\t ,]*((?:W\/)?"[!\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/y;

function parseTags(lines: readonly string[]): Tags {
  const value = lines.join(', ');
  if (value.trim() === '*') return '*';
  const tags: string[] = [];
  nextTag.lastIndex = 0;
  for (;;) {
    const end = nextTag.lastIndex;
    const tag = nextTag.exec(value)?.[1];
    if (tag === undefined) return tags.length > 0 && /^[\t ,]*$/.test(value.slice(end)) ? tags : undefined;
    tags.push(tag);
  }
}

function malformed(field: string, lines: readonly string[]): FailedPrecondition {
  const reason = `${field} ${quote(lines.join(', '))} is neither "*" nor tags in quotes`;
  return { kind: 'malformed', explanation: because('D49', reason) };
}

function notTrue(kind: 'If-Match' | 'If-None-Match', tag: string | undefined): FailedPrecondition {
  const current = tag === undefined ? 'is absent' : `has the tag ${tag}`;
  return { kind, explanation: because('D49', `${kind} is not true, since the record ${current}`) };
}
