import type { Http2Session, ServerHttp2Stream } from 'node:http2';

/** Half of what `maxSessionMemory` of node:http2 is by default, in bytes. */
const mostUnsent = 5_000_000;

const unsent = new WeakMap<Http2Session, number>();

/** Sees to what a stream leaves behind that is reset. To be called before it is answered. */
export function letGoOfReset(stream: ServerHttp2Stream): void {
  // node:http2 keeps one that is reset with NO_ERROR, with all that waits for it.
  stream.once('aborted', () => {
    countUnsent(stream);
    stream.destroy();
  });
  // Behind a whole answer that waits to be sent, nothing but the end of the request tells of the reset.
  stream.once('end', () => {
    if (stream.closed) stream.destroy();
  });
}

/**
 * What was still to be sent on a stream that is reset, node:http2 counts as memory of the connection for ever, and
 * refuses all other streams once that is too much. Before, the connection is ended in good order: its other streams go
 * on, and the client opens another one (RFC 9113 section 6.8).
 */
function countUnsent({ session, bufferSize, writableLength }: ServerHttp2Stream): void {
  if (!session) return;
  // What node:http2 has taken over; the rest still waits in the stream.
  const sum = (unsent.get(session) ?? 0) + bufferSize - writableLength;
  unsent.set(session, sum);
  if (sum > mostUnsent) session.close();
}
