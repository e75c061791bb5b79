import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Duplex, finished } from 'node:stream';
import type { Explanation } from '@location-records/core';
import { tellIfCutBeforeTurn } from './cut-before-turn.ts';
import { logRefusals, watchRequest } from './refusal-log.ts';

/** One request as the log tells of it. */
export interface LogEntry {
  /** When its head had arrived. */
  readonly time: Date;
  readonly method: string;
  /** The path as sent, without the query; what is not printable ASCII is percent-encoded. */
  readonly path: string;
  /** `undefined` when the client left before it was answered. */
  readonly status: number | undefined;
  /** From the head of the request to the last byte of the answer. */
  readonly durationMs: number;
  /** The answer did not go out as a whole. */
  readonly isAborted: boolean;
  /** What node:http calls the reason why the rest of its body did not come. */
  readonly code?: string | undefined;
  /** Why it was answered so, where that is asked for. An answer below the service has none. */
  readonly explanation?: Explanation | undefined;
}

/** Takes down what the server is asked. */
export interface RequestLog {
  /** A request was answered, or broken off. */
  request(entry: LogEntry): void;
  /** What came was no request, or came too slowly; `code` is what node:http calls it. */
  refusal(code: string): void;
}

const printableWithoutQuery = /^[!->@-~]*$/;
const unprintable = /[^!-~]/g;

/**
 * Takes down every request to the server, also those that never reach the handler: one line each. `explain` tells why
 * one was answered as it was.
 */
export function logRequests(
  server: Server,
  log: RequestLog,
  explain: (req: IncomingMessage) => Explanation | undefined = () => undefined,
): void {
  /** Gives the function that takes a request down, the first time that it is called. */
  const watch = (req: IncomingMessage) => {
    const start = performance.now();
    const watched = watchRequest(req);
    let isTold = false;
    return (status: number | undefined, isWhole: boolean) => {
      if (isTold) return;
      isTold = true;
      const durationMs = performance.now() - start;
      log.request({
        // Not from `performance.timeOrigin`, which knows nothing of a clock that was set meanwhile.
        time: new Date(Date.now() - durationMs),
        method: req.method ?? '',
        path: printablePath(req.url ?? ''),
        status,
        durationMs,
        isAborted: !isWhole,
        code: watched.code,
        explanation: explain(req),
      });
    };
  };
  const watchWithResponse = (req: IncomingMessage, res: ServerResponse) => {
    const takeDown = watch(req);
    const tell = () => takeDown(res.headersSent ? res.statusCode : undefined, res.writableFinished);
    res.once('close', tell);
    if (res.socket === null) tellIfCutBeforeTurn(req.socket, res, tell);
  };
  server.prependListener('request', watchWithResponse);
  server.prependListener('checkContinue', watchWithResponse);
  // For CONNECT there is no response in node:http: the server writes this one itself.
  server.prependListener('connect', (req: IncomingMessage, connection: Duplex) => {
    const takeDown = watch(req);
    finished(connection, { readable: false }, (error) => takeDown(405, !error));
  });
  logRefusals(server, (code) => log.refusal(code));
}

function printablePath(target: string): string {
  if (printableWithoutQuery.test(target)) return target;
  const [path = ''] = target.split('?', 1);
  return path.replace(unprintable, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
