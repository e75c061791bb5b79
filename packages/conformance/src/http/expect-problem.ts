import { ContractError, expectEqual } from '../contract-error.ts';
import { bodyText, expectJson, expectJsonType } from './expect.ts';
import { type AnswerMatter, isAside } from './matters.ts';
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

/** The matters of the messages that SPEC section 7 does not have. */
const matters: ReadonlyMap<string, AnswerMatter> = new Map([
  [messages.routeNotFound, 'unknown-route'],
  [messages.idInvalid, 'invalid-id'],
  [messages.methodNotAllowed, 'unknown-method'],
]);

/** An Error object with exactly this message (SPEC section 7). */
export function expectProblem(response: CaseResponse, status: number, message: string): void {
  if (isAnyError(response, message)) return;
  if (isAside(response, 'error-object', 'error-message')) expectEqual('status', response.status, status);
  if (isAside(response, 'error-object')) return;
  if (isAside(response, 'error-message')) expectErrorObject(response);
  else expectJson(response, status, problemText(message));
}

/** The answer to PUT of a record that is absent (SPEC 4.3 and 4.5.5). */
export function expectNotReplaced(response: CaseResponse, id: string): void {
  const { status } = response;
  if (status === 400 && isAside(response, 'put-order')) return;
  if (status >= 200 && status < 300 && isAside(response, 'put-absent')) return;
  expectProblem(response, 404, locationNotFound(id));
}

/** An Error object in JSON, with whatever message (SPEC 4.8). */
export function expectErrorObject(response: CaseResponse): void {
  if (!isAside(response, 'error-object')) {
    const text = bodyText(response);
    const isErrorObject = /^\s*\{\s*"error_message"\s*:\s*"(\\.|[^"\\])*"\s*\}\s*$/.test(text);
    if (!isErrorObject) throw new ContractError('body', 'an Error object', text);
  }
  expectJsonType(response);
}

/** The answer to HEAD where the answer to GET has this status and text. */
export function expectHead(response: CaseResponse, status: number, text: string): void {
  if (isAside(response, 'head')) return;
  expectEqual('status', response.status, status);
  expectEqual('length of the body', response.body.length, 0);
  const isUntold = isAside(response, 'length') && response.headers['content-length'] === undefined;
  const length = String(new TextEncoder().encode(text).length);
  if (!isUntold) expectEqual('Content-Length', response.headers['content-length'], [length]);
  expectJsonType(response);
}

/** The answer to HEAD where the answer to GET has this error. */
export function expectHeadProblem(response: CaseResponse, status: number, message: string): void {
  if (isAnyError(response, message)) return;
  const isOpen = isAside(response, 'error-object', 'error-message', 'json-form');
  if (!isOpen) expectHead(response, status, problemText(message));
  else if (!isAside(response, 'head')) expectEqual('status', response.status, status);
}

/** The JSON text of an Error object. */
export function problemText(message: string): string {
  return JSON.stringify({ error_message: message });
}

/** Whether any error will do in place of this one. It must be an error all the same. */
export function isAnyError(response: CaseResponse, message: string): boolean {
  const matter = matters.get(message);
  if (matter === undefined || !isAside(response, matter)) return false;
  if (response.status < 400) throw new ContractError('status', 'an error', response.status);
  return true;
}
