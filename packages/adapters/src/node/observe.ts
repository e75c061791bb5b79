import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, finished } from 'node:stream';
import type { Explanation } from '@location-records/core';
import type { Host } from './http1.ts';
import type { RawResponse } from './protocol-errors.ts';

/** What became of one request to a server, or of bytes that were not a request. */
export interface RequestSummary {
  /** As sent; `undefined` for bytes that were not understood. */
  readonly method: string | undefined;
  /** The request target as sent, with its query; `undefined` for bytes that were not understood. */
  readonly target: string | undefined;
  /** `undefined` when the connection ended before the request had a response. */
  readonly status: number | undefined;
  /** From the moment when the head had arrived, or was refused, to the end of the response, in milliseconds. */
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
  readonly explanation: Explanation | undefined;
  /** The address of the client, or of the proxy in front. */
  readonly remoteAddress: string | undefined;
  /** The message of node:http; it is also the `message` of the request in `onError`. Malformed heads have none. */
  readonly message: IncomingMessage | undefined;
}

/** Observes the requests to one server. */
interface RequestObserver {
  /** Call it first for every request. The function that it returns notes the response before it is sent. */
  readonly begin: (req: IncomingMessage, res: ServerResponse) => NonNullable<Host['accepts']>;
  /** Call it for every response without a `ServerResponse`. */
  readonly endRaw: (raw: RawResponse) => void;
}

/** What is known of a request under way, as a property of its message. */
const observed = Symbol('observed request');
/** How many bytes of a connection belong to responses that were reported. */
const bytesReported = Symbol('bytes reported');

interface Message extends IncomingMessage {
  [observed]?: Observed;
}

interface ObservedConnection extends Duplex {
  readonly remoteAddress?: string | undefined;
  readonly bytesWritten?: number | undefined;
  [bytesReported]?: number;
}

interface Observed {
  explanation?: Explanation | undefined;
  /** The response below the service, if it has one. */
  raw?: RawResponse;
  bytesSent?: number;
}

/** Makes an observer that calls `onRequest` once for each request. */
export function observeRequests(onRequest: (summary: RequestSummary) => void): RequestObserver {
  return {
    begin(req: Message, res) {
      const connection: ObservedConnection = req.socket;
      const request: Observed = {};
      req[observed] = request;
      const start = performance.now();
      // Not in `end`: a connection that has ended may have no address any more.
      const { remoteAddress } = connection;
      // Ahead of the listener by which node:http gives the connection to the next response.
      res.prependOnceListener('finish', () => {
        request.bytesSent = takeBytes(connection);
      });
      let isReported = false;
      const end = () => {
        if (isReported) return;
        isReported = true;
        const { raw, explanation } = request;
        const bytesSent = request.bytesSent ?? (res.socket === null && !raw ? 0 : takeBytes(connection));
        // A response that breaks off before its first byte has a status that the client never gets.
        const hasStatus = res.headersSent && (bytesSent > 0 || res.writableFinished);
        onRequest({
          method: req.method,
          target: req.url,
          status: raw?.response?.status ?? (hasStatus ? res.statusCode : undefined),
          durationMs: performance.now() - start,
          bytesSent,
          isAborted: raw?.response ? !connection.writableFinished : !res.writableFinished,
          errorCode: raw?.code,
          explanation,
          remoteAddress,
          message: req,
        });
      };
      res.once('close', end);
      if (res.socket === null) callIfCutBeforeTurn(req.socket, res, end);
      return (response) => {
        request.explanation = response.explanation;
        return true;
      };
    },
    endRaw(raw) {
      const { request, response, code: errorCode, head } = raw;
      const begun = (request as Message | undefined)?.[observed];
      if (begun) {
        begun.raw = raw;
        return;
      }
      const socket: ObservedConnection = raw.socket;
      const start = performance.now();
      const { remoteAddress } = socket;
      finished(socket, { readable: false }, (error) =>
        onRequest({
          method: request?.method ?? head?.method,
          target: request ? request.url : head?.target,
          status: response?.status,
          durationMs: performance.now() - start,
          bytesSent: takeBytes(socket),
          isAborted: error !== undefined && error !== null,
          errorCode,
          explanation: response?.explanation,
          remoteAddress,
          message: request,
        }),
      );
    },
  };
}

/** The bytes that have gone out on the connection since the last call. */
function takeBytes(connection: ObservedConnection): number {
  const total = (connection.bytesWritten ?? 0) - connection.writableLength;
  const bytes = total - (connection[bytesReported] ?? 0);
  connection[bytesReported] = total;
  return bytes;
}

/** What to call when a connection ends: one listener for all, as node:events warns of more than ten. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `end` when the connection ends before the turn of a response has come. A pipelined response that waits for its
 * turn has no connection yet: before Node 24 it does not emit `close` then.
 */
function callIfCutBeforeTurn(socket: Socket, res: ServerResponse, end: () => void): void {
  const calls = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, calls);
    socket.once('close', () => {
      for (const call of calls) call();
    });
  }
  calls.add(end);
  // From now on the response learns of the end itself. A connection that stays must not keep its past responses.
  res.once('socket', () => calls.delete(end));
}
