import type { LocationResponse } from '@location-records/core';

/** The answer as a `Response`, with the header fields of the answer and no others. */
export function toResponse(response: LocationResponse): Response {
  const { status, headers } = response;
  return new Response(contentOf(response), { status, headers });
}

/** Statuses that have no content (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5), and a `Response` that has one refuses. */
const withoutContent = new Set([204, 205, 304]);

/** An empty string would give the response a content type. */
function contentOf({ status, headers, body }: LocationResponse): string | ReadableStream | null {
  if (typeof body !== 'string') return pieceStream(body);
  if (body !== '') return body;
  const isLengthKnown = headers['Content-Length'] !== undefined || withoutContent.has(status);
  return isLengthKnown ? null : emptyStream();
}

/** To the HEAD of a list, whose length nobody knows; for no body at all, runtimes would say 0. */
function emptyStream(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/**
 * The pieces of a list as the body of a `Response`: each is asked for when the one before it has been taken, and
 * the list is released when the runtime cancels the stream, as it does when the client goes away.
 */
function pieceStream(pieces: AsyncIterableIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      // What it rejects with breaks the response off.
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
