import type { IncomingMessage } from 'node:http';
import type { NodeLocationRequest, RequestSummary } from '@location-records/adapters/node';
import type { LocationRequest } from '@location-records/core';

/** The fields of a request in request lines and error lines. */
export interface RequestFields {
  /** Unique in the logs of a service: a prefix of the process, and a number. `undefined` without a log. */
  readonly requestId?: string | undefined;
  /** The address of the client, or of the proxy in front. */
  readonly client?: string | undefined;
  /** `undefined` if the request could not be parsed. */
  readonly method?: string | undefined;
  /** The path as sent, without query and password. Characters beyond printable ASCII are percent-encoded. */
  readonly path?: string | undefined;
}

/** One request in the log, or bytes that were not a request. */
export interface LogEntry
  extends RequestFields,
    Pick<RequestSummary, 'status' | 'durationMs' | 'bytesSent' | 'isAborted'>,
    Partial<Pick<RequestSummary, 'errorCode' | 'explanation'>> {
  /** When its head was complete, or failed. */
  readonly time: Date;
  readonly requestId: string;
  /** Its failure was also written to stderr. */
  readonly hasFailed: boolean;
}

/** The log of the requests to one server. */
interface RequestLog {
  /** For the option `onRequest` of the server. */
  readonly observe: (summary: RequestSummary) => void;
  /** The fields of a request that has failed, for an error line. */
  readonly failed: (request: LocationRequest) => RequestFields;
}

/** Creates the log of one server. `write` gets its entries, which have explanations only with `explain`. */
export function createRequestLog(write: (entry: LogEntry) => void, explain = false): RequestLog {
  const ids = new WeakMap<IncomingMessage, string>();
  let prefix: string | undefined;
  let count = 0;
  const nextId = () => {
    // Node.js loads its cryptography at the first use, which the start need not wait for.
    prefix ??= crypto.randomUUID().slice(0, 8);
    return `${prefix}-${++count}`;
  };

  return {
    observe(summary) {
      const { target, durationMs, message } = summary;
      const failedId = message && ids.get(message);
      const requestId = failedId ?? nextId();
      // An error may still follow, such as one of a list that is released.
      if (message) ids.set(message, requestId);
      write({
        // `performance.timeOrigin` would be wrong after the clock was set.
        time: new Date(Date.now() - durationMs),
        requestId,
        client: clientAt(summary.remoteAddress),
        method: summary.method,
        path: target === undefined ? undefined : printablePath(target),
        status: summary.status,
        durationMs,
        bytesSent: summary.bytesSent,
        isAborted: summary.isAborted,
        errorCode: summary.errorCode,
        explanation: explain ? summary.explanation : undefined,
        hasFailed: failedId !== undefined,
      });
    },
    failed(request) {
      const { message } = request as NodeLocationRequest;
      if (!message) return fieldsOf(request);
      const requestId = ids.get(message) ?? nextId();
      ids.set(message, requestId);
      return { requestId, client: clientAt(message.socket.remoteAddress), ...fieldsOf(request) };
    },
  };
}

/** The fields of a request without a log. */
export function fieldsOf({ method, target }: Pick<LocationRequest, 'method' | 'target'>): RequestFields {
  return { method, path: printablePath(target) };
}

/** The address of a client. An IPv4 address is shown as one, even if the server listens on IPv6. */
function clientAt(remoteAddress: string | undefined): string | undefined {
  return remoteAddress?.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress;
}

/** A user and a password before a host, in a target that is a whole URL or the authority of CONNECT. */
const userInformation = /^([a-z][a-z\d+.-]*:[/\\]{2})?[^/\\#]*@/i;

function printablePath(target: string): string {
  const [whole = ''] = target.split('?', 1);
  const path = target.startsWith('/') ? whole : whole.replace(userInformation, '$1***@');
  return path.replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
