import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { checkHandler, checkOptionNames } from '@location-records/core/adapter-kit';
import type { BodyUsedError } from '../errors.ts';
import { serveHttp1 } from './http1.ts';
import { Http2Request, serveHttp2 } from './http2.ts';
import { resetIdleStreams } from './idle-streams.ts';
import type { NodeHandler, NodeMessage } from './node-handler.ts';
import { NodeRequest, type NodeRequestOptions } from './node-request.ts';

/** The response to a {@link NodeMessage}. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Options of {@link createListener}. */
export interface ListenerOptions {
  /**
   * How long nothing may move on a stream of HTTP/2 before it is reset, in milliseconds. While a response waits to be
   * sent, it takes three to four times as long. Connections are the server's to close: over HTTP/1.1 with
   * `idleTimeout` of `createServer`, over HTTP/2 with `server.setTimeout`, which should not be shorter than this.
   * @default 120_000
   */
  readonly idleTimeout?: number | undefined;
}

/** A listener for the events of a server of node:http, or of one of node:http2 with or without HTTP/1.1. */
export interface NodeListener {
  /** For `http.createServer(listener)`, `http2.createServer(listener)` and the event `request`. */
  (req: NodeMessage, res: NodeResponse): void;
  /**
   * For the event `checkContinue`. Without it the server invites every body that a client offers with
   * `Expect: 100-continue`; with it, only a body that will be read is invited (RFC 9110 section 10.1.1).
   */
  readonly checkContinue: (req: NodeMessage, res: NodeResponse) => void;
}

/**
 * Serves requests of node:http and node:http2 with a handler. To serve them under a base path, give the handler the
 * option `basePath`.
 *
 * A response that does not depend on the body is sent without waiting for it. A small rest of the body (up to 64 KiB)
 * is then read and dropped, so that the connection can be used again; with a larger one, or one that does not end, the
 * connection is closed after the response. A client that goes away while it sends its body has changed nothing. A list
 * that fails half-way ends the connection without ending the response. Over HTTP/2 only the stream is ended, never the
 * connection.
 *
 * Where the app has read the body of a POST or PUT before, it is lost: the response is 500, and a {@link BodyUsedError}
 * becomes a process warning, as does every other fault of the app or the handler.
 *
 * @throws {InvalidArgumentError} at once, when `handle` is not a handler, and {OptionError}, when an option cannot work
 * or is not known.
 *
 * @example
 * const listener = createListener(createHandler({ store: createMemoryStore() }));
 * http.createServer(listener).on('checkContinue', listener.checkContinue).listen(8080);
 */
export function createListener(handle: NodeHandler, options?: ListenerOptions): NodeListener {
  const { idleTimeout = 120_000 } = checkOptionNames(options, ['idleTimeout']);
  checkHandler(handle);
  const watch = resetIdleStreams(idleTimeout);
  const serve = (req: NodeMessage, res: NodeResponse, requestOptions?: NodeRequestOptions) => {
    if (req.httpVersionMajor === 2) {
      const request = new Http2Request(req as Http2ServerRequest, requestOptions);
      void serveHttp2(handle, request, res as Http2ServerResponse, watch);
    } else {
      serveHttp1(handle, new NodeRequest(req as IncomingMessage, requestOptions), res as ServerResponse);
    }
  };
  // The function itself is the listener, so that `http.createServer(listener)` takes it as it is.
  return Object.assign((req: NodeMessage, res: NodeResponse) => serve(req, res), {
    checkContinue: (req: NodeMessage, res: NodeResponse) =>
      serve(req, res, { invite: () => res.writeContinue() }),
  });
}
