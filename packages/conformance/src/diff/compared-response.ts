import type { CaseResponse } from '../http/service.ts';
import type { Target } from './generators/targets.ts';

/** What stands in a report for the identifier of whichever run it was. */
export const shownIdentifier = 'diff-identifier';

/** The header fields that the specification says something of; all others are the host's own affair. */
export const comparedFields = ['content-type', 'content-length', 'allow'] as const;

/** What is compared of a response. The identifiers of the run are the same ones in both responses. */
export interface ComparedResponse {
  readonly status: number;
  /** The lines of each field that was there. */
  readonly headers: Readonly<Partial<Record<(typeof comparedFields)[number], readonly string[]>>>;
  /** Of a list only the records of the run, unless the whole list is compared. */
  readonly body: Uint8Array;
}

/** No whole response came. */
export interface MissingResponse {
  /** What was missing. */
  readonly reason: string;
}

/** A part in which two responses can differ; `response` when only one service sent one. */
export type ComparedPart = 'response' | 'status' | (typeof comparedFields)[number] | 'body';

/** How lists are compared. */
export interface ListComparison {
  readonly order: 'any' | 'same';
  readonly isWhole: boolean;
}

/** Takes out of a response what is compared; `id` is the identifier of its run. */
export function toCompared(
  { status, headers, body }: CaseResponse,
  { isCollection }: Target,
  id: string,
  { order, isWhole }: ListComparison,
): ComparedResponse {
  // The length of a list tells how many records others have.
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
  if (isMissing(a) || isMissing(b)) return isMissing(a) && isMissing(b) ? [] : ['response'];
  return [
    ...(a.status === b.status ? [] : (['status'] as const)),
    ...comparedFields.filter((name) => JSON.stringify(a.headers[name]) !== JSON.stringify(b.headers[name])),
    ...(isSame(a.body, b.body) ? [] : (['body'] as const)),
  ];
}

/** Whether there was no whole response. */
export function isMissing(response: ComparedResponse | MissingResponse): response is MissingResponse {
  return 'reason' in response;
}

/** Bytes that are not UTF-8 stay as they are. */
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
 * The text of a JSON array without the elements that have nothing to do with `id`, each of the others exactly as it
 * was written; in the order of their text when `isSorted`. A text that is not an array, or not whole, stays as it is.
 */
export function ownEntries(text: string, id: string, isSorted: boolean): string {
  const elements = splitArray(text);
  if (!elements) return text;
  const own = elements.filter((element) => element.includes(id));
  return `[${(isSorted ? own.sort() : own).join(',')}]`;
}

/** The elements of an array as they are written, with the white space around them. */
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
