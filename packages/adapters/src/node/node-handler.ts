import { type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { LocationRequest, LocationResponse } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { errorText } from '../errors.ts';
import { finalResponse } from '../final-response.ts';

/** A request of node:http, or of the compatibility API of node:http2. */
export type NodeMessage = IncomingMessage | Http2ServerRequest;

/** A request to the service that came by way of node:http or node:http2. */
export interface NodeLocationRequest extends LocationRequest {
  /**
   * The message that the request was made of. Only the service may read its body. A request whose method node:http does
   * not know has no message.
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
 * is sent instead of the service's, and the connection is closed after it. A guard cannot be async.
 */
export type Guard = (head: RequestHead, host: string | undefined) => WholeResponse | undefined;

/** The response when the handler rejects, or its response cannot be sent. The error becomes a process warning. */
export function handlerFailure(error: unknown): WholeResponse {
  try {
    process.emitWarning(error instanceof Error ? error : errorText(error));
  } catch {
    // In Jest, an Error of the test environment is not one to Node.js.
    process.emitWarning(errorText(error));
  }
  return errorResponse(500, 'Internal server error');
}

/**
 * What a guard has returned, as it can be sent: a status or a field that `writeHead` of node:http would refuse is refused
 * here.
 *
 * @throws {Error} about what is wrong with it.
 */
export function checkRefusal(given: WholeResponse): WholeResponse {
  if (given instanceof Promise) {
    // Its rejection would end the process.
    given.catch(() => {});
    throw new TypeError('A guard cannot be async: it must return a response, or undefined.');
  }
  const response = sendableResponse(given);
  const { body } = response;
  if (typeof body !== 'string') throw new TypeError('The body of the response of a guard must be a string.');
  return { ...response, body };
}

/**
 * A response that can be sent as it is, also where node:http does not write its head.
 *
 * @throws {Error} about what cannot be sent.
 */
export function sendableResponse(given: LocationResponse): LocationResponse {
  const response = finalResponse(given);
  const { status, headers } = response;
  if (!Number.isInteger(status) || status > 999)
    throw new RangeError(`A response cannot have the status ${status}.`);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    // It needs a body in chunks.
    if (name.toLowerCase() === 'trailer') throw new TypeError('A response of known length has no trailers.');
    validateHeaderValue(name, value);
  }
  return response;
}
