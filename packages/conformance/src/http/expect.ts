import { ContractError, expectEqual } from '../contract-error.ts';
import { isAside } from './matters.ts';
import { saysSame } from './same-json.ts';
import type { CaseResponse } from './service.ts';

/** Fields that no answer of the service has. */
const unwanted = ['location', 'etag', 'x-powered-by', 'set-cookie'];

/** A body as text, which must be UTF-8. */
export function bodyText({ body }: CaseResponse): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
}

/** 200, empty, `Content-Length: 0`, no content type (SPEC section 4). */
export function expectDone(response: CaseResponse): void {
  const status = writeStatus(response);
  const isOpen = status === 200 && isAside(response, 'write-answer');
  expectEqual('answer', said(status, isOpen ? '' : bodyText(response)), said(200, ''));
  expectLength(response, response.body.length);
  if (!isOpen) expectEqual('Content-Type', response.headers['content-type'], undefined);
  expectNothingUnwanted(response);
}

/** 200, as the status of a write. */
export function expectWritten(response: CaseResponse): void {
  expectEqual('status', writeStatus(response), 200);
}

/** This status and exactly this JSON text. */
export function expectJson(response: CaseResponse, status: number, text: string): void {
  const body = bodyText(response);
  if (response.status !== status || !saysSame(response, body, text)) {
    throw new ContractError('answer', said(status, text), said(response.status, body));
  }
  expectLength(response, response.body.length);
  expectJsonType(response);
}

/** The fields of every answer that has JSON. */
export function expectJsonType(response: CaseResponse): void {
  const types = response.headers['content-type'];
  const [type, ...more] = types ?? [];
  const isNearly = /^application\/json[\t ]*(;|$)/i.test(type ?? '') && more.length === 0;
  const isEnough = isAside(response, isNearly ? 'json-type-exact' : 'json-type');
  if (!isEnough) expectEqual('Content-Type', types, ['application/json']);
  expectNothingUnwanted(response);
}

/** What the methods of the service are, in the words of `Allow`. */
export function expectAllow(response: CaseResponse): void {
  expectEqual('Allow', response.headers.allow, ['GET, HEAD, POST, PUT, DELETE, OPTIONS']);
}

/** The length is told, once, and by nothing else (RFC 9112 section 6.2). */
export function expectLength(response: CaseResponse, length: number): void {
  if (isAside(response, 'length')) return;
  // A 204 has no length (RFC 9110 section 8.6); that it is none is the matter of its status.
  const isTold = response.status !== 204;
  expectEqual('Content-Length', response.headers['content-length'], isTold ? [String(length)] : undefined);
  expectEqual('Transfer-Encoding', response.headers['transfer-encoding'], undefined);
}

/** A status and a body, as a person would say them. */
function said(status: number, body: string): string {
  return `${status} ${body || 'and no body'}`;
}

function writeStatus(response: CaseResponse): number {
  const isSuccess = response.status >= 200 && response.status < 300;
  return isSuccess && isAside(response, 'write-status') ? 200 : response.status;
}

function expectNothingUnwanted(response: CaseResponse): void {
  if (isAside(response, 'fields')) return;
  for (const name of unwanted) expectEqual(name, response.headers[name], undefined);
}
