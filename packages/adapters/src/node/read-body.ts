import type { Readable } from 'node:stream';
import { BodyUsedError } from '../errors.ts';
import { RequestAbortedError } from '../request-aborted-error.ts';

/** A message whose body is read. */
export interface BodySource {
  readonly message: Readable;
  /** How much of the body has been taken off the wire so far. */
  bytesRead: number;
}

/**
 * Reads the first `maxBytes` bytes of the body, or fewer when `hasEnough` says so of a chunk, then stops reading
 * from the connection.
 *
 * Rejects with a {@link RequestAbortedError} when the client goes away first, or has gone before, and with a
 * {@link BodyUsedError} when somebody else has read from the body before.
 */
export function readBody(
  source: BodySource,
  maxBytes: number,
  hasEnough: (chunk: Uint8Array) => boolean = () => false,
): Promise<Uint8Array> {
  const { message } = source;
  if (message.readableDidRead) return Promise.reject(new BodyUsedError());
  // Somebody has found that there is none.
  if (message.readableEnded) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let isSettled = false;
    const finish = () => {
      isSettled = true;
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      resolve(bytes.length > maxBytes ? bytes.subarray(0, maxBytes) : bytes);
    };
    const take = (data: Uint8Array | string) => {
      // Text where somebody has called `setEncoding`.
      const chunk = typeof data === 'string' ? Buffer.from(data, message.readableEncoding ?? 'utf8') : data;
      chunks.push(chunk);
      source.bytesRead += chunk.length;
      if (source.bytesRead < maxBytes && !hasEnough(chunk)) return;
      message.pause().off('data', take);
      finish();
    };
    // `close` comes without an `error` when the client leaves between two chunks, and also after every end.
    const fail = (cause?: Error) => {
      if (isSettled) return;
      isSettled = true;
      reject(new RequestAbortedError({ cause }));
    };
    if (message.destroyed) fail();
    else message.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}
