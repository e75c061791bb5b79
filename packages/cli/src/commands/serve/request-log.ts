import { randomBytes } from 'node:crypto';
import type { NodeLocationRequest, NodeMessage, RequestSummary } from '@location-records/adapters/node';
import type { LocationRequest } from '@location-records/core';

/** The id of a request in the log: a property of its message, because a `WeakMap` takes several times as long. */
const loggedId = Symbol('id in the log');

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

type Message = NodeMessage & { [loggedId]?: string };

/** One request as the log tells of it, or what came in the place of one. */
export interface LogEntry
  extends RequestFields,
    Pick<RequestSummary, 'status' | 'durationMs' | 'bytesSent' | 'isAborted'>,
    Partial<Pick<RequestSummary, 'code' | 'explanation'>> {
  /** When its head had arrived, or was given up. */
  readonly time: Date;
  readonly requestId: string;
  /** Its failure was told on stderr, too. */
  readonly hasFailed: boolean;
}

/** The log of the requests to one server. */
export interface RequestLog {
  /** For the option `onRequest` of the server. */
  readonly observe: (summary: RequestSummary) => void;
  /** The fields of a request that has failed, for an error line. */
  readonly failed: (request: LocationRequest) => RequestFields;
}

/** Makes the log of one server, which passes its entries to `write`. They have explanations with `explain`. */
export function createRequestLog(write: (entry: LogEntry) => void, explain = false): RequestLog {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  const nextId = () => `${prefix}-${++count}`;

  return {
    observe({ method, target, remoteAddress, message, explanation, ...summary }) {
      const failedId = (message as Message | undefined)?.[loggedId];
      const requestId = failedId ?? nextId();
      // An error may still follow, such as one of a list that is released.
      if (message) (message as Message)[loggedId] = requestId;
      write({
        ...summary,
        // Not from `performance.timeOrigin`, which knows nothing of a clock that was set meanwhile.
        time: new Date(Date.now() - summary.durationMs),
        requestId,
        client: clientAt(remoteAddress),
        method,
        path: target === undefined ? undefined : printablePath(target),
        explanation: explain ? explanation : undefined,
        hasFailed: failedId !== undefined,
      });
    },
    failed(request) {
      const message: Message | undefined = (request as NodeLocationRequest).message;
      if (!message) return fieldsOf(request);
      message[loggedId] ??= nextId();
      return {
        requestId: message[loggedId],
        client: clientAt(message.socket.remoteAddress),
        ...fieldsOf(request),
      };
    },
  };
}

/** What can be said of a request without a log. */
export function fieldsOf({ method, target }: Pick<LocationRequest, 'method' | 'target'>): RequestFields {
  return { method, path: printablePath(target) };
}

/** An IPv4 address as such, also where IPv6 addresses are listened on. */
function clientAt(remoteAddress: string | undefined): string | undefined {
  return remoteAddress?.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress;
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
