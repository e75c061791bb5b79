import { expectEqual } from '../contract-error.ts';
import { expectDone, expectFields, expectLocation, expectSuccess, expectText } from './expect.ts';
import { expectProblem, messages } from './expect-problem.ts';
import { type HttpCase, httpCase } from './http-case.ts';
import { expectAbsent, expectRecord, first, store } from './records.ts';
import { jsonType } from './requests.ts';
import type { CaseRequest, CaseResponse, Service } from './service.ts';

/**
 * A case with one exchange, or with several that get the same response. `<id>` stands for a new identifier,
 * in targets and in the message.
 */
export interface Row extends Partial<Pick<HttpCase, 'needs' | 'options' | 'presupposes'>> {
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  /** The Location of the record before the request. Without it, the record is absent. */
  readonly before?: string | undefined;
  /** The request. If there are several, each is sent about another record, and all have the same response. */
  readonly request: RowRequest | readonly RowRequest[];
  readonly response: Expected;
  /**
   * The Location of the record afterwards; `null` if it must be absent. Without it, the case does not look.
   */
  readonly after?: string | null | undefined;
}

/** A request whose bytes are made when the case runs: some environments of tests have no `TextEncoder`. */
export interface RowRequest extends Omit<CaseRequest, 'body'> {
  readonly body?: string | (() => Uint8Array);
}

/** What a response must be. */
export type Expected =
  /** 200 and no body. */
  | 'done'
  /** Any 2xx, if the case is about another rule. */
  | 'success'
  | { readonly error: string; readonly status: number; readonly fields?: Fields }
  /** 200 with the values of this Location. */
  | { readonly location: string }
  /** This status, and exactly this text unless it is left out. */
  | { readonly status: number; readonly text?: string; readonly fields?: Fields };

type Fields = Readonly<Record<string, string | undefined>>;

/** Returns the expectation of an Error object. */
export function problem(status: number, error: string, fields: Fields = {}): Expected {
  return { status, error, fields };
}

/** The error of a body that is not JSON or not a Location. */
const invalid: Expected = problem(400, messages.bodyInvalid);

type Headers = NonNullable<CaseRequest['headers']>;

/** Returns a request about `/<id>` or another target. */
export function row(
  method: string,
  target = '/<id>',
  body?: RowRequest['body'],
  headers: Headers = body === undefined ? [] : jsonType,
): RowRequest {
  return { method, target, headers, ...(body !== undefined && { body }) };
}

/** Returns a POST with this body. */
export function post(body: RowRequest['body'], headers?: Headers, target?: string): RowRequest {
  return row('POST', target, body, headers);
}

/** Returns a PUT with this body. */
export function put(body: RowRequest['body'], headers?: Headers, target?: string): RowRequest {
  return row('PUT', target, body, headers);
}

/** Returns a POST and a PUT with this body. */
export function writes(body: RowRequest['body'], headers?: Headers, target?: string): RowRequest[] {
  return [post(body, headers, target), put(body, headers, target)];
}

/** The ids of the cases about the plain way of each method, which others presuppose. */
export const plain = {
  creates: 'state-post-creates',
  replaces: 'state-put-replaces',
  removes: 'state-delete-removes',
  absent: 'response-get-absent',
  list: 'list-pairs',
  error: 'response-error-is-object',
} as const;

/** The case that shows each message in its plainest form. Others with the message presuppose it. */
const errorCases: Readonly<Record<string, string>> = {
  [messages.contentType]: 'response-error-content-type',
  [messages.idMissing]: 'response-error-id',
  [messages.bodyMissing]: 'response-error-body',
  [messages.bodyInvalid]: 'response-error-json',
  [messages.deleteWithoutId]: 'response-error-delete-id',
  [messages.idInvalid]: 'response-error-bad-escape',
  [messages.routeNotFound]: 'response-error-route',
  [messages.methodNotAllowed]: 'response-error-method',
  'Resource not found: <id>': 'response-error-get-absent',
  'Location not found: <id>': 'response-error-put-absent',
};

/** Returns the ids of the cases that must pass before a case about an error with this message. */
export function presupposedBy(message: string): readonly string[] {
  const own = errorCases[message];
  return own === undefined ? [plain.error] : [plain.error, own];
}

/** Makes a case of a row. What the row presupposes follows from its requests and the response. */
export function rowCase(row: Row): HttpCase {
  const { id, clause, title, needs = [], options } = row;
  return httpCase(id, clause, title, (service) => runRow(service, row), {
    needs,
    presupposes: presuppositions(row),
    ...(options && { options }),
  });
}

async function runRow(service: Service, { before, request, response, after }: Row): Promise<void> {
  for (const one of [request].flat()) {
    const id = service.freshId();
    const target = `/${id}`;
    if (before !== undefined) await store(service, target, before);
    expectResponse(await service.request(withId(one, id)), response, id);
    if (after === null) await expectAbsent(service, target);
    else if (after !== undefined) await expectRecord(service, target, after);
  }
}

function withId({ body, ...request }: RowRequest, id: string): CaseRequest {
  const content = typeof body === 'function' ? body() : body;
  const target = request.target.replaceAll('<id>', id);
  return { ...request, target, ...(content !== undefined && { body: content }) };
}

/** Expects a response as a row describes it. */
export function expectResponse(response: CaseResponse, expected: Expected, id: string): void {
  if (expected === 'done') expectDone(response);
  else if (expected === 'success') expectSuccess(response);
  else if ('location' in expected) expectLocation(response, expected.location);
  else if ('error' in expected) expectProblem(response, expected.status, expected.error.replace('<id>', id));
  else if (expected.text === undefined) expectEqual('status', response.status, expected.status);
  else expectText(response, expected.status, expected.text);
  if (typeof expected === 'object' && 'fields' in expected) expectFields(response, expected.fields ?? {});
}

function presuppositions({ id, before, request, response, after, presupposes = [] }: Row): string[] {
  const isSuccess = response === 'done' || response === 'success';
  const methods = isSuccess ? [request].flat().map(({ method }) => method) : [];
  const found = new Set(presupposes);
  const isStored = before !== undefined || typeof after === 'string' || methods.includes('POST');
  if (isStored || methods.includes('PUT')) found.add(plain.creates);
  if (methods.includes('PUT')) found.add(plain.replaces);
  if (methods.includes('DELETE') && after === null) found.add(plain.removes);
  if (after === null) found.add(plain.absent);
  if (typeof response === 'object' && 'error' in response) {
    for (const one of presupposedBy(response.error)) found.add(one);
  }
  found.delete(id);
  return [...found];
}

type Requests = Row['request'];
type Body = NonNullable<RowRequest['body']>;
type More = Partial<Pick<Row, 'before' | 'after' | 'needs' | 'options' | 'presupposes'>>;

/** Makes cases of requests that all get this response, each about a record that stays as it is. */
export function sameResponse(
  clause: string,
  response: Expected,
  rows: readonly (readonly [id: string, title: string, request: Requests])[],
  more: More = {},
): readonly HttpCase[] {
  return rows.map(([id, title, request]) => {
    return rowCase({ id, clause, title, before: first, request, response, after: first, ...more });
  });
}

/** Makes cases of writes that succeed, each with the Location that is stored. */
export function acceptedWrites(
  clause: string,
  rows: readonly (readonly [id: string, title: string, request: Requests, stored: string])[],
  more: More = {},
): readonly HttpCase[] {
  return rows.map(([id, title, request, after]) => {
    return rowCase({ id, clause, title, before: first, request, response: 'success', after, ...more });
  });
}

/** Makes cases of bodies that POST and PUT refuse with 400. */
export function refusedBodies(
  clause: string,
  rows: readonly (readonly [id: string, title: string, body: Body])[],
  more?: More,
): readonly HttpCase[] {
  const requests = rows.map(([id, title, body]) => [id, title, writes(body)] as const);
  return sameResponse(clause, invalid, requests, more);
}

/** Makes cases of bodies that POST and PUT store: as the Location at the end of the row, or as they are. */
export function acceptedBodies(
  clause: string,
  rows: readonly (readonly [id: string, title: string, body: Body, stored?: string])[],
  more?: More,
): readonly HttpCase[] {
  const requests = rows.map(([id, title, body, stored = String(body)]) => {
    return [id, title, writes(body), stored] as const;
  });
  return acceptedWrites(clause, requests, more);
}
