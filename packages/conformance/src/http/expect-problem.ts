import { ContractError } from '../contract-error.ts';
import { isProblem, parseJson } from '../response-values.ts';
import { bodyText, statusAndBody } from './expect.ts';
import type { CaseResponse } from './service.ts';

/** The messages of SPEC section 7, and of DECISIONS.md for the errors that SPEC does not mention. */
export const messages = {
  contentType: 'Content-type is wrong, it must be JSON',
  idMissing: 'Location identifier is missing',
  idInvalid: 'Location identifier is not valid',
  bodyMissing: 'Body content is missing',
  bodyInvalid: 'Provided JSON is not valid',
  deleteWithoutId: 'An id must be provided to delete a location',
  routeNotFound: 'Route not found',
  methodNotAllowed: 'Method not allowed',
  preconditionInvalid: 'Precondition is not valid',
  preconditionFailed: 'Precondition failed',
  internalError: 'Internal server error',
  badRequest: 'Bad request',
  headTooLarge: 'Request header fields too large',
} as const;

/** Returns the message of GET for an absent record. */
export function resourceNotFound(id: string): string {
  return `Resource not found: ${id}`;
}

/** Returns the message of PUT for an absent record. */
export function locationNotFound(id: string): string {
  return `Location not found: ${id}`;
}

/** Expects this status and an Error object with this message (SPEC section 7). */
export function expectProblem(response: CaseResponse, status: number, message: string): void {
  const body = bodyText(response);
  if (response.status === status && isErrorObject(body) && messageIn(body) === message) return;
  const expected = statusAndBody(status, JSON.stringify({ error_message: message }));
  throw new ContractError('response', expected, statusAndBody(response.status, body));
}

/** Expects an Error object with any message. */
export function expectErrorObject(response: CaseResponse): void {
  const body = bodyText(response);
  if (!isErrorObject(body)) throw new ContractError('body', 'an Error object', body);
}

function messageIn(body: string): unknown {
  return Object(parseJson(body)).error_message;
}

function isErrorObject(body: string): boolean {
  const value = parseJson(body);
  return isProblem(value) && Object.keys(value).length === 1;
}
