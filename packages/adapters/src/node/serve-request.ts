import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { LocationResponse } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { RequestAbortedError } from '../errors.ts';
import { hasNoContent, releaseList, tellsLength } from '../response-body.ts';
import { type NodeHandler, NodeRequest } from './node-request.ts';

/** What the host of a request does besides the service. */
export interface Host {
  /** Asks the client for the body that it announced with `Expect: 100-continue`. */
  readonly invite?: (() => void) | undefined;
  /**
   * Called with the response before it is sent. With `false` the host takes care of the request in another
   * way.
   */
  readonly accepts?: ((response: LocationResponse) => boolean) | undefined;
  /** Takes the error of a handler, before anything was sent. It may return what is sent instead. */
  readonly fail: (error: unknown) => LocationResponse | undefined;
}

/** Bodies up to this length are given to the connection together with the end of the response. */
const maxAtOnce = 16_384;

/** The latest request of each connection. */
const latest = new WeakMap<Duplex, Exchange>();

/**
 * Serves one request, after the earlier ones of its connection: a pipelined request may depend on what they
 * do (RFC 9112 section 9.3.2).
 */
export function serveRequest(
  handle: NodeHandler,
  req: IncomingMessage,
  res: ServerResponse,
  host: Host,
): void {
  const exchange = new Exchange(handle, req, res, host);
  // Tests and serverless platforms make messages without a connection.
  const socket: Duplex | undefined = req.socket;
  const before = socket && latest.get(socket);
  // One listener for all requests of a connection. Only the body of the latest one may not have arrived.
  if (!before) socket?.once?.('close', () => latest.get(socket)?.leave());
  if (socket) latest.set(socket, exchange);
  if (before && !before.isOver) before.next = exchange;
  else if (!before?.isLast) void exchange.run();
}

/** The request of a connection that has not arrived wholly, if there is one. */
export function unfinishedRequest(socket: Duplex): Exchange | undefined {
  const exchange = latest.get(socket);
  return exchange?.req.complete === false ? exchange : undefined;
}

/** Calls `act` when every request that a connection has so far has its whole response. */
export function afterResponses(socket: Duplex, act: () => void): void {
  const exchange = latest.get(socket);
  if (!exchange || exchange.res.writableFinished) act();
  else exchange.res.once('close', act);
}

/** One request and its response. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The request behind this one on its connection. */
  next: Exchange | undefined;
  /** Whether all of the response was given to the connection, or there will be none. */
  isOver = false;
  /**
   * Whether the connection ends after the response. What comes behind it is not served (RFC 9112 section
   * 9.6).
   */
  isLast = false;
  readonly #handle: NodeHandler;
  readonly #host: Host;
  readonly #request: NodeRequest;
  #refusal: LocationResponse | undefined;
  /** Some frameworks replace `res.headersSent`. */
  #hasHeadSent = false;

  constructor(handle: NodeHandler, req: IncomingMessage, res: ServerResponse, host: Host) {
    this.#handle = handle;
    this.req = req;
    this.res = res;
    this.#host = host;
    this.#request = new NodeRequest(req, host.invite);
  }

  /** Asks the handler, and sends its response. Never rejects. */
  async run(): Promise<void> {
    let response: LocationResponse | undefined;
    try {
      response = this.#refusal ?? (await this.#handle(this.#request));
      if (this.#host.accepts?.(response) !== false) {
        const sending = this.#send(response);
        if (sending) await sending;
      }
    } catch (error) {
      if (response) void releaseList(response);
      await this.#fail(error);
    }
    this.isOver = true;
    if (!this.isLast) void this.next?.run();
  }

  /**
   * The rest of the request cannot come. It gets this response, if it does not have one yet, as the last one.
   */
  refuse(refusal: LocationResponse, cause: unknown): void {
    if (this.#refusal) return;
    this.#refusal = refusal;
    this.#request.breakOff(cause);
  }

  /** The client has left. */
  leave(): void {
    this.#request.breakOff(new Error('The connection is closed.'));
  }

  async #fail(error: unknown): Promise<void> {
    const { res } = this;
    // The app has responded itself.
    if (res.writableEnded) return;
    const hasLeft = error instanceof RequestAbortedError && !this.#refusal;
    if (this.#hasHeadSent || res.headersSent || hasLeft) {
      // A connection that is reset in the callback of a write ends in an orderly way.
      await setImmediate();
      return breakOff(res);
    }
    const failure = this.#refusal ?? this.#host.fail(error);
    if (!failure) return;
    this.#host.accepts?.(failure);
    // It belongs to the response that could not be sent.
    res.statusMessage = '';
    try {
      await this.#send(this.req.method === 'HEAD' ? { ...failure, body: '' } : failure);
    } catch {
      breakOff(res);
    }
  }

  #send(response: LocationResponse): void | Promise<void> {
    const { req, res } = this;
    const { status, headers, body } = response;
    // The app may have set one for all its responses.
    if (headers['Content-Type'] === undefined && res.hasHeader('Content-Type'))
      res.removeHeader('Content-Type');
    const isArrived = req.complete !== false;
    const isCut = !isArrived && this.#request.hasEndlessRest;
    this.isLast = isCut || (headers.Connection ?? res.getHeader('Connection')) === 'close';
    res.writeHead(status, this.#framed(response, isCut));
    this.#hasHeadSent = true;
    if (!isArrived || typeof body !== 'string' || body.length > maxAtOnce) return this.#sendInParts(body);
    endWith(res, body);
  }

  /** node:http leaves out that the response to HEAD of a list would be chunked. */
  #framed({ status, headers, body }: LocationResponse, isCut: boolean): LocationResponse['headers'] {
    const isChunked =
      body === '' && !tellsLength(headers) && !hasNoContent(status) && this.req.httpVersion === '1.1';
    if (!isChunked && !isCut) return headers;
    return {
      ...headers,
      ...(isChunked && { 'Transfer-Encoding': 'chunked' }),
      ...(isCut && { Connection: 'close' }),
    };
  }

  /**
   * Sends all of the response, then drops a rest of the request, then ends the response: after that node:http
   * would drop any rest, however long.
   */
  async #sendInParts(body: LocationResponse['body']): Promise<void> {
    const { req, res } = this;
    const isUsable = req.complete === false ? this.#request.dropRest() : true;
    if (body === '') res.flushHeaders();
    else await writePieces(res, typeof body === 'string' ? [body] : body);
    if (!(await isUsable)) res.once('finish', () => req.socket.destroySoon());
    res.end();
  }
}

/**
 * Ends a response with its body, both in one system call: `res.end(body)` alone takes a slower one for two
 * texts.
 */
function endWith(res: ServerResponse, body: string): void {
  const { socket } = res;
  if (body !== '' && socket) {
    socket.cork();
    res.write(body);
    socket.uncork();
    res.end();
  } else {
    res.end(body);
  }
}

/** Writes the pieces of a body no faster than the client reads them. */
async function writePieces(
  res: ServerResponse,
  pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let settle = () => {};
  res
    .on('drain', () => settle())
    .on('close', () => settle())
    // Otherwise the server closes the connection in an orderly way, as after the end of the list.
    .on('timeout', () => breakOff(res));
  for await (const piece of pieces) {
    // Leaving the loop releases the list of the store.
    if (res.destroyed) return;
    if (!res.write(piece)) {
      await new Promise<void>((resolve) => {
        settle = resolve;
      });
    }
    // With a fast reader the whole list would be written in one turn of the event loop, without other
    // requests.
    await setImmediate();
  }
}

/**
 * Ends a response that cannot be completed. To a client of HTTP/1.0 the end of the connection is the end of a
 * list, so the connection is reset. Only TCP can do that.
 */
export function breakOff(res: ServerResponse): void {
  const { socket } = res.req;
  try {
    if (res.req.httpVersion === '1.0') socket.resetAndDestroy();
  } catch {}
  res.destroy();
}

/**
 * The response when a handler rejects, or its response cannot be sent. The error becomes a process warning.
 */
export function handlerFailure(error: unknown): LocationResponse {
  const { name, code, message, stack } = Object(error) as Partial<NodeJS.ErrnoException>;
  // As text: in Jest, an Error of the test environment is not one to Node.js.
  process.emitWarning(message ?? 'The handler has failed.', {
    type: name ?? 'Error',
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { detail: stack }),
  });
  return errorResponse(500, 'Internal server error');
}
