import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import type { LocationResponse } from '@location-records/core';
import { RequestAbortedError } from '../request-aborted-error.ts';
import { handlerFailure } from './handler-failure.ts';
import type { Http2Request } from './http2-request.ts';
import type { NodeHandler } from './node-handler.ts';
import { letGoOfReset } from './reset-streams.ts';
import { drain } from './unread-body.ts';
import { writePieces } from './write-pieces.ts';

/**
 * Lets the handler answer one request of node:http2. What ends early ends its stream, never the connection, on which
 * there are others. Never rejects.
 */
export async function serveHttp2(
  handle: NodeHandler,
  request: Http2Request,
  res: Http2ServerResponse,
  watch: (stream: ServerHttp2Stream) => void,
): Promise<void> {
  letGoOfReset(res.stream);
  watch(res.stream);
  try {
    await writeAndDrain(res, await handle(request), request);
  } catch (error) {
    // The client left, or the list failed half-way, as `onError` was told.
    if (res.headersSent || error instanceof RequestAbortedError) breakOff(res, error);
    else await answerFailure(error, request, res);
  }
}

/**
 * Destroying a stream with an error resets it (INTERNAL_ERROR) and sends no END_STREAM before, as closing it with an
 * error code would: to the client that would be the end of the list.
 */
function breakOff({ stream }: Http2ServerResponse, error: unknown): void {
  stream.destroy(error instanceof Error ? error : new Error(String(error)));
}

async function answerFailure(error: unknown, request: Http2Request, res: Http2ServerResponse): Promise<void> {
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
  // Before the answer, because node:http2 resets a stream whose body nobody reads once the answer is sent.
  const drained = request.isComplete || drain(request);
  await write(res, response);
  if (await drained) return;
  const { stream } = res;
  // Without an error it is reset with NO_ERROR. What was not read of the body would keep a closed stream.
  if (stream.writableFinished) stream.destroy();
  else stream.once('finish', () => stream.destroy());
}

/**
 * The head is given to the stream itself: that of the response would wait for trailers, which are never sent to a
 * stream that is closed meanwhile, and neither is the end of the answer then.
 */
async function write(res: Http2ServerResponse, { status, headers, body }: LocationResponse): Promise<void> {
  const { stream, sendDate } = res;
  res.statusCode = status;
  if (!stream.closed) {
    // An answer without a content type gets none of what the app has set for all of its own (SPEC section 4).
    res.removeHeader('Content-Type');
    const fields = { ...res.getHeaders(), ...lowerCase(headers), ':status': status };
    const options = { endStream: body === '', sendDate };
    stream.respond(fields, options);
  }
  if (typeof body !== 'string') await writePieces(stream, body);
  else if (stream.writable) stream.write(body);
  // Of the response, which tells those who wait for its end.
  res.end();
}

/** Names as the response has them, so that ours replace those of the host. */
function lowerCase(headers: LocationResponse['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
