import { describeError } from './describe-error.ts';
import type { LogEntry } from './request-log.ts';

/** A failure, and the request that met it, where there is one. */
export interface Failure {
  readonly error: unknown;
  readonly request?: { readonly method: string; readonly target: string } | undefined;
}

/** How things are said in a log: one line each. */
export interface LogLines {
  request(entry: LogEntry): string;
  /** Something that is no request, by what node:http calls it. */
  refusal(code: string): string;
  failure(failure: Failure): string;
  /** Tells that lines are missing, because nobody read them. */
  gap(lines: number): string;
}

/** For a person: `GET /a 200 0.4 ms`. */
export const prettyLines: LogLines = {
  request: ({ method, path, status = '-', durationMs, isAborted, code, explanation }) =>
    `${method} ${path} ${status} ${durationMs.toFixed(1)} ms${isAborted ? ' aborted' : ''}${code ? ` ${code}` : ''}` +
    (explanation ? ` (${explanation.clause}: ${explanation.reason})` : ''),
  refusal: (code) => `(no request) ${code}`,
  failure: ({ error, request }) =>
    `location-records: ${request ? `${request.method} ${request.target}: ` : ''}${describeError(error)}`,
  gap: (lines) => `(${lines} lines were dropped, because they were not read fast enough)`,
};

/** For a program: one JSON object a line. */
export const jsonLines: LogLines = {
  request: ({ time, method, path, status = null, durationMs, isAborted, code, explanation }) =>
    JSON.stringify({
      time,
      method,
      path,
      status,
      durationMs: Math.round(durationMs * 1000) / 1000,
      ...(isAborted && { aborted: true }),
      code,
      clause: explanation?.clause,
      reason: explanation?.reason,
    }),
  refusal: (code) => JSON.stringify({ time: new Date(), method: null, path: null, status: null, code }),
  failure: ({ error, request }) =>
    JSON.stringify({
      time: new Date(),
      ...(request && { method: request.method, target: request.target }),
      error: describeError(error),
      code: (error as { code?: unknown } | undefined)?.code,
    }),
  gap: (lines) => JSON.stringify({ time: new Date(), droppedLines: lines }),
};
