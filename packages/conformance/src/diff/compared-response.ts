import { InvalidArgumentError } from '@location-records/core';
import type { CaseResponse } from '../http/service.ts';
import type { Target } from './generators/targets.ts';
import { ownEntries } from './own-entries.ts';

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

/** The responses of the two services to one call. */
export type ResponsePair = readonly [
  a: ComparedResponse | MissingResponse,
  b: ComparedResponse | MissingResponse,
];

/**
 * A part in which two responses can differ. `response` means that only one service sent a response, and `notation` that
 * the bodies are other bytes with the same values of JSON.
 */
export type ComparedPart = 'response' | 'status' | (typeof comparedFields)[number] | 'body' | 'notation';

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
  const isChanged = isCollection && !(isWhole && order === 'same');
  const change = (text: string) => {
    const list = isChanged ? ownEntries(text, isWhole ? '' : id, order === 'any') : text;
    return list.replaceAll(id, shownIdentifier);
  };
  const text = textOf(body);
  return {
    status,
    headers: Object.fromEntries(present),
    body: text === undefined ? body : new TextEncoder().encode(change(text)),
  };
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

/** Bytes as text; `undefined` when they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
