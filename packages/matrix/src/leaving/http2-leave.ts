import type { ClientHttp2Stream } from 'node:http2';
import type { Http2Connection } from './http2-connection.ts';
import { itemOf } from './leaving-clients.ts';

/** A stream, on a connection with others. */
export interface Http2Client extends Http2Connection {
  readonly stream: ClientHttp2Stream;
  /** Of the stream alone. */
  readonly controller: AbortController;
}

const ways: readonly ((client: Http2Client, index: number) => void)[] = [
  // Resets the stream, with CANCEL or NO_ERROR; `close` of the stream would end the body of an upload before.
  ({ stream, controller }, index) => {
    if (index % (2 * ways.length) === 0) controller.abort();
    else stream.destroy();
  },
  ({ session }) => session.destroy(),
  ({ socket }) => socket.destroy(),
  ({ socket }) => socket.resetAndDestroy(),
];

/** In how many ways clients leave. The first leaves their connection to others; the rest take along all that is on it. */
export const wayCount = ways.length;

/** The client of this number leaves. */
export function leave(client: Http2Client, index: number): void {
  itemOf(ways, index)(client, index);
}
