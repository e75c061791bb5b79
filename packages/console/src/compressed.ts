import type { LocationRequest, LocationResponse } from '@location-records/core';
import { acceptsGzip } from './accepted.ts';
import { inOnePiece } from './bytes-response.ts';
import { cancelled } from './cancelled.ts';

/** A body with fewer bytes is sent as it is. */
const minLength = 1024;

/**
 * Compresses the body of a response with gzip if the client accepts that. It leaves alone what is small,
 * compressed already, or has `no-transform` in `Cache-Control`: streams whose pieces a client waits for, since
 * gzip holds the first ones back.
 */
export async function compressed(
  request: LocationRequest,
  response: LocationResponse,
): Promise<LocationResponse> {
  const { status, headers, body } = response;
  const length = headers['Content-Length'];
  const isFixed =
    headers['Content-Encoding'] !== undefined || headers['Cache-Control']?.includes('no-transform');
  const varying = { ...headers, Vary: withAcceptEncoding(headers.Vary) };
  // It names what the response with the content would (RFC 9110 section 15.4.5).
  if (status === 304) return { ...response, headers: varying };
  if (status !== 200 || isFixed || Number(length) < minLength) return response;
  // Bun before 1.3 has no CompressionStream.
  if (!acceptsGzip(request) || typeof CompressionStream === 'undefined') {
    return { ...response, headers: varying };
  }
  const encoded = gzip(typeof body === 'string' ? inOnePiece(new TextEncoder().encode(body)) : body);
  if (length === undefined) {
    return { ...response, headers: { ...varying, 'Content-Encoding': 'gzip' }, body: encoded };
  }
  const bytes = await joined(encoded);
  return {
    ...response,
    headers: { ...varying, 'Content-Encoding': 'gzip', 'Content-Length': String(bytes.length) },
    body: inOnePiece(bytes),
  };
}

function withAcceptEncoding(vary: string | undefined): string {
  const names = new Set(vary?.split(', '));
  return [...names.add('Accept-Encoding')].join(', ');
}

/** Compresses pieces as they are read. A piece that fails, fails the compressed body with its error. */
function gzip(pieces: AsyncIterator<string | Uint8Array>): AsyncIterableIterator<Uint8Array> {
  const encoder = new TextEncoder();
  let failure: { readonly error: unknown } | undefined;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else
            controller.enqueue(
              (typeof value === 'string' ? encoder.encode(value) : value) as Uint8Array<ArrayBuffer>,
            );
        } catch (error) {
          failure = { error };
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.pipeThrough(new CompressionStream('gzip')).getReader();
  return {
    async next() {
      const result = await reader.read().catch((error) => {
        throw failure ? failure.error : error;
      });
      return result.done ? { done: true, value: undefined } : { done: false, value: result.value };
    },
    async return() {
      // Also before the first piece is read, which the stream may never have asked for.
      await Promise.all([cancelled(reader), pieces.return?.()]);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of pieces) parts.push(part);
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
