import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
    let isTold = false;
    const tell = () => {
      if (isTold) return;
      isTold = true;
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
    };
    res.once('close', tell);
    if (res.socket === null) tellIfCutBeforeTurn(req.socket, res, tell);
  };
  server.prependListener('request', watch);
  server.prependListener('checkContinue', watch);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException) => {
    // Other errors are those of a connection that broke.
    if (code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT') log.refusal(code);
  });
}

/** What to call when a connection ends: one listener for all, as node:events warns of more than ten. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** A pipelined response that waits for its turn has no connection yet: before Node 24 it learns nothing of its end. */
function tellIfCutBeforeTurn(socket: Socket, res: ServerResponse, tell: () => void): void {
  const calls = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, calls);
    socket.once('close', () => {
      for (const call of calls) call();
    });
  }
  calls.add(tell);
  // From now on it learns of the end itself; a connection that stays must not keep its past responses.
  res.once('socket', () => calls.delete(tell));
}

function printablePath(target: string): string {
  if (printableWithoutQuery.test(target)) return target;
  const [path = ''] = target.split('?', 1);
  return path.replace(unprintable, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
