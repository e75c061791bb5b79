import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LocationResponse } from '@location-records/core';

/**
 * The end of a connection for which node:http has no `ServerResponse`: malformed HTTP, a client that is too slow, CONNECT,
 * and methods that node:http does not know.
 */
export interface RawResponse {
  /** The connection, which ends behind the response. */
  readonly socket: Duplex;
  /** What was sent; `undefined` where the connection was closed without a response. */
  readonly response: LocationResponse | undefined;
  /** What node:http calls the reason, such as `HPE_INVALID_URL`. CONNECT has none. */
  readonly code: string | undefined;
  /** The request concerned, where its head had arrived: its body is malformed, or late, or it is CONNECT. */
  readonly request: IncomingMessage | undefined;
  /** The method and the target of a head that node:http has given up, as far as they can be told. */
  readonly head: { readonly method: string; readonly target: string } | undefined;
}
