import type { ServerHttp2Stream } from 'node:http2';

/** Sees to what a stream leaves behind that is reset. To be called before it is answered. */
export function letGoOfReset(stream: ServerHttp2Stream): void {
  // node:http2 keeps one that is reset with NO_ERROR, with all that waits for it.
  stream.once('aborted', () => stream.destroy());
  // Behind a whole answer that waits to be sent, nothing but the end of the request tells of the reset.
  stream.once('end', () => {
    if (stream.closed) stream.destroy();
  });
}
