import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { LocationRequest, LocationResponse } from '@location-records/core';

/** A request of node:http, or of the compatibility API of node:http2. */
export type NodeMessage = IncomingMessage | Http2ServerRequest;

/** A request to the service that came by way of node:http or node:http2. */
export interface NodeLocationRequest extends LocationRequest {
  /**
   * What it was made of. Its body is the service's to read. There is none where node:http has given a request up, as it
   * does not know its method.
   */
  readonly message?: NodeMessage;
}

/**
 * What the listener asks for its answers. Every handler of the core is one; a function around such a handler may look
 * at the message, too, for a log for example.
 */
export type NodeHandler = (request: NodeLocationRequest) => Promise<LocationResponse>;
