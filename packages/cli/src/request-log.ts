import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Duplex, finished } from 'node:stream';
import type { NodeLocationRequest, RawResponse } from '@location-records/adapters/node';
import type { Explanation, LocationRequest } from '@location-records/core';
import { tellIfCutBeforeTurn } from './cut-before-turn.ts';

/** What request lines and error lines say of a request. */
export interface RequestFields {
  /** Unique in the logs of a service: a prefix of the process, and a number. There is none without a log. */
  readonly requestId?: string | undefined;
  /** The address of the client, or of the proxy in front. */
  readonly client?: string | undefined;
  /** `undefined` for what was not understood. */
  readonly method?: string | undefined;
  /** The path as sent, without the query and a password; what is not printable ASCII is percent-encoded. */
  readonly path?: string | undefined;
}

/** One request as the log tells of it, or what came in the place of one. */
export interface LogEntry extends RequestFields {
  /** When its head had arrived, or was given up. */
  readonly time: Date;
  readonly requestId: string;
  /** `undefined` when the connection ended before the request was answered. */
  readonly status: number | undefined;
  /** From then to the last byte of the response. */
  readonly durationMs: number;
  /** The bytes of the response, with its head, that were given to the connection. */
  readonly bytesSent: number;
  /** The response did not go out as a whole. */
  readonly isAborted: boolean;
  /** What node:http calls the reason why the request, or the rest of its body, could not be read. */
  readonly code?: string | undefined;
  /** Why it was answered so, where that is asked for. Most responses below the service have none. */
  readonly explanation?: Explanation | undefined;
  /** Its failure was told on stderr, too. */
  readonly hasFailed: boolean;
}

/** The log of the requests to one server. */
export interface RequestLog {
  /** Takes down every request to the server, each as one entry when its response has ended. */
  watch(server: Server): void;
  /** For the option `onRawResponse` of the server. */
  readonly rawResponse: (raw: RawResponse) => void;
  /** The fields of a request that has failed, for an error line. */
  failed(request: LocationRequest): RequestFields;
}

/** A request on its way: a property of its message, because a `WeakMap` takes several times as long. */
const watchedRequest = Symbol('watched request');
/** How many bytes of a connection belong to responses that are in the log. */
const bytesTold = Symbol('bytes told');

interface Message extends IncomingMessage {
  [watchedRequest]?: Watched;
}

interface Connection extends Duplex {
  readonly remoteAddress?: string | undefined;
  readonly bytesWritten?: number | undefined;
  [bytesTold]?: number;
}

interface Watched {
  readonly number: number;
  readonly start: number;
  readonly client: string | undefined;
  /** Of a response that node:http knows nothing of. */
  raw?: RawResponse;
  bytesSent?: number;
  hasFailed: boolean;
  isTold: boolean;
}

/**
 * Makes the log of one server. `tell` is given the entries, and `explain` gives the reason for the response to a request.
 */
export function createRequestLog(
  tell: (entry: LogEntry) => void,
  explain?: (req: IncomingMessage) => Explanation | undefined,
): RequestLog {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  const idOf = ({ number }: Watched) => `${prefix}-${number}`;

  const begin = (connection: Connection): Watched => ({
    number: ++count,
    start: performance.now(),
    // Later the connection may have ended, and has no address any more.
    client: addressOf(connection),
    hasFailed: false,
    isTold: false,
  });

  const tellOf = (
    watched: Watched,
    head: { readonly method: string; readonly target: string } | undefined,
    outcome: Pick<LogEntry, 'status' | 'isAborted' | 'bytesSent' | 'code' | 'explanation'>,
  ) => {
    if (watched.isTold) return;
    watched.isTold = true;
    const durationMs = performance.now() - watched.start;
    tell({
      // Not from `performance.timeOrigin`, which knows nothing of a clock that was set meanwhile.
      time: new Date(Date.now() - durationMs),
      requestId: idOf(watched),
      client: watched.client,
      method: head?.method,
      path: head && printablePath(head.target),
      durationMs,
      hasFailed: watched.hasFailed,
      ...outcome,
    });
  };

  const watchRequest = (req: Message, res: ServerResponse) => {
    const connection: Connection = req.socket;
    const watched = begin(connection);
    req[watchedRequest] = watched;
    // Ahead of the listener by which node:http gives the connection to the next response.
    res.prependOnceListener('finish', () => {
      watched.bytesSent = takeBytes(connection);
    });
    const end = () => {
      const { raw } = watched;
      const status = raw?.response?.status ?? (res.headersSent ? res.statusCode : undefined);
      const { method = '', url: target = '' } = req;
      tellOf(
        watched,
        { method, target },
        {
          status,
          isAborted: raw?.response ? !connection.writableFinished : !res.writableFinished,
          bytesSent: watched.bytesSent ?? (res.socket === null && !raw ? 0 : takeBytes(connection)),
          code: raw?.code,
          explanation: explain?.(req),
        },
      );
    };
    res.once('close', end);
    if (res.socket === null) tellIfCutBeforeTurn(req.socket, res, end);
  };

  return {
    watch(server) {
      server.prependListener('request', watchRequest);
      server.prependListener('checkContinue', watchRequest);
    },
    rawResponse(raw) {
      const { socket, request, response, code, head } = raw;
      const watched = (request as Message | undefined)?.[watchedRequest];
      if (watched) {
        watched.raw = raw;
        return;
      }
      const newly = begin(socket);
      const { method, url: target = '' } = request ?? {};
      finished(socket, { readable: false }, (error) =>
        tellOf(newly, method === undefined ? head : { method, target }, {
          status: response?.status,
          isAborted: error !== undefined && error !== null,
          bytesSent: takeBytes(socket),
          code,
          explanation: explain && response?.explanation,
        }),
      );
    },
    failed({ method, target, message }: NodeLocationRequest) {
      const watched = (message as Message | undefined)?.[watchedRequest];
      if (watched) watched.hasFailed = true;
      return {
        requestId: watched && idOf(watched),
        client: watched?.client,
        ...fieldsOf({ method, target }),
      };
    },
  };
}

/** What can be said of a request without a log. */
export function fieldsOf({ method, target }: Pick<LocationRequest, 'method' | 'target'>): RequestFields {
  return { method, path: printablePath(target) };
}

/** An IPv4 address as such, also where IPv6 addresses are listened on. */
function addressOf({ remoteAddress }: Connection): string | undefined {
  return remoteAddress?.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress;
}

/** The bytes that have gone out since the last call. */
function takeBytes(connection: Connection): number {
  const total = (connection.bytesWritten ?? 0) - connection.writableLength;
  const bytes = total - (connection[bytesTold] ?? 0);
  connection[bytesTold] = total;
  return bytes;
}

const printableWithoutQuery = /^[!->@-~]*$/;
const unprintable = /[^!-~]/g;
/** A user and a password before a host, in a target that is a whole URL or the authority of CONNECT. */
const userInformation = /^([a-z][a-z\d+.-]*:[/\\]{2})?[^/\\#]*@/i;

function printablePath(target: string): string {
  const isPath = target.startsWith('/');
  if (isPath && printableWithoutQuery.test(target)) return target;
  const [whole = ''] = target.split('?', 1);
  const path = isPath ? whole : whole.replace(userInformation, '$1***@');
  return path.replace(unprintable, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
