import type { ServerResponse } from 'node:http';
import type { LocationResponse, ResponseHeaders } from '@location-records/core';
import type { NodeRequest } from './node-request.ts';
import { drain, isRestTooLarge } from './unread-body.ts';
import { writePieces } from './write-pieces.ts';

/** Writes the answer, and sees to what the client still sends. A promise only where there is a need to wait. */
export function writeResponse(
  res: ServerResponse,
  response: LocationResponse,
  request: NodeRequest,
): void | Promise<void> {
  if (request.message.complete) return write(res, response, request);
  const { body } = response;
  return typeof body === 'string' && (request.isBodyWithheld || isRestTooLarge(request))
    ? writeThenClose(res, { ...response, body }, request)
    : writeThenDrain(res, response, request);
}

function write(
  res: ServerResponse,
  { status, headers, body }: LocationResponse,
  request: NodeRequest,
): void | Promise<void> {
  dropForeignType(res, headers);
  res.writeHead(status, withFraming(headers, request));
  if (typeof body !== 'string') return writePieces(res, body);
  res.end(body);
}

/** A small rest, or one of unknown length: with some luck the connection can be used again. */
async function writeThenDrain(
  res: ServerResponse,
  response: LocationResponse,
  request: NodeRequest,
): Promise<void> {
  // Before the answer, because node:http drops a body that nobody reads without any bound once it is sent.
  const drained = drain(request);
  await write(res, response, request);
  // A list may still be on its way to the client: its connection ends when nothing moves on it any more, as
  // node:http sees to. Otherwise there was time enough, and `res` has let go of its connection by now.
  if (!(await drained) && typeof response.body === 'string') request.message.socket.destroy();
}

/** An answer that is whole, so that the connection can be closed behind it. */
export interface WholeResponse extends LocationResponse {
  readonly body: string;
}

/**
 * Ends the response only after some of the rest was read: `end` closes the connection, and one that is closed
 * with unread bytes is reset, which may cost the client its answer.
 */
export async function writeThenClose(
  res: ServerResponse,
  { status, headers, body }: WholeResponse,
  request: NodeRequest,
): Promise<void> {
  dropForeignType(res, headers);
  res.writeHead(status, { ...withFraming(headers, request), Connection: 'close' });
  if (body === '') res.flushHeaders();
  else res.write(body);
  await drain(request);
  res.end();
}

/** An answer without a content type gets none of what the app has set for all of its own (SPEC section 4). */
function dropForeignType(res: ServerResponse, headers: ResponseHeaders): void {
  if (headers['Content-Type'] === undefined) res.removeHeader('Content-Type');
}

/** A streamed list is chunked, which the answer to HEAD says too, though node:http would leave it out. */
function withFraming(headers: ResponseHeaders, { message }: NodeRequest): ResponseHeaders {
  const isChunked = !tellsLength(headers) && message.httpVersion === '1.1';
  return isChunked ? { ...headers, 'Transfer-Encoding': 'chunked' } : headers;
}

/** In any case, because a handler around the service may write its own names. */
function tellsLength(headers: ResponseHeaders): boolean {
  if (headers['Content-Length'] !== undefined) return true;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
}
