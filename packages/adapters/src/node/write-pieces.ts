import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Writes a streamed body no faster than the client reads it, and ends the response unless the client left. */
export async function writePieces(res: Writable, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const drainedOrClosed = watch(res);
  for await (const piece of pieces) {
    // Leaving the loop releases the store's list.
    if (res.closed) return;
    if (!res.write(piece)) await drainedOrClosed();
    // With a fast reader the whole list would be written in one turn of the event loop, without other requests.
    await setImmediate();
  }
  res.end();
}

/**
 * Returns a function that waits until the response can take more, or is closed. It listens once for the whole response:
 * the `on` of compression() passes a listener for `drain` to a stream of its own, and its `off` does not remove it.
 */
function watch(res: Writable): () => Promise<void> {
  let settle = () => {};
  res.on('close', () => settle());
  res.on('drain', () => settle());
  return () =>
    new Promise((resolve) => {
      settle = resolve;
      if (res.closed) resolve();
    });
}
