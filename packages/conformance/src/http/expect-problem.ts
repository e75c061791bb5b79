import { ContractError, expectEqual } from '../contract-error.ts';
import { bodyText, clauseOfForm, expectJsonType, expectLength, report, statusAndBody } from './expect.ts';
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
  internalError: 'Internal server error',
  badRequest: 'Bad request',
  headTooLarge: 'Request header fields too large',
} as const;

/** The message of GET for an absent record. */
export function resourceNotFound(id: string): string {
  return `Resource not found: ${id}`;
}

/** The message of PUT for an absent record. */
export function locationNotFound(id: string): string {
  return `Location not found: ${id}`;
}

/** The expected body of an error whose message does not matter. */
export const errorObject = 'an Error object';

/** The clauses of the errors that SPEC does not define. */
const clauseByMessage: ReadonlyMap<string, string> = new Map([
  [messages.routeNotFound, 'D4'],
  [messages.idInvalid, 'D3'],
  [messages.methodNotAllowed, 'D14'],
]);
/**
 * Messages without a clause of their own, which SPEC section 7 does not list either. The clause of the case applies.
 */
const serverMessages: readonly string[] = [messages.badRequest, messages.headTooLarge];

/** An Error object with exactly this message (SPEC section 7). */
export function expectProblem(response: CaseResponse, status: number, message: string): void {
  const clause = clauseByMessage.get(message);
  const [text, body] = [problemText(message), bodyText(response)];
  const isOther = response.status !== status;
  if (isOther || body !== text) {
    const broken = isOther
      ? clauseOfStatus(response.status, status, body === text, clause)
      : (clauseOfForm(body, text) ?? clause ?? clauseOfBody(body, message));
    const violation = new ContractError(
      'response',
      statusAndBody(status, text),
      statusAndBody(response.status, body),
      broken,
    );
    if (broken === undefined || response.status < 400) throw violation;
    report(response, violation);
    if (isOther || !isErrorObject(body)) return;
  }
  expectLength(response, response.body.length);
  expectJsonType(response, clause);
}

/** The response to PUT on an absent record (SPEC 4.3 and 4.5.5). */
export function expectNotReplaced(response: CaseResponse, id: string): void {
  const [expected, actual] = [
    statusAndBody(404, problemText(locationNotFound(id))),
    statusAndBody(response.status, bodyText(response)),
  ];
  if (response.status < 400) throw new ContractError('response', expected, actual, 'SPEC 4.3');
  // A 400 breaks the order of the checks only: it does not create the record either.
  if (response.status === 400)
    report(response, new ContractError('response', expected, actual, 'SPEC 4.5.5'));
  else expectProblem(response, 404, locationNotFound(id));
}

/** An Error object in JSON, with any message. `clause` is the clause that requires one. */
export function expectErrorObject(response: CaseResponse, clause = 'SPEC 4.8'): void {
  const text = bodyText(response);
  if (!isErrorObject(text)) report(response, new ContractError('body', errorObject, text, clause));
  expectJsonType(response, clause);
}

/** The clause of an error with this message; `undefined` when SPEC defines it. */
export function clauseOf(message: string): string | undefined {
  return clauseByMessage.get(message);
}

/** The response to HEAD when the response to GET has this status and text. */
export function expectHead(response: CaseResponse, status: number, text: string): void {
  if (response.status !== status) {
    report(response, new ContractError('status', status, response.status, 'D12'));
    return;
  }
  expectEqual('length of the body', response.body.length, 0);
  expectHeadLength(response, text);
  expectJsonType(response, 'D12');
}

/** The response to HEAD when the response to GET has this error. */
export function expectHeadProblem(response: CaseResponse, status: number, message: string): void {
  const clause = clauseByMessage.get(message);
  if (clause !== undefined && response.status >= 400 && response.status !== status) {
    report(response, new ContractError('status', status, response.status, clause));
    return;
  }
  expectHead(response, status, problemText(message));
}

/** The JSON text of an Error object. */
function problemText(message: string): string {
  return JSON.stringify({ error_message: message });
}

/**
 * When violations are collected, GET may send a wrong text, and HEAD then has the length of that text. The cases that
 * read the text judge it, and the cases of D12 compare the two lengths.
 */
function expectHeadLength(response: CaseResponse, text: string): void {
  const actual = response.headers['content-length'];
  if (response.onViolation && actual?.length === 1 && actual[0] !== '0') return;
  const length = new TextEncoder().encode(text).length;
  if (actual === undefined) expectLength(response, length);
  else if (actual.join() !== String(length)) {
    report(response, new ContractError('Content-Length', [String(length)], actual, 'D12'));
  }
}

/** What services also send where the specification demands 400: Conflict, Content Too Large, … */
export const alsoRefusals = [409, 411, 413, 415, 422];

/**
 * The clause that another status breaks. With the right message the service refused the request for the right reason,
 * and only its status is wrong.
 */
function clauseOfStatus(
  actual: number,
  expected: number,
  isMessageRight: boolean,
  clause: string | undefined,
): string | undefined {
  return isMessageRight && expected === 400 && alsoRefusals.includes(actual) ? 'SPEC 7' : clause;
}

/** The clause that a body breaks when it is not the Error object of this message. */
function clauseOfBody(body: string, message: string): string | undefined {
  if (!isErrorObject(body)) return 'SPEC 4.8';
  return serverMessages.includes(message) ? undefined : 'SPEC 7';
}

function isErrorObject(text: string): boolean {
  return /^\s*\{\s*"error_message"\s*:\s*"(\\.|[^"\\])*"\s*\}\s*$/.test(text);
}
