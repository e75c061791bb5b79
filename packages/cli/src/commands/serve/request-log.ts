import type { IncomingMessage } from 'node:http';
import type { NodeLocationRequest, RequestSummary } from '@location-records/adapters/node';
import type { LocationRequest } from '@location-records/core';
import { type ClientAddress, connectionAddress } from '../../operations/client-address.ts';
import { routeNames } from '../../operations/route-names.ts';
import { nameOfToken } from '../../operations/token-names.ts';

/** The fields of a request in request lines and error lines. */
export interface RequestFields {
  /**
   * As the client, or a proxy in front, has it in `X-Request-Id`; otherwise unique in the logs of a service: a
   * prefix of the process, and a number. `undefined` without a log.
   */
  readonly requestId?: string | undefined;
  /** The trace that the request belongs to (W3C Trace Context). */
  readonly traceId?: string | undefined;
  /** The name of its token. */
  readonly token?: string | undefined;
  /** The address of the client, or of the proxy in front. */
  readonly client?: string | undefined;
  /** `null` if the request could not be parsed. */
  readonly method: string | null;
  /** The path as sent, without query and password. Characters beyond printable ASCII are percent-encoded. */
  readonly path: string | null;
}

/** A request in the log, or bytes that were not a request, with the names of a line of JSON. */
export interface RequestEvent extends RequestFields {
  /** When its head was complete, or failed. */
  readonly time: Date;
  readonly event: 'request';
  readonly status: number | null;
  readonly durationMs: number;
  readonly bytesSent: number;
  readonly aborted?: true | undefined;
  /** Why the request could not be read. */
  readonly code?: string | undefined;
  readonly clause?: string | undefined;
  readonly reason?: string | undefined;
  /** Its failure is also written to stderr. Not in a line of JSON. */
  readonly hasFailed: boolean;
}

/** The log of the requests to one server. */
interface RequestLog {
  /** For the option `onRequest` of the server. */
  readonly observe: (summary: RequestSummary) => void;
  /** Returns the fields of a request that has failed, for an error line. */
  readonly failed: (request: LocationRequest) => RequestFields;
}

/** Options of {@link createRequestLog}. */
interface RequestLogOptions {
  /** Whether events have explanations. */
  readonly explain?: boolean | undefined;
  /** That of the service. */
  readonly basePath?: string | undefined;
  /** @default that of the connection */
  readonly clientAddress?: ClientAddress | undefined;
}

/** Creates the log of one server. `write` gets its events. */
export function createRequestLog(
  write: (event: RequestEvent) => void,
  { explain, basePath, clientAddress = connectionAddress }: RequestLogOptions = {},
): RequestLog {
  const routeOf = routeNames(basePath);
  const ids = new WeakMap<IncomingMessage, string>();
  let prefix: string | undefined;
  let count = 0;
  const nextId = () => {
    // Node.js loads its cryptography at the first use, and the start need not wait for that.
    prefix ??= crypto.randomUUID().slice(0, 8);
    return `${prefix}-${++count}`;
  };
  const isLogged = ({ target, status }: RequestSummary) =>
    status !== 200 || target === undefined || !mayBeFrequent.test(target) || !frequent.has(routeOf(target));

  return {
    observe(summary) {
      if (!isLogged(summary)) return;
      const { method = null, target, durationMs, message, explanation, status = null } = summary;
      const failedId = message && ids.get(message);
      const requestId = failedId ?? givenId(message) ?? nextId();
      // An error may still follow, such as one of a list that is released.
      if (message) ids.set(message, requestId);
      write({
        // `performance.timeOrigin` would be wrong after the clock was set.
        time: new Date(Date.now() - durationMs),
        event: 'request',
        requestId,
        ...origins(message),
        client: clientAddress(summary.remoteAddress, message?.headers),
        method,
        path: target === undefined ? null : printablePath(target),
        status,
        durationMs: Math.round(durationMs * 1000) / 1000,
        bytesSent: summary.bytesSent,
        aborted: summary.isAborted || undefined,
        code: summary.errorCode,
        clause: explain ? explanation?.clause : undefined,
        reason: explain ? explanation?.reason : undefined,
        hasFailed: failedId !== undefined,
      });
    },
    failed(request) {
      const { message } = request as NodeLocationRequest;
      if (!message) return fieldsOf(request);
      const requestId = ids.get(message) ?? givenId(message) ?? nextId();
      ids.set(message, requestId);
      const client = clientAddress(message.socket.remoteAddress, message.headers);
      return { requestId, ...origins(message), client, ...fieldsOf(request) };
    },
  };
}

/** What load balancers ask every few seconds, and each browser with a map every minute. */
const frequent = new Set(['/-/livez', '/-/readyz', '/-/events']);

/** A quick check: nearly all requests are for something else. */
const mayBeFrequent = /livez|readyz|events|%/;

/** Returns the identifier that a client has given its request: any short one that a log can show. */
function givenId(message: IncomingMessage | undefined): string | undefined {
  const given = message?.headers['x-request-id'];
  return typeof given === 'string' && /^[!-~]{1,128}$/.test(given) ? given : undefined;
}

/** The field `traceparent` (W3C Trace Context level 1). Later versions may have more behind it. */
const traceParent =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** Returns where a request comes from: its trace, and its token. */
function origins(message: IncomingMessage | undefined): Pick<RequestFields, 'traceId' | 'token'> {
  if (!message) return {};
  const parent = message.headers.traceparent;
  const [, traceId] = (typeof parent === 'string' && traceParent.exec(parent)) || [];
  return { traceId, token: nameOfToken(message) };
}

/** Returns the fields of a request without a log. */
export function fieldsOf({ method, target }: Pick<LocationRequest, 'method' | 'target'>): RequestFields {
  return { method, path: printablePath(target) };
}

/** A user and a password before a host, in a target that is a whole URL or the authority of CONNECT. */
const userInformation = /^([a-z][a-z\d+.-]*:[/\\]{2})?[^/\\#]*@/i;

function printablePath(target: string): string {
  const [whole = ''] = target.split('?', 1);
  const path = target.startsWith('/') ? whole : whole.replace(userInformation, '$1***@');
  return path.replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
