import type { Http2ServerRequest, Http2ServerResponse, Http2Session, ServerHttp2Stream } from 'node:http2';
import type { LocationResponse, RequestHeaders } from '@location-records/core';
import { errorText, RequestAbortedError } from '../errors.ts';
import { finalResponse, releaseList } from '../final-response.ts';
import { handlerFailure, type NodeHandler } from './node-handler.ts';
import { NodeRequest } from './node-request.ts';
import { drain } from './unread-body.ts';
import { writePieces } from './write-pieces.ts';

/** Half of the default of `maxSessionMemory` in node:http2, in bytes. */
const maxUnsent = 5_000_000;
/** How much node:http2 still holds of streams of a session that were reset, in bytes. */
const unsent = new WeakMap<Http2Session, number>();

/** A request of node:http2 as the handler takes it. */
export class Http2Request extends NodeRequest<Http2ServerRequest> {
  /** Without the pseudo-fields such as `:path`, which `rawHeaders` has, too. */
  override get headers(): RequestHeaders {
    const fields = Object.entries(super.headers).filter(([name]) => !name.startsWith(':'));
    return Object.fromEntries(fields);
  }

  /** Rejects also where node:http2 ends the body of a client that has reset the stream as if it were whole. */
  override async body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    this.#throwIfAborted();
    const bytes = await super.body(maxBytes, hasEnough);
    this.#throwIfAborted();
    return bytes;
  }

  /**
   * Whether the client has sent everything. `complete` of the message is true only after the body was read, even where
   * there is no body, and also when the client has gone.
   */
  get isComplete(): boolean {
    const { stream, readableEnded } = this.message;
    return stream.endAfterHeaders || readableEnded;
  }

  #throwIfAborted(): void {
    if (this.message.aborted) throw new RequestAbortedError();
  }
}

/**
 * Serves one request of node:http2 with the handler. What ends early ends its stream, never the connection, on which
 * there are others. Never rejects.
 */
export async function serveHttp2(
  handle: NodeHandler,
  request: Http2Request,
  res: Http2ServerResponse,
  watch: (stream: ServerHttp2Stream) => void,
): Promise<void> {
  releaseWhenReset(res.stream);
  watch(res.stream);
  let given: LocationResponse | undefined;
  try {
    given = await handle(request);
    await writeAndDrain(res, finalResponse(given), request);
  } catch (error) {
    if (given) void releaseList(given);
    // The client left, or the list failed half-way, as `onError` was told.
    if (res.headersSent || error instanceof RequestAbortedError) breakOff(res, error);
    else await respondToFailure(error, request, res);
  }
}

/**
 * Destroying a stream with an error resets it (INTERNAL_ERROR) and sends no END_STREAM before, as closing it with an
 * error code would: to the client that would be the end of the list.
 */
function breakOff({ stream }: Http2ServerResponse, error: unknown): void {
  stream.destroy(error instanceof Error ? error : new Error(errorText(error)));
}

async function respondToFailure(
  error: unknown,
  request: Http2Request,
  res: Http2ServerResponse,
): Promise<void> {
  try {
    await writeAndDrain(res, handlerFailure(error), request);
  } catch (cause) {
    breakOff(res, cause);
  }
}

/** A rest of the body that does not end is left to the client, which is asked to stop (RFC 9113 section 8.1). */
async function writeAndDrain(
  res: Http2ServerResponse,
  response: LocationResponse,
  request: Http2Request,
): Promise<void> {
  // Before the response: once it is sent, node:http2 resets a stream whose body is not read.
  const drained = request.isComplete || drain(request);
  await write(res, response);
  if (await drained) return;
  const { stream } = res;
  // Without an error it is reset with NO_ERROR. What was not read of the body would keep a closed stream.
  if (stream.writableFinished) stream.destroy();
  else stream.once('finish', () => stream.destroy());
}

/**
 * The head is given to the stream itself: `res` would wait for trailers, which are never sent to a stream that is
 * closed meanwhile, and neither is the end of the response then.
 */
async function write(res: Http2ServerResponse, { status, headers, body }: LocationResponse): Promise<void> {
  const { stream, sendDate } = res;
  res.statusCode = status;
  if (!stream.closed) {
    // A content type that the app has set for all its responses (SPEC section 4).
    res.removeHeader('Content-Type');
    const fields = { ...res.getHeaders(), ...lowerCase(headers), ':status': status };
    const options = { endStream: body === '', sendDate };
    stream.respond(fields, options);
  }
  if (typeof body !== 'string') await writePieces(stream, body);
  else if (stream.writable) stream.write(body);
  // Not `stream.end()`: code that waits for the end of the response listens to `res`.
  res.end();
}

/** Names as `res.getHeaders()` has them, so that these fields replace the fields of the app. */
function lowerCase(headers: LocationResponse['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Frees what node:http2 keeps of a stream that the client resets. Call it before the response. */
function releaseWhenReset(stream: ServerHttp2Stream): void {
  // node:http2 keeps one that is reset with NO_ERROR, with all that waits for it.
  stream.once('aborted', () => {
    countUnsent(stream);
    stream.destroy();
  });
  // Behind a whole response that waits to be sent, only the end of the request tells of the reset.
  stream.once('end', () => {
    if (stream.closed) stream.destroy();
  });
}

/**
 * node:http2 counts what was still to be sent on a stream that is reset as memory of the session forever, and refuses
 * all new streams once that is too much. Before, the session is closed in good order: its other streams go on, and the
 * client opens another connection (RFC 9113 section 6.8).
 */
function countUnsent({ session, bufferSize, writableLength }: ServerHttp2Stream): void {
  if (!session) return;
  // What node:http2 has taken over; the rest still waits in the stream.
  const sum = (unsent.get(session) ?? 0) + bufferSize - writableLength;
  unsent.set(session, sum);
  if (sum > maxUnsent) session.close();
}
