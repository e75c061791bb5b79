import { ContractError, expectEqual, isEqual } from '../contract-error.ts';
import { isContainer, parseJson } from '../response-values.ts';
import type { CaseResponse } from './service.ts';

/** Returns the body as text. JSON must be UTF-8 (RFC 8259 section 8.1). */
export function bodyText({ body }: CaseResponse): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    const text = new TextDecoder('latin1').decode(body);
    throw new ContractError('encoding', 'UTF-8', `bytes that are not UTF-8, as Latin-1: ${text}`);
  }
}

/** Returns a status and a body as text for messages. */
export function statusAndBody(status: number, body: string): string {
  return `${status} ${body || 'and no body'}`;
}

function fail(response: CaseResponse, expected: string): never {
  throw new ContractError('response', expected, statusAndBody(response.status, bodyText(response)));
}

/** Expects the response of a successful write: 200 and no body (SPEC 4). */
export function expectDone(response: CaseResponse): void {
  if (response.status !== 200 || response.body.length > 0) fail(response, statusAndBody(200, ''));
}

/** Expects success with any 2xx, in a case about another rule than the form of the response. */
export function expectSuccess(response: CaseResponse): void {
  if (response.status < 200 || response.status > 299) fail(response, statusAndBody(200, ''));
}

/** Expects this status and exactly this text. */
export function expectText(response: CaseResponse, status: number, text: string): void {
  if (response.status !== status || bodyText(response) !== text) fail(response, statusAndBody(status, text));
}

/**
 * Expects 200 and JSON with the values of this Location. White space, the order of members, the form of
 * numbers and an absent description as null are other cases' rules (D35, D31, D28).
 */
export function expectLocation(response: CaseResponse, location: string): void {
  const value = parseJson(bodyText(response));
  if (response.status !== 200 || !isSameLocation(value, JSON.parse(location))) {
    fail(response, statusAndBody(200, location));
  }
}

/** Returns whether two parsed Locations have the same values. A null description counts as absent. */
export function isSameLocation(value: unknown, expected: unknown): boolean {
  return isEqual(withoutNull(value), withoutNull(expected));
}

function withoutNull(value: unknown): unknown {
  return isContainer(value) && value.description === null ? { ...value, description: undefined } : value;
}

/** Expects these fields, each on one line with this value; `undefined` means that the field is missing. */
export function expectFields(
  response: Pick<CaseResponse, 'headers'>,
  fields: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const expected = value === undefined ? undefined : [value];
    expectEqual(name, response.headers[name.toLowerCase()], expected);
  }
}

/** Expects a content type of JSON. D37 is stricter: it forbids parameters. */
export function expectJsonType({ headers }: CaseResponse): void {
  const [type = '', ...more] = headers['content-type'] ?? [];
  if (more.length > 0 || !/^application\/json[\t ]*(;|$)/i.test(type)) {
    throw new ContractError('Content-Type', ['application/json'], headers['content-type']);
  }
}

/** Expects `Content-Length` with this length, once, and no `Transfer-Encoding` (RFC 9112 section 6.2). */
export function expectLength(response: Pick<CaseResponse, 'headers'>, length: number): void {
  expectFields(response, { 'Transfer-Encoding': undefined, 'Content-Length': String(length) });
}

/** The methods of the service, as `Allow` lists them (D13). */
export const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
