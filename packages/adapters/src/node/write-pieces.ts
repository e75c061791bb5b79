import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Writes a streamed body no faster than the client reads it, and ends the response unless the client left. */
export async function writePieces(res: Writable, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    // Leaving the loop releases the store's list.
    if (res.closed) return;
    if (!res.write(piece)) await drainedOrClosed(res);
    // With a fast reader all of this happens within one turn of the event loop; others want one, too.
    await setImmediate();
  }
  res.end();
}

function drainedOrClosed(res: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
    if (res.closed) settle();
  });
}
