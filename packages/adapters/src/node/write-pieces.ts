import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** Writes a streamed body no faster than the client reads it, and ends the response. */
export async function writePieces(res: ServerResponse, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    // Leaving the loop releases the store's list.
    if (res.closed) return;
    // A fast reader never makes `write` say no; a turn of the event loop lets other requests in between.
    if (res.write(piece)) await setImmediate();
    else await drainedOrClosed(res);
  }
  res.end();
}

function drainedOrClosed(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
    if (res.closed) settle();
  });
}
