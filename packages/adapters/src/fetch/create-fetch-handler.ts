import type { Handler, LocationResponse } from '@location-records/core';
import { checkHandler, errorResponse } from '@location-records/core/adapter-kit';
import { RequestAbortedError } from '../errors.ts';
import { hasNoContent, releaseList, tellsLength } from '../response-body.ts';
import { FetchRequest } from './fetch-request.ts';

/**
 * What a runtime of fetch serves. Only two other arguments matter: the context, which Workers pass as the
 * third, and the second one of `Deno.serve`.
 */
type FetchHandler = (request: Request, info?: unknown, context?: unknown) => Promise<Response>;

/**
 * Creates a function from `Request` to `Response` that serves a handler on Bun, Deno, Workers, service
 * workers, Next.js, Hono and Node.js. To serve under a base path that the host does not strip, give the
 * handler the option `basePath`.
 *
 * A response that does not depend on the body does not wait for it; the unread body is left to the runtime. A
 * list is read from the store no faster than the client reads it, and released when the client leaves. A list
 * that fails half-way aborts the response. On Workers a list whose client leaves before its first piece is
 * ready is released only with the compatibility flag `enable_request_signal`, and only if the context is
 * passed on.
 *
 * The promise rejects if the body of a POST or PUT was read before (`code: 'REQUEST_BODY_USED'`), or if the
 * handler rejects. The runtime reports both.
 *
 * @throws {InvalidArgumentError} at once, if `handle` is not a handler.
 *
 * @example
 * export default { fetch: createFetchHandler(createHandler({ store: createMemoryStore() })) };
 */
export function createFetchHandler(handle: Handler): FetchHandler {
  checkHandler(handle);
  return (request, info, context) => {
    const responding = respond(handle, request, isOfWorkers(context), isOfDeno(info));
    // When a client leaves, Workers drop what its request awaits, such as the release of a list.
    if (isOfWorkers(context)) context.waitUntil(responding.catch(() => {}));
    return responding;
  };
}

async function respond(
  handle: Handler,
  request: Request,
  isWorker: boolean,
  isLengthAdded: boolean,
): Promise<Response> {
  const locationRequest = new FetchRequest(request);
  let response: LocationResponse | undefined;
  try {
    response = await handle(locationRequest);
    // Workers do not cancel the body of a response if the client has left already.
    if (isWorker && request.signal.aborted && typeof response.body !== 'string')
      throw new RequestAbortedError();
    return toResponse(response, isLengthAdded);
  } catch (error) {
    // The runtime does not cancel a body that it never gets.
    if (response) await releaseList(response);
    // The client left, or the framing of the body is malformed and the client can still read this.
    if (error instanceof RequestAbortedError || isReason(error, request.signal))
      return toResponse(errorResponse(400, 'Bad request'), false);
    throw error;
  } finally {
    locationRequest.cancelUnreadBody();
  }
}

/** Returns whether a handler has ended its work because the client left. */
function isReason(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && error === signal.reason;
}

/** Returns whether it is the second argument of `Deno.serve`, which adds the length of a body itself. */
function isOfDeno(info: unknown): boolean {
  return typeof info === 'object' && info !== null && 'remoteAddr' in info && 'completed' in info;
}

/** Returns whether it is the third argument on Workers. Other runtimes may pass anything there. */
function isOfWorkers(context: unknown): context is { waitUntil(promise: Promise<unknown>): void } {
  return typeof (context as { readonly waitUntil?: unknown } | undefined | null)?.waitUntil === 'function';
}

/**
 * Converts a response, with its header fields and no others. If the runtime adds the length of a body, as
 * `Deno.serve` does, the field is left out, since Deno is faster with one field.
 */
function toResponse(response: LocationResponse, isLengthAdded: boolean): Response {
  const content = contentOf(response);
  const { status, headers } = response;
  const isOwnLength = isLengthAdded && typeof content === 'string';
  return new Response(content, { status, headers: isOwnLength ? withoutLength(headers) : headers });
}

function withoutLength({
  'Content-Length': _,
  ...others
}: LocationResponse['headers']): LocationResponse['headers'] {
  return others;
}

/** Returns `null` for an empty body, since an empty string would add a content type. */
function contentOf({ status, headers, body }: LocationResponse): string | ReadableStream | null {
  if (hasNoContent(status)) return null;
  if (typeof body !== 'string') return pieceStream(body);
  if (body !== '') return body;
  return tellsLength(headers) ? null : emptyStream();
}

/**
 * Creates the body for HEAD of a list of unknown length. Without a body, runtimes would send a length of 0.
 */
function emptyStream(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/**
 * Streams the pieces of a body. Each is read when the one before has been taken. When the client leaves, the
 * runtime cancels the stream, which releases the list.
 */
function pieceStream(pieces: AsyncIterableIterator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      // If it rejects, the runtime aborts the response.
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
