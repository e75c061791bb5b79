import { InvalidArgumentError } from '@location-records/core';
import type { CaseResponse } from '../http/service.ts';
import type { Target } from './generators/targets.ts';

/** Replaces the identifiers of all runs in a report. */
export const shownIdentifier = 'diff-identifier';

/** The header fields that the specification names. All others belong to the host. */
export const comparedFields = ['content-type', 'content-length', 'allow'] as const;

/** The compared parts of a response. The identifiers of the run are replaced by the same text in both responses. */
export interface ComparedResponse {
  /** The status code. */
  readonly status: number;
  /** The lines of each compared field that is present. */
  readonly headers: Readonly<Partial<Record<(typeof comparedFields)[number], readonly string[]>>>;
  /** A list has only the records of the run, unless whole lists are compared. */
  readonly body: Uint8Array;
}

/** Stands for a response that was missing or not whole. */
export interface MissingResponse {
  /** The error message of the request. */
  readonly reason: string;
}

/** A part in which two responses can differ. `response` means that only one service sent a response. */
export type ComparedPart = 'response' | 'status' | (typeof comparedFields)[number] | 'body';

/** How lists are compared. */
export interface ListComparison {
  readonly order: 'any' | 'same';
  readonly isWhole: boolean;
}

/**
 * The compared parts of a response.
 *
 * @param id the identifier of the run.
 */
export function toCompared(
  { status, headers, body }: CaseResponse,
  { isCollection }: Target,
  id: string,
  { order, isWhole }: ListComparison,
): ComparedResponse {
  // The length of a list depends on the records of others.
  const fields = comparedFields.filter((name) => !(isCollection && !isWhole && name === 'content-length'));
  const present = fields.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []));
  const change = (text: string) => {
    const list = isCollection ? ownEntries(text, isWhole ? '' : id, order === 'any') : text;
    return list.replaceAll(id, shownIdentifier);
  };
  return { status, headers: Object.fromEntries(present), body: changeText(body, change) };
}

/** The parts in which two responses differ. */
export function differingParts(
  a: ComparedResponse | MissingResponse,
  b: ComparedResponse | MissingResponse,
): readonly ComparedPart[] {
  if (isMissingResponse(a) || isMissingResponse(b))
    return isMissingResponse(a) && isMissingResponse(b) ? [] : ['response'];
  return [
    ...(a.status === b.status ? [] : (['status'] as const)),
    ...comparedFields.filter((name) => JSON.stringify(a.headers[name]) !== JSON.stringify(b.headers[name])),
    ...(isSame(a.body, b.body) ? [] : (['body'] as const)),
  ];
}

/**
 * Whether the response was missing or not whole.
 *
 * @throws {InvalidArgumentError} when it is not an object.
 */
export function isMissingResponse(response: ComparedResponse | MissingResponse): response is MissingResponse {
  if (typeof response !== 'object' || response === null) {
    throw new InvalidArgumentError('response', 'a response of a Difference');
  }
  return 'reason' in response;
}

/** Changes a text as bytes. Bytes that are not UTF-8 stay unchanged. */
function changeText(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return bytes;
  }
  return new TextEncoder().encode(change(text));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/**
 * A JSON array with only the elements that contain `id`, each exactly as written, sorted as texts if `isSorted`. A text
 * that is not a whole array stays unchanged.
 */
export function ownEntries(text: string, id: string, isSorted: boolean): string {
  const elements = splitArray(text);
  if (!elements) return text;
  const own = elements.filter((element) => element.includes(id));
  return `[${(isSorted ? own.sort() : own).join(',')}]`;
}

/** The elements of an array as written, with the white space around them. */
function splitArray(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  const inside = text.slice(1, -1);
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of inside.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    else if (token === ',' && depth === 0) {
      elements.push(inside.slice(start, index));
      start = index + 1;
    }
  }
  return inside === '' ? [] : [...elements, inside.slice(start)];
}
