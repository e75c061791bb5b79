import type { LocationResponse } from '@location-records/core';

/** The response as a `Response` of fetch, with its header fields and no others. */
export function toResponse(response: LocationResponse): Response {
  const { status, headers } = response;
  return new Response(contentOf(response), { status, headers });
}

/**
 * Statuses without content (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5): the constructor of `Response` refuses a body.
 */
const withoutContent = new Set([204, 205, 304]);

/** Not an empty string, which would give the response a content type. */
function contentOf({ status, headers, body }: LocationResponse): string | ReadableStream | null {
  if (typeof body !== 'string') return pieceStream(body);
  if (body !== '') return body;
  const isLengthKnown = headers['Content-Length'] !== undefined || withoutContent.has(status);
  return isLengthKnown ? null : emptyStream();
}

/** For HEAD of a list, whose length is unknown. Without any body, runtimes would send a length of 0. */
function emptyStream(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/**
 * The pieces of a list as the body of a `Response`. Each is read when the one before it has been taken. When the client
 * goes away, the runtime cancels the stream, which releases the list.
 */
function pieceStream(pieces: AsyncIterableIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      // When it rejects, the runtime breaks the response off.
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
