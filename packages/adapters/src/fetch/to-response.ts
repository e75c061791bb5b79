import type { LocationResponse } from '@location-records/core';
import { pieceStream } from './piece-stream.ts';

/** The answer as a `Response`, with the header fields of the answer and no others. */
export function toResponse(response: LocationResponse): Response {
  const { status, headers } = response;
  return new Response(contentOf(response), { status, headers });
}

/** An empty string would give the response a content type. */
function contentOf({ headers, body }: LocationResponse): string | ReadableStream | null {
  if (typeof body !== 'string') return pieceStream(body);
  if (body !== '') return body;
  return headers['Content-Length'] === undefined ? emptyStream() : null;
}

/** To the HEAD of a list, whose length nobody knows; for no body at all, runtimes would say 0. */
function emptyStream(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.close() });
}
