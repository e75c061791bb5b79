import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, finished } from 'node:stream';
import type { LocationResponse } from '@location-records/core';
import type { RawResponse } from './protocol-errors.ts';

/** What became of one request to a server, or of bytes that were not a request. */
export interface RequestSummary {
  /** As sent; `undefined` for bytes that were not understood. */
  readonly method: string | undefined;
  /** The request target as sent, with its query; `undefined` for bytes that were not understood. */
  readonly target: string | undefined;
  /** `undefined` when the connection ended before the request had a response. */
  readonly status: number | undefined;
  /**
   * From the moment when the head had arrived, or was refused, to the end of the response, in milliseconds.
   */
  readonly durationMs: number;
  /** How many bytes of the response, with its head, were given to the connection. */
  readonly bytesSent: number;
  /** Whether the response did not go out as a whole. */
  readonly isAborted: boolean;
  /**
   * What node:http calls the reason why the request, or the rest of its body, could not be read, such as
   * `HPE_INVALID_URL` or `ERR_HTTP_REQUEST_TIMEOUT`.
   */
  readonly errorCode: string | undefined;
  /** Why the handler or the guard gave this response. Responses below the service have none. */
  readonly explanation: LocationResponse['explanation'];
  /** The address of the client, or of the proxy in front. */
  readonly remoteAddress: string | undefined;
  /**
   * The message of node:http; it is also the `message` of the request in `onError`. Malformed heads have
   * none.
   */
  readonly message: IncomingMessage | undefined;
}

/** Makes an observer that calls `onRequest` once for each request. */
export function observeRequests(onRequest: (summary: RequestSummary) => void) {
  const errorCodes = new WeakMap<IncomingMessage, string>();
  /** How many bytes of each connection belong to responses that are done. */
  const bytesDone = new WeakMap<Duplex, number>();
  const takeBytes = (socket: Duplex) => {
    const { bytesWritten = 0 } = socket as Partial<Socket>;
    const total = bytesWritten - socket.writableLength;
    const bytes = total - (bytesDone.get(socket) ?? 0);
    bytesDone.set(socket, total);
    return bytes;
  };

  return {
    /** Call it first for every request. The function that it returns notes the response before it is sent. */
    begin(req: IncomingMessage, res: ServerResponse): (response: LocationResponse) => true {
      const { socket } = req;
      // Not at the end: a connection that has ended has no address any more.
      const { remoteAddress } = socket;
      const start = performance.now();
      let explanation: LocationResponse['explanation'];
      let bytesSent: number | undefined;
      // Ahead of the listener by which node:http gives the connection to the next response.
      res.prependOnceListener('finish', () => {
        bytesSent = takeBytes(socket);
      });
      res.once('close', () => {
        bytesSent ??= takeBytes(socket);
        // A response that breaks off before its first byte has a status that the client never gets.
        const hasStatus = res.headersSent && (bytesSent > 0 || res.writableFinished);
        onRequest({
          method: req.method,
          target: req.url,
          status: hasStatus ? res.statusCode : undefined,
          durationMs: performance.now() - start,
          bytesSent,
          isAborted: !res.writableFinished,
          errorCode: errorCodes.get(req),
          explanation,
          remoteAddress,
          message: req,
        });
      });
      return (response) => {
        explanation = response.explanation;
        return true;
      };
    },

    /** Call it when the rest of a request cannot be read. */
    noteError(req: IncomingMessage, code: string): void {
      errorCodes.set(req, code);
    },

    /** Call it for every response without a `ServerResponse`. */
    endRaw({ socket, request, status, code: errorCode }: RawResponse): void {
      const start = performance.now();
      const { remoteAddress } = socket as Partial<Socket>;
      finished(socket, { readable: false }, (error) =>
        onRequest({
          method: request?.method,
          target: request?.url,
          status,
          durationMs: performance.now() - start,
          bytesSent: takeBytes(socket),
          isAborted: status === undefined || Boolean(error),
          errorCode,
          explanation: undefined,
          remoteAddress,
          message: request,
        }),
      );
    },
  };
}
