import type { CaseRequest, CaseResponse } from '../http/service.ts';
import { isContainer, isProblem, parseJson } from '../response-values.ts';
import { shownIdentifier } from './calls.ts';

/** The compared parts of a response. */
export interface ComparedResponse {
  /** The status code. */
  readonly status: number;
  /** The lines of the field `Content-Type`, joined with a comma; `undefined` without one. */
  readonly contentType: string | undefined;
  /** The body as text. A list has only the records of the run. */
  readonly body: string;
}

/** Stands for a response that is missing or not whole. */
export interface MissingResponse {
  /** The message of the error. */
  readonly missing: string;
}

/** The responses of both services to one request. */
export type ResponsePair = readonly [
  a: ComparedResponse | MissingResponse,
  b: ComparedResponse | MissingResponse,
];

/** A part in which two responses differ. `response` means that one of them is missing. */
export type ComparedPart = 'response' | 'status' | 'content-type' | 'body';

/** How bodies are compared. */
export interface Comparison {
  readonly exact: boolean;
  readonly nullIsAbsent: boolean;
}

/**
 * Returns the compared parts of a response, with {@link shownIdentifier} for the identifier `id` of the run.
 */
export function toCompared(
  { target }: CaseRequest,
  { status, headers, body }: CaseResponse,
  id: string,
  { exact }: Comparison,
): ComparedResponse {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const own = target === '/' ? ownEntries(text, id, exact) : text;
  return {
    status,
    contentType: headers['content-type']?.join(', '),
    body: own.replaceAll(id, shownIdentifier),
  };
}

/** Returns the entries of a list that contain `id`, sorted unless their order counts. */
function ownEntries(text: string, id: string, isOrdered: boolean): string {
  const list = parseJson(text);
  if (!Array.isArray(list)) return text;
  const entries = list.map((entry) => JSON.stringify(entry)).filter((entry) => entry.includes(id));
  return `[${(isOrdered ? entries : entries.sort()).join(',')}]`;
}

/** Returns the parts in which two responses differ. */
export function differingParts([a, b]: ResponsePair, comparison: Comparison): readonly ComparedPart[] {
  if ('missing' in a || 'missing' in b) return 'missing' in a && 'missing' in b ? [] : ['response'];
  const parts: ComparedPart[] = [];
  if (a.status !== b.status) parts.push('status');
  if (a.contentType !== b.contentType) parts.push('content-type');
  if (comparableBody(a, comparison) !== comparableBody(b, comparison)) parts.push('body');
  return parts;
}

/** Returns the same text for bodies that count as the same. */
function comparableBody({ body }: ComparedResponse, { exact, nullIsAbsent }: Comparison): string {
  const value = exact ? undefined : parseJson(body);
  if (value === undefined) return body;
  return JSON.stringify(value, (name, member: unknown) => {
    if (nullIsAbsent && name === 'description' && member === null) return undefined;
    // JSON has no such number, and would write null.
    if (typeof member === 'number' && !Number.isFinite(member)) return String(member);
    if (!isContainer(member) || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** What of a message names a kind of difference, in characters. */
const maxMessage = 200;

/**
 * Returns the same name for differences in the same parts with the same statuses and messages.
 */
export function kindOf({ method }: CaseRequest, pair: ResponsePair, parts: readonly ComparedPart[]): string {
  const outlines = pair.map((response) => {
    if ('missing' in response) return 'missing';
    const value = parseJson(response.body);
    const message = isProblem(value) ? value.error_message.slice(0, maxMessage) : '';
    return [response.status, message.replace(/: .*/s, '')].join(' ');
  });
  return [method, ...parts, ...outlines].join(', ');
}

/**
 * Returns whether only one of the services may have carried out a write, so that their records may differ.
 */
export function leavesOtherRecords({ method }: CaseRequest, [a, b]: ResponsePair): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead && isSuccess(a) !== isSuccess(b);
}

function isSuccess(response: ResponsePair[number]): boolean {
  return !('missing' in response) && response.status >= 200 && response.status < 300;
}
