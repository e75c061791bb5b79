import { expectEqual } from '../expect-equal.ts';
import type { CaseResponse } from './service.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Fields that no answer of the service has. */
const unwanted = ['location', 'etag', 'x-powered-by', 'set-cookie'];

/** A body as text, which must be UTF-8. */
export function bodyText({ body }: CaseResponse): string {
  return decoder.decode(body);
}

/** 200, empty, `Content-Length: 0`, no content type (SPEC section 4). */
export function expectDone(response: CaseResponse): void {
  expectEqual('status', `${response.status} ${bodyText(response)}`, '200 ');
  expectLength(response, 0);
  expectEqual('Content-Type', response.headers['content-type'], undefined);
  expectNothingUnwanted(response);
}

/** This status and exactly this JSON text. */
export function expectJson(response: CaseResponse, status: number, text: string): void {
  expectEqual('body', bodyText(response), text);
  expectEqual('status', response.status, status);
  expectLength(response, response.body.length);
  expectJsonType(response);
}

/** The fields of every answer that has JSON. */
export function expectJsonType(response: CaseResponse): void {
  expectEqual('Content-Type', response.headers['content-type'], ['application/json']);
  expectNothingUnwanted(response);
}

/** An Error object with exactly this message (SPEC section 7). */
export function expectProblem(response: CaseResponse, status: number, message: string): void {
  expectJson(response, status, problemText(message));
}

/** The JSON text of an Error object. */
export function problemText(message: string): string {
  return JSON.stringify({ error_message: message });
}

/** The answer to HEAD where the answer to GET has this status and text. */
export function expectHead(response: CaseResponse, status: number, text: string): void {
  expectEqual('status', response.status, status);
  expectEqual('length of the body', response.body.length, 0);
  expectLength(response, new TextEncoder().encode(text).length);
  expectJsonType(response);
}

/** What the methods of the service are, in the words of `Allow`. */
export function expectAllow(response: CaseResponse): void {
  expectEqual('Allow', response.headers.allow, ['GET, HEAD, POST, PUT, DELETE, OPTIONS']);
}

/** The length is told, once, and by nothing else (RFC 9112 section 6.2). */
function expectLength({ headers }: CaseResponse, length: number): void {
  expectEqual('Content-Length', headers['content-length'], [String(length)]);
  expectEqual('Transfer-Encoding', headers['transfer-encoding'], undefined);
}

function expectNothingUnwanted({ headers }: CaseResponse): void {
  for (const name of unwanted) expectEqual(name, headers[name], undefined);
}
