import type { IncomingMessage, Server, ServerResponse } from 'node:http';

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

/** Takes down every request to the server, also those that never reach the handler. */
export function logRequests(server: Server, log: RequestLog): void {
  const watch = (req: IncomingMessage, res: ServerResponse) => {
    const start = performance.now();
    res.once('close', () => {
      const durationMs = performance.now() - start;
      log.request({
        // Not from `performance.timeOrigin`, which knows nothing of a clock that was set meanwhile.
        time: new Date(Date.now() - durationMs),
        method: req.method ?? '',
        path: printablePath(req.url ?? ''),
        status: res.headersSent ? res.statusCode : undefined,
        durationMs,
        isAborted: !res.writableFinished,
      });
    });
  };
  server.prependListener('request', watch);
  server.prependListener('checkContinue', watch);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException) => {
    // Other errors are those of a connection that broke.
    if (code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT') log.refusal(code);
  });
}

function printablePath(target: string): string {
  if (printableWithoutQuery.test(target)) return target;
  const [path = ''] = target.split('?', 1);
  return path.replace(unprintable, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
