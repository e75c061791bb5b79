import { OutgoingMessage, type ServerResponse } from 'node:http';
import type { LocationResponse, ResponseHeaders } from '@location-records/core';
import { RequestAbortedError } from '../errors.ts';
import { finalResponse, hasNoContent, releaseList, tellsLength } from '../final-response.ts';
import { forgetWhenDone } from './connections.ts';
import { handlerFailure, type NodeHandler } from './node-handler.ts';
import type { NodeRequest } from './node-request.ts';
import { waitForTurn } from './pipelining.ts';
import { drain, isRestTooLarge } from './unread-body.ts';
import { writePieces } from './write-pieces.ts';

/** What the host decides about a request. */
export interface Host {
  /** Whether the response is to be sent; with `false` the host has taken care of the request in another way. */
  readonly accepts?: ((response: LocationResponse) => boolean) | undefined;
  /** Called with the error of the handler when nothing has been sent yet. */
  readonly fail: (error: unknown) => void;
}

/** Serves one request where the host is node:http: a broken handler becomes 500 and a process warning. */
export function serveHttp1(
  handle: NodeHandler,
  request: NodeRequest,
  res: ServerResponse,
  accepts?: Host['accepts'],
): void {
  void serveForHost(handle, request, res, {
    accepts,
    fail(error) {
      // It belongs to the response that could not be sent.
      res.statusMessage = '';
      const failure = handlerFailure(error);
      accepts?.(failure);
      // The app may have set a field for all its responses that cannot be sent with this one.
      res.removeHeader('Trailer');
      void writeResponse(res, request.method === 'HEAD' ? { ...failure, body: '' } : failure, request);
    },
  });
}

/** Serves one request of HTTP/1.x with the handler. Never rejects. */
export async function serveForHost(
  handle: NodeHandler,
  request: NodeRequest,
  res: ServerResponse,
  host: Host,
): Promise<void> {
  let given: LocationResponse | undefined;
  try {
    // Where the app has responded itself, the connection may be of another response by now.
    if (res.socket === null && !res.writableEnded) await waitForTurn(res);
    // While it waited, what the client sent of this request turned out to be malformed: it has its response.
    if (res.writableEnded || !res.socket?.writable) return;
    given = await handle(request);
    const response = finalResponse(given);
    if (host.accepts?.(response) === false) return;
    const rest = writeResponse(res, response, request);
    if (rest) await rest;
    forgetWhenDone(res);
  } catch (error) {
    if (given) void releaseList(given);
    if (res.headersSent || error instanceof RequestAbortedError) breakOff(request, res);
    else host.fail(error);
  }
}

/** Ends a response that cannot be completed: the client left, or the list failed half-way, as `onError` was told. */
function breakOff(request: NodeRequest, res: ServerResponse): void {
  const { message } = request;
  // The app has responded itself. A connection with an unread rest would stand still.
  if (res.writableFinished && !message.complete) {
    drain(request).then((isUsable) => isUsable || message.socket.destroy());
    return;
  }
  // To HTTP/1.0 the end of the connection is the end of the list, so that it must not end in an orderly way.
  const endsWithConnection = res.headersSent && message.httpVersion === '1.0';
  if (endsWithConnection && !message.socket.destroyed && !('encrypted' in message.socket)) {
    message.socket.resetAndDestroy();
  } else {
    res.destroy();
  }
}

/**
 * Writes the response, and reads or cuts off what the client still sends. Returns a promise only where it has to wait.
 */
function writeResponse(
  res: ServerResponse,
  response: LocationResponse,
  request: NodeRequest,
): void | Promise<void> {
  if (request.message.complete) return write(res, response, request);
  const isLast = typeof response.body === 'string' && (request.isBodyWithheld || isRestTooLarge(request));
  return (isLast ? writeThenClose : writeThenDrain)(res, response, request);
}

function write(
  res: ServerResponse,
  { status, headers, body }: LocationResponse,
  request: NodeRequest,
): void | Promise<void> {
  // The app may have set one for all its responses, where this one has none (SPEC section 4).
  if (headers['Content-Type'] === undefined && res.hasHeader('Content-Type'))
    res.removeHeader('Content-Type');
  res.writeHead(status, withFraming(status, headers, request));
  if (typeof body !== 'string') return writePieces(res, body);
  endWith(res, body);
}

/** `end` as node:http has it. An app or a tool that has replaced it may want to see the body. */
const ownEnd = OutgoingMessage.prototype.end;

/**
 * Ends a response with its body, and gives head and body to the connection as one text. `res.end(body)` would add an empty
 * one. A connection takes several texts at once in a slower way, which costs a GET 7 to 13 % of its CPU time. A chunked
 * response has its end in a text of its own anyway.
 */
function endWith(res: ServerResponse, body: string): void {
  const { socket } = res;
  if (body === '' || !socket || res.chunkedEncoding || res.end !== ownEnd) {
    res.end(body);
    return;
  }
  // Where the connection is corked already, `write` does not cork it until the next turn.
  socket.cork();
  res.write(body);
  socket.uncork();
  res.end();
}

/**
 * For a small rest of the body, or one of unknown length, after which the connection may be usable again. One that is closed
 * with unread bytes is reset, which may cost the client the end of the response. So where the response says `Connection:
 * close`, only our side of the connection ends with it, and the connection is closed after the drain (RFC 9112 section 9.6).
 */
function writeThenDrain(
  res: ServerResponse,
  response: LocationResponse,
  request: NodeRequest,
): void | Promise<void> {
  const { socket } = request.message;
  // Before the response: once it is sent, node:http drops an unread body without any bound.
  const drained = drain(request);
  // An app may have made the message without a connection, and tests inject it with less than one.
  if (socket?.destroy) {
    const { destroySoon } = socket;
    // node:http calls it in a listener of its own, which is between these two.
    res.prependListener('finish', () => {
      socket.destroySoon = () => socket.end(() => drained.then(() => socket.destroy()));
    });
    res.on('finish', () => {
      socket.destroySoon = destroySoon;
      // A list may still be on its way to the client: `idleTimeout` ends its connection.
      if (typeof response.body === 'string') drained.then((isUsable) => isUsable || socket.destroy());
    });
  }
  return write(res, response, request);
}

/** Sends a response that says `Connection: close`. Before the connection ends, some of the rest of the body is read. */
export function writeThenClose(
  res: ServerResponse,
  response: LocationResponse,
  request: NodeRequest,
): void | Promise<void> {
  return writeThenDrain(res, { ...response, headers: { ...response.headers, Connection: 'close' } }, request);
}

/**
 * A streamed list is chunked. The response to HEAD says so too, where node:http would leave it out. RFC 9112 section 6.1
 * forbids it to 204.
 */
function withFraming(status: number, headers: ResponseHeaders, { message }: NodeRequest): ResponseHeaders {
  const isChunked = !tellsLength(headers) && message.httpVersion === '1.1' && !hasNoContent(status);
  return isChunked ? { ...headers, 'Transfer-Encoding': 'chunked' } : headers;
}
