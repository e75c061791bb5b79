import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { LocationRequest, LocationResponse } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';

/** A request of node:http, or of the compatibility API of node:http2. */
export type NodeMessage = IncomingMessage | Http2ServerRequest;

/** A request to the service that came by way of node:http or node:http2. */
export interface NodeLocationRequest extends LocationRequest {
  /**
   * What it was made of. Its body is the service's to read. It is missing where node:http has given a request up because
   * it does not know its method.
   */
  readonly message?: NodeMessage;
}

/**
 * What the listener asks for its responses. Every handler of the core is one. A function that wraps such a handler may
 * look at the message, too, for a log for example.
 */
export type NodeHandler = (request: NodeLocationRequest) => Promise<LocationResponse>;

/** A response with a body of known length, so that the connection can be closed after it. */
export interface WholeResponse extends LocationResponse {
  readonly body: string;
}

/** The head of a request, as far as a {@link Guard} looks at it. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

/**
 * Looks at a request before the service does. `host` is the value of its `Host` field. CONNECT and methods that
 * node:http does not know may come without a valid one, and it is `undefined` then. A response that the guard returns
 * is sent instead of the service's, and the connection is closed after it.
 */
export type Guard = (head: RequestHead, host: string | undefined) => WholeResponse | undefined;

/** The response when the handler rejects, or its response cannot be sent. The error becomes a process warning. */
export function handlerFailure(error: unknown): WholeResponse {
  try {
    process.emitWarning(error instanceof Error ? error : String(error));
  } catch {
    // In Jest, an Error of the test environment is not one to Node.js.
    process.emitWarning(String(error));
  }
  return errorResponse(500, 'Internal server error');
}
