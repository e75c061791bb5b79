import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, finished } from 'node:stream';
import type { LocationResponse } from '@location-records/core';
import type { RawResponse } from './protocol-errors.ts';

/** The outcome of a request to a server, or of bytes that were not a request. */
export interface RequestSummary {
  /** As sent; `undefined` for malformed bytes. */
  readonly method: string | undefined;
  /** The request target as sent, with its query; `undefined` for malformed bytes. */
  readonly target: string | undefined;
  /** `undefined` if the connection ended before the response. */
  readonly status: number | undefined;
  /** Milliseconds from the arrival of the head, or its refusal, to the end of the response. */
  readonly durationMs: number;
  /** How many bytes of the response, with its head, were written to the connection. */
  readonly bytesSent: number;
  /** Whether the response was not sent completely. */
  readonly isAborted: boolean;
  /**
   * The code of node:http if the request or its body could not be read, such as `HPE_INVALID_URL` or
   * `ERR_HTTP_REQUEST_TIMEOUT`.
   */
  readonly errorCode: string | undefined;
  /** Why the handler or the guard sent this response. Responses to protocol errors have none. */
  readonly explanation: LocationResponse['explanation'];
  /** The address of the client, or of the proxy in front. */
  readonly remoteAddress: string | undefined;
  /**
   * The message of node:http, which is also the `message` of the request in `onError`. Malformed heads have
   * none.
   */
  readonly message: IncomingMessage | undefined;
}

/** What is known of a connection. */
interface Connection {
  /** How many bytes belong to earlier responses. */
  bytesDone: number;
  /** Called when another request arrives before the response to the latest has closed. */
  pending: (() => void) | undefined;
}

/** Creates an observer that calls `onRequest` once for each request. */
export function observeRequests(onRequest: (summary: RequestSummary) => void) {
  const errorCodes = new WeakMap<IncomingMessage, string>();
  const connections = new WeakMap<Duplex, Connection>();
  const connectionOf = (socket: Duplex) => {
    let connection = connections.get(socket);
    if (!connection) {
      connection = { bytesDone: 0, pending: undefined };
      connections.set(socket, connection);
    }
    return connection;
  };
  const takeBytes = (socket: Duplex, connection: Connection) => {
    const { bytesWritten = 0 } = socket as Partial<Socket>;
    const total = bytesWritten - socket.writableLength;
    const bytes = total - connection.bytesDone;
    connection.bytesDone = total;
    return bytes;
  };

  return {
    /** Begins to observe a request. The returned function notes the response before it is sent. */
    begin(req: IncomingMessage, res: ServerResponse): (response: LocationResponse) => true {
      const { socket } = req;
      const connection = connectionOf(socket);
      // Read now: a closed connection has no address.
      const { remoteAddress } = socket;
      const start = performance.now();
      let explanation: LocationResponse['explanation'];
      let bytesSent: number | undefined;
      connection.pending?.();
      const noteEnd = () => {
        // Before the listener by which node:http hands the connection to the next response.
        res.prependOnceListener('finish', () => {
          bytesSent = takeBytes(socket, connection);
        });
      };
      connection.pending = noteEnd;
      res.on('close', () => {
        if (connection.pending === noteEnd) connection.pending = undefined;
        bytesSent ??= takeBytes(socket, connection);
        const isWhole = res.writableFinished;
        // If a response breaks off before its first byte, the client never gets its status.
        const hasStatus = res.headersSent && (bytesSent > 0 || isWhole);
        onRequest({
          method: req.method,
          target: req.url,
          status: hasStatus ? res.statusCode : undefined,
          durationMs: performance.now() - start,
          bytesSent,
          isAborted: !isWhole,
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

    /** Notes why the rest of a request cannot be read. */
    noteError(req: IncomingMessage, code: string): void {
      errorCodes.set(req, code);
    },

    /** Observes a response without a `ServerResponse`. */
    endRaw({ socket, request, status, code: errorCode }: RawResponse): void {
      const start = performance.now();
      const { remoteAddress } = socket as Partial<Socket>;
      finished(socket, { readable: false }, (error) =>
        onRequest({
          method: request?.method,
          target: request?.url,
          status,
          durationMs: performance.now() - start,
          bytesSent: takeBytes(socket, connectionOf(socket)),
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
