import { ContractError, expectEqual } from '../contract-error.ts';
import { bodyText, clauseOfForm, expectJsonType, expectLength, report, said } from './expect.ts';
import type { CaseResponse } from './service.ts';

/** The messages of SPEC section 7, and ours where it is silent. */
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

/** The expected body of an error, where its message does not matter. */
export const errorObject = 'an Error object';

/** The clauses of what SPEC does not say: which error there is, and of which status. */
const ownClauses: ReadonlyMap<string, string> = new Map([
  [messages.routeNotFound, 'D4'],
  [messages.idInvalid, 'D3'],
  [messages.methodNotAllowed, 'D14'],
]);
/** Messages that neither SPEC section 7 nor a clause of their own has: the clause of the case counts. */
const ofServer: readonly string[] = [messages.badRequest, messages.headTooLarge];

/** An Error object with exactly this message (SPEC section 7). */
export function expectProblem(response: CaseResponse, status: number, message: string): void {
  const clause = ownClauses.get(message);
  const [text, body] = [problemText(message), bodyText(response)];
  const isOther = response.status !== status;
  if (isOther || body !== text) {
    const broken = isOther ? clause : (clauseOfForm(body, text) ?? clause ?? clauseOfBody(body, message));
    const violation = new ContractError('response', said(status, text), said(response.status, body), broken);
    if (broken === undefined || response.status < 400) throw violation;
    report(response, violation);
    if (isOther || !isErrorObject(body)) return;
  }
  expectLength(response, response.body.length);
  expectJsonType(response, clause);
}

/** The response to PUT of a record that is absent (SPEC 4.3 and 4.5.5). */
export function expectNotReplaced(response: CaseResponse, id: string): void {
  const [expected, actual] = [
    said(404, problemText(locationNotFound(id))),
    said(response.status, bodyText(response)),
  ];
  if (response.status < 400) throw new ContractError('response', expected, actual, 'SPEC 4.3');
  // Nothing is created either way.
  if (response.status === 400)
    report(response, new ContractError('response', expected, actual, 'SPEC 4.5.5'));
  else expectProblem(response, 404, locationNotFound(id));
}

/** An Error object in JSON, with any message; `clause` says that it is one. */
export function expectErrorObject(response: CaseResponse, clause = 'SPEC 4.8'): void {
  const text = bodyText(response);
  if (!isErrorObject(text)) report(response, new ContractError('body', errorObject, text, clause));
  expectJsonType(response, clause);
}

/** The clause of an error with this message, where that is not one of SPEC. */
export function clauseOf(message: string): string | undefined {
  return ownClauses.get(message);
}

/** The response to HEAD where the response to GET has this status and text. */
export function expectHead(response: CaseResponse, status: number, text: string): void {
  if (response.status !== status) {
    report(response, new ContractError('status', status, response.status, 'D12'));
    return;
  }
  expectEqual('length of the body', response.body.length, 0);
  expectHeadLength(response, text);
  expectJsonType(response, 'D12');
}

/** The response to HEAD where the response to GET has this error. */
export function expectHeadProblem(response: CaseResponse, status: number, message: string): void {
  const clause = ownClauses.get(message);
  if (clause !== undefined && response.status >= 400 && response.status !== status) {
    report(response, new ContractError('status', status, response.status, clause));
    return;
  }
  expectHead(response, status, problemText(message));
}

/** The JSON text of an Error object. */
export function problemText(message: string): string {
  return JSON.stringify({ error_message: message });
}

/**
 * Where violations are collected, GET may have another text than it should have, and HEAD tells the length of that:
 * the text is judged where it is read, and the cases of D12 compare the two lengths.
 */
function expectHeadLength(response: CaseResponse, text: string): void {
  const told = response.headers['content-length'];
  if (response.onViolation && told?.length === 1 && told[0] !== '0') return;
  const length = new TextEncoder().encode(text).length;
  if (told === undefined) expectLength(response, length);
  else if (told.join() !== String(length)) {
    report(response, new ContractError('Content-Length', [String(length)], told, 'D12'));
  }
}

/** The clause of a body that is not the one of this message. */
function clauseOfBody(body: string, message: string): string | undefined {
  if (!isErrorObject(body)) return 'SPEC 4.8';
  return ofServer.includes(message) ? undefined : 'SPEC 7';
}

function isErrorObject(text: string): boolean {
  return /^\s*\{\s*"error_message"\s*:\s*"(\\.|[^"\\])*"\s*\}\s*$/.test(text);
}
