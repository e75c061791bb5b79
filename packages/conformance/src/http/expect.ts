import { ContractError, expectEqual, isEqual } from '../contract-error.ts';
import type { CaseResponse, CaseResponseHead } from './service.ts';

/** Fields that a response of the service never has. */
const unwanted = ['location', 'etag', 'x-powered-by', 'set-cookie', 'expires', 'age', 'last-modified'];
/** Fields with directives for caches: for all, for those of content delivery networks (RFC 9213), and for surrogates. */
const cacheControls = ['cache-control', 'cdn-cache-control', 'surrogate-control'];

/**
 * Reports a violation after which the case can still judge its own rule. It throws unless the host collects violations.
 */
export function report({ onViolation }: CaseResponseHead, violation: ContractError): void {
  if (!onViolation) throw violation;
  onViolation(violation);
}

/** The body as text. It must be UTF-8, the encoding of JSON. */
export function bodyText({ body }: CaseResponse): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    const text = new TextDecoder('latin1').decode(body);
    throw new ContractError('encoding', 'UTF-8', `bytes that are not UTF-8, as Latin-1: ${text}`, 'D35');
  }
}

/**
 * 200, empty, `Content-Length: 0`, no content type (SPEC section 4). `clause` is the clause that requires a success.
 */
export function expectDone(response: CaseResponse, clause?: string): void {
  expectSuccess(response, clause);
  const isExact = response.status === 200 && response.body.length === 0;
  if (isExact) expectField(response, 'SPEC 4', 'content-type', undefined);
  else
    report(
      response,
      new ContractError(
        'response',
        statusAndBody(200, ''),
        statusAndBody(response.status, bodyText(response)),
        'SPEC 4',
      ),
    );
  expectLength(response, response.body.length, 'D36');
  expectNothingUnwanted(response);
}

/** The status 200 of a successful write. */
export function expectWritten(response: CaseResponse): void {
  expectSuccess(response);
  if (response.status !== 200) report(response, new ContractError('status', 200, response.status, 'SPEC 4'));
}

/** This status and exactly this JSON text. */
export function expectJson(response: CaseResponse, status: number, text: string): void {
  expectText(response, status, text);
  expectLength(response, response.body.length);
  expectJsonType(response);
}

/** Exactly this JSON text of a list, which may come in chunks. */
export function expectList(response: CaseResponse, text: string): void {
  expectText(response, 200, text);
  if (!response.headers['transfer-encoding']) expectLength(response, response.body.length);
  expectJsonType(response);
}

function expectText(response: CaseResponse, status: number, text: string): void {
  const body = bodyText(response);
  if (response.status !== status || body !== text) {
    const clause = response.status === status ? clauseOfForm(body, text) : undefined;
    const violation = new ContractError(
      'response',
      statusAndBody(status, text),
      statusAndBody(response.status, body),
      clause,
    );
    if (clause === undefined) throw violation;
    report(response, violation);
  }
}

/** The fields of every response with JSON. `clause` is the clause that requires JSON. */
export function expectJsonType(
  response: CaseResponse,
  clause = response.status < 400 ? 'SPEC 4' : 'SPEC 4.8',
): void {
  const [type = '', ...more] = response.headers['content-type'] ?? [];
  const isNearly = /^application\/json[\t ]*(;|$)/i.test(type) && more.length === 0;
  expectField(response, isNearly ? 'D37' : clause, 'content-type', 'application/json');
  expectNothingUnwanted(response);
}

/** The methods of the service, as `Allow` lists them. */
export function expectAllow(response: CaseResponse): void {
  expectEqual('Allow', response.headers.allow, ['GET, HEAD, POST, PUT, DELETE, OPTIONS']);
}

/** `Content-Length` has this length, once, and there is no `Transfer-Encoding` (RFC 9112 section 6.2). */
export function expectLength(response: CaseResponse, length: number, clause = 'D35'): void {
  // A 204 has no length (RFC 9110 section 8.6). Its status is judged elsewhere.
  const isTold = response.status !== 204;
  if (response.headers['transfer-encoding']) expectField(response, clause, 'transfer-encoding', undefined);
  else expectField(response, clause, 'content-length', isTold ? String(length) : undefined);
}

/** A status and a body, as text for a message. */
export function statusAndBody(status: number, body: string): string {
  return `${status} ${body || 'and no body'}`;
}

/**
 * The clause that a body breaks whatever was stored: it has the values of the expected canonical JSON in another form,
 * or is not a Location (SPEC 4). `undefined` when the values differ otherwise.
 */
export function clauseOfForm(body: string, text: string): string | undefined {
  const [value, expected] = [parsed(body), parsed(text)];
  if (value === undefined || expected === undefined) return undefined;
  if (isEqual(value, expected)) return 'D35';
  if (!isObject(value) || !isLocation(expected)) return undefined;
  const [{ description, ...others }, { description: wanted, ...wantedOthers }] = [value, expected];
  if (isEqual(others, wantedOthers)) {
    if (wanted === undefined && (description === null || description === '')) return 'D28';
    return wanted && description === undefined ? 'SPEC 4' : undefined;
  }
  const { latitude, longitude } = expected.coordinates;
  const isSwapped = isEqual(value, {
    ...expected,
    coordinates: { latitude: longitude, longitude: latitude },
  });
  return isSwapped || isOtherObject(value) ? 'SPEC 4' : undefined;
}

/** Whether a response is an object with other members than a Location has, or with members of other types. */
function isOtherObject(value: Record<string, unknown>): boolean {
  const { description = '', coordinates, ...others } = value;
  if (value.error_message !== undefined) return false;
  if (!isObject(coordinates) || Object.keys(others).length > 0) return true;
  const { latitude, longitude, ...more } = coordinates;
  // A number beyond a limit of the server becomes null: other cases judge the limits.
  const isNumber = (one: unknown) => typeof one === 'number' || one === null;
  const hasTypes = typeof description === 'string' && isNumber(latitude) && isNumber(longitude);
  return !hasTypes || Object.keys(more).length > 0;
}

function isLocation(value: unknown): value is { description?: string; coordinates: Record<string, unknown> } {
  return isObject(value) && isObject(value.coordinates);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function expectSuccess(response: CaseResponse, clause?: string): void {
  const isSuccess = response.status >= 200 && response.status < 300;
  if (!isSuccess)
    throw new ContractError(
      'response',
      statusAndBody(200, ''),
      statusAndBody(response.status, bodyText(response)),
      clause,
    );
}

/** No field names a framework, or lets a client keep something: a cookie, a validator, the response itself (D37). */
export function expectNothingUnwanted(response: CaseResponse): void {
  for (const name of unwanted) expectField(response, 'D37', name, undefined);
  for (const name of cacheControls) {
    if (!forbidsReuse(response.headers[name])) expectField(response, 'D37', name, undefined);
  }
}

/** Whether a client must send its next request to the server, whatever else the lines of `Cache-Control` say. */
function forbidsReuse(lines: readonly string[] = []): boolean {
  const directives = lines.flatMap((line) => line.toLowerCase().split(',')).map((one) => one.trim());
  return directives.includes('no-store') || directives.includes('no-cache');
}

function expectField(response: CaseResponse, clause: string, name: string, value: string | undefined): void {
  const [actual, expected] = [response.headers[name], value === undefined ? undefined : [value]];
  const shown = name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  if (!isEqual(actual, expected)) report(response, new ContractError(shown, expected, actual, clause));
}
