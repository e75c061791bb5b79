import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import { setImmediate as immediate } from 'node:timers/promises';
import type { LocationResponse } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { RequestAbortedError } from '../errors.ts';
import { hasNoContent, releaseList, tellsLength } from '../response-body.ts';
import { type NodeHandler, NodeRequest } from './node-request.ts';
import { type RequestTrace, requestChannel } from './tracing.ts';

/** What the host of a request adds to the service. */
export interface Host {
  /** Asks the client for the body that it announced with `Expect: 100-continue`. */
  readonly invite?: (() => void) | undefined;
  /** Fields of every response that does not have them. */
  readonly headers?: LocationResponse['headers'] | undefined;
  /**
   * Called with the response before it is sent. If it returns `false`, the host handles the request itself.
   */
  readonly accepts?: ((response: LocationResponse) => boolean) | undefined;
  /** Handles the error of a handler before anything was sent. It may return a response to send. */
  readonly fail: (error: unknown) => LocationResponse | undefined;
}

/** Bodies up to this length are written together with the end of the response. */
const maxAtOnce = 16_384;

/** The latest request of each connection. */
const latest = new WeakMap<Duplex, Exchange>();

/**
 * Serves a request after the earlier ones of its connection: a pipelined request may depend on them (RFC 9112
 * section 9.3.2).
 */
export function serveRequest(
  handle: NodeHandler,
  req: IncomingMessage,
  res: ServerResponse,
  host: Host,
): void {
  const exchange = new Exchange(handle, req, res, host);
  // Messages of tests and serverless platforms have no connection.
  const socket: Duplex | undefined = req.socket;
  const before = socket && latest.get(socket);
  // One listener for all requests of a connection: only the body of the latest can be incomplete.
  if (!before) socket?.once?.('close', () => latest.get(socket)?.leave());
  if (socket) latest.set(socket, exchange);
  if (before && !before.isOver) before.next = exchange;
  else if (!before?.isLast) void exchange.run();
}

/** Responses that never end by themselves. */
const eventStreams = new WeakSet<ServerResponse>();

/** Ends a response with server-sent events, whose client comes back. Does nothing to other responses. */
export function endEvents(res: ServerResponse): void {
  if (!eventStreams.has(res)) return;
  // The client does not read.
  if (res.writableNeedDrain) breakOff(res);
  else res.end();
}

/** Returns the request of a connection that is incomplete, if any. */
export function unfinishedRequest(socket: Duplex): Exchange | undefined {
  const exchange = latest.get(socket);
  return exchange?.req.complete === false ? exchange : undefined;
}

/** Returns the request whose body is being read on a connection, if any. */
export function requestInReading(socket: Duplex): NodeRequest | undefined {
  const request = latest.get(socket)?.request;
  return request?.bytesSoFar === undefined ? undefined : request;
}

/** Calls `act` when all requests of a connection so far have their whole responses. */
export function afterResponses(socket: Duplex, act: () => void): void {
  const exchange = latest.get(socket);
  if (!exchange || exchange.res.writableFinished) act();
  else exchange.res.once('close', act);
}

/** One request and its response. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request: NodeRequest;
  /** The next request on the connection. */
  next: Exchange | undefined;
  /** Whether the whole response was written, or there will be none. */
  isOver = false;
  /** Whether the connection ends after the response. Later requests are not served (RFC 9112 section 9.6). */
  isLast = false;
  readonly #handle: NodeHandler;
  readonly #host: Host;
  #refusal: LocationResponse | undefined;
  /** Some frameworks replace `res.headersSent`. */
  #hasHeadSent = false;

  constructor(handle: NodeHandler, req: IncomingMessage, res: ServerResponse, host: Host) {
    this.#handle = handle;
    this.req = req;
    this.res = res;
    this.#host = host;
    this.request = new NodeRequest(req, res, host.invite);
  }

  /** Asks the handler, and sends its response. Never rejects. */
  run(): Promise<void> {
    if (!requestChannel.hasSubscribers) return this.#respond();
    const trace: RequestTrace = { request: this.request };
    return requestChannel.tracePromise(() => this.#respond(trace), trace);
  }

  async #respond(trace?: RequestTrace): Promise<void> {
    let response: LocationResponse | undefined;
    try {
      response = this.#refusal ?? (await this.#handle(this.request));
      if (trace) trace.response = response;
      if (this.#host.accepts?.(response) !== false) {
        const sending = this.#send(response);
        if (sending) await sending;
      }
    } catch (error) {
      if (response) void releaseList(response);
      if (trace) {
        trace.error = error;
        requestChannel.error.publish(trace);
      }
      await this.#fail(error, trace);
    }
    this.isOver = true;
    if (!this.isLast) void this.next?.run();
  }

  /**
   * Notes that the rest of the request cannot arrive. Unless it has a response, it gets this one, as the
   * last.
   */
  refuse(refusal: LocationResponse, cause: unknown): void {
    if (this.#refusal) return;
    this.#refusal = refusal;
    this.request.breakOff(cause);
  }

  /** Notes that the client has left. */
  leave(): void {
    this.request.breakOff(new Error('The connection is closed.'));
  }

  async #fail(error: unknown, trace?: RequestTrace): Promise<void> {
    const { res } = this;
    // The app responded itself.
    if (res.writableEnded) return;
    const hasLeft = error instanceof RequestAbortedError && !this.#refusal;
    if (this.#hasHeadSent || res.headersSent || hasLeft) {
      // Reset in the callback of a write, a connection would end in an orderly way.
      await immediate();
      return breakOff(res);
    }
    const failure = this.#refusal ?? this.#host.fail(error);
    if (!failure) return;
    if (trace) trace.response = failure;
    this.#host.accepts?.(failure);
    // It is that of the response that could not be sent.
    res.statusMessage = '';
    try {
      await this.#send(this.req.method === 'HEAD' ? { ...failure, body: '' } : failure);
    } catch {
      breakOff(res);
    }
  }

  #send(response: LocationResponse): void | Promise<void> {
    const { req, res } = this;
    if (typeof response.body !== 'string' && isIrrevocable(req)) {
      void releaseList(response);
      return this.#send(errorResponse(505, 'HTTP version not supported'));
    }
    const { status, headers, body } = response;
    // The app may have set one for all its responses.
    if (headers['Content-Type'] === undefined && res.hasHeader('Content-Type'))
      res.removeHeader('Content-Type');
    const isArrived = req.complete !== false;
    const isCut = !isArrived && this.request.hasEndlessRest;
    this.isLast = isCut || (headers.Connection ?? res.getHeader('Connection')) === 'close';
    if (headers['Content-Type'] === 'text/event-stream') eventStreams.add(res);
    res.writeHead(status, this.#framed(response, isCut));
    this.#hasHeadSent = true;
    if (!isArrived || typeof body !== 'string' || body.length > maxAtOnce) return this.#sendInParts(body);
    endWith(res, body);
  }

  /** Adds the fields of the host, and the framing that node:http does not: HEAD of a list is chunked like GET. */
  #framed(
    { status, headers, body }: LocationResponse,
    isCut: boolean,
  ): LocationResponse['headers'] | string[] {
    const isChunked =
      body === '' && !tellsLength(headers) && !hasNoContent(status) && this.req.httpVersion === '1.1';
    const framed =
      isChunked || isCut
        ? {
            ...headers,
            ...(isChunked && { 'Transfer-Encoding': 'chunked' }),
            ...(isCut && { Connection: 'close' }),
          }
        : headers;
    const { headers: more } = this.#host;
    return more ? joinFields(framed, more) : framed;
  }

  /**
   * Sends the whole response, then drops the rest of the request, then ends the response: after that,
   * node:http would drop any rest, however long.
   */
  async #sendInParts(body: LocationResponse['body']): Promise<void> {
    const { req, res } = this;
    const isUsable = req.complete === false ? this.request.dropRest() : true;
    if (body === '') res.flushHeaders();
    else await writePieces(res, typeof body === 'string' ? [body] : body);
    if (!(await isUsable)) res.once('finish', () => req.socket.destroySoon());
    res.end();
  }
}

/**
 * Whether a list that is broken off would look complete to the client (D40): of HTTP/1.0, on a connection that
 * cannot be reset, over TLS or a Unix socket, which has no address.
 */
function isIrrevocable({ httpVersion, socket }: IncomingMessage): boolean {
  if (httpVersion !== '1.0' || socket === undefined) return false;
  return 'encrypted' in socket || socket.remoteAddress === undefined;
}

/**
 * Returns names and values in turn, which cost less than an object of both. Middlewares that wrap `writeHead`
 * may not know this form.
 */
function joinFields(headers: LocationResponse['headers'], more: LocationResponse['headers']): string[] {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  for (const name in more) if (headers[name] === undefined) fields.push(name, more[name] as string);
  return fields;
}

/** Ends a response with its body in one system call; `res.end(body)` alone uses a slower one. */
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
    if (res.destroyed || res.writableEnded) return;
    if (!res.write(piece)) {
      await new Promise<void>((resolve) => {
        settle = resolve;
      });
    }
    await nextTurn();
    // Leaving the loop releases the list of the store before another piece is read.
    if (res.destroyed) return;
  }
}

/** Lists that have a piece to write. */
const waiting: (() => void)[] = [];

/**
 * Resolves when a list may write its next piece: one piece in each turn of the event loop, of all lists
 * together. Otherwise other requests would wait for the whole list of a fast reader, or for a piece of each of
 * many lists.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(beginTurn);
  });
}

function beginTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginTurn);
}

/**
 * Aborts a response. To a client of HTTP/1.0 the end of the connection is the end of a list, so the
 * connection is reset, which only TCP can do.
 */
export function breakOff(res: ServerResponse): void {
  const { socket } = res.req;
  try {
    if (res.req.httpVersion === '1.0') socket.resetAndDestroy();
  } catch {}
  res.destroy();
}

/** Emits the error of a handler as a process warning, and returns the response. */
export function handlerFailure(error: unknown): LocationResponse {
  const { name, code, message, stack } = Object(error) as Partial<NodeJS.ErrnoException>;
  // As text: in Jest, Node.js does not recognise an Error of the test environment.
  process.emitWarning(message ?? 'The handler has failed.', {
    type: name ?? 'Error',
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { detail: stack }),
  });
  return errorResponse(500, 'Internal server error');
}
