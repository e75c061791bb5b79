import { describeError } from '../../output/describe-error.ts';
import { formatNumber } from '../../output/numbers.ts';
import type { Paint } from '../../output/paint.ts';
import type { DataChanges } from './data-file.ts';
import type { LogEntry, RequestFields } from './request-log.ts';

/** A failure, with its request if it has one. */
interface Failure {
  readonly error: unknown;
  readonly request?: RequestFields | undefined;
}

/** The URLs of the service, and where its records are. */
interface Listening {
  /** The base URL, for clients on the same machine. */
  readonly url: string;
  /** The base URLs for other machines, when the service listens on every address. */
  readonly networkUrls?: readonly string[] | undefined;
  /** The description of the store. */
  readonly store: string;
  /** How many processes serve, where there are several. */
  readonly workers?: number | undefined;
  /** The URL at which a fake is steered. */
  readonly control?: string | undefined;
  /** The URL of area queries. */
  readonly areas?: string | undefined;
  /** The URL of the map. */
  readonly map?: string | undefined;
}

/** The requests that the service waits for before it ends. */
interface Stopping {
  /** The signal that asked the service to stop. */
  readonly signal: string;
  /** How many requests are active. */
  readonly requests: number;
  /** How long the requests may take, in seconds. */
  readonly grace: number;
}

/** What happened to the active requests. */
interface Stopped {
  /** How many were cut off. */
  readonly requestsCut: number;
  /** How long the requests had, in seconds. */
  readonly grace: number;
}

/** A worker that has ended, and when another one takes its place. */
export interface Replacing {
  /** `undefined` when it could not be created. */
  readonly pid: number | undefined;
  /** `null` when a signal ended it, or it could not be created. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not start, if that is known. */
  readonly error?: string | undefined;
  /** In milliseconds. */
  readonly afterMs: number;
}

/** Formats the entries of a log, one line each. */
export interface LogLines {
  request(entry: LogEntry): string;
  failure(failure: Failure): string;
  /** Reports how far the index of area queries is. */
  indexing(step: 'begin' | 'end'): string;
  /** Reports that the file of `--data` was read again, and what has changed. */
  reloaded(changes: DataChanges): string;
  /** Reports that a worker has ended, and is replaced. */
  replacing(replacing: Replacing): string;
  stopping(stopping: Stopping): string;
  stopped(stopped: Stopped): string;
  /** Reports lines that were dropped, because they were not read fast enough. */
  gap(lines: number): string;
}

/** Reports dropped lines in plain text. */
export function prettyGap(lines: number): string {
  return `(${lines} lines were dropped, because they were not read fast enough)`;
}

/** Plain text: `13:53:26.011 GET /a 200 0.4 ms 194 B 127.0.0.1`. */
export function prettyLines(paint: Paint): LogLines {
  const coloured = (status: number | undefined) => {
    if (status === undefined) return paint.bad('-');
    const paintStatus = status >= 500 ? paint.bad : status >= 400 ? paint.warning : paint.good;
    return paintStatus(String(status));
  };
  return {
    request(entry) {
      const { time, requestId, client, method, path, status, durationMs, bytesSent } = entry;
      const { isAborted, errorCode, explanation, hasFailed } = entry;
      const words = [
        paint.faint(timeOfDay(time)),
        method === undefined ? '(not understood)' : `${method} ${path}`,
        coloured(status),
        `${durationMs.toFixed(1)} ms`,
        `${bytesSent} B`,
        client ?? '-',
      ];
      if (isAborted) words.push(paint.bad('aborted'));
      if (errorCode !== undefined) words.push(errorCode);
      if (hasFailed) words.push(requestId);
      if (explanation) words.push(paint.faint(`(${explanation.clause}: ${explanation.reason})`));
      return words.join(' ');
    },
    failure({ error, request: { method, path, requestId } = {} }) {
      const concerned = method === undefined ? '' : `${method} ${path}: `;
      const id = requestId === undefined ? '' : ` (${requestId})`;
      return `location-records: ${concerned}${describeError(error)}${id}`;
    },
    indexing: (step) =>
      step === 'begin'
        ? 'location-records: building the index of area queries; writes and area queries wait for it'
        : 'location-records: the index of area queries is complete',
    reloaded: ({ created, replaced, removed }) =>
      `location-records: the file of --data was read again: ${formatNumber(created)} created, ${formatNumber(replaced)} replaced, ${formatNumber(removed)} removed`,
    replacing: ({ pid, exitCode, signal, error, afterMs }) => {
      const when = afterMs === 0 ? 'at once' : `in ${afterMs / 1000} s`;
      const cause = error?.replace(/\.$/, '');
      if (pid === undefined) return `location-records: ${cause}; the command tries again ${when}`;
      const how = (signal ?? `exit code ${exitCode}`) + (cause === undefined ? '' : `: ${cause}`);
      return `location-records: worker ${pid} has ended (${how}); another one starts ${when}`;
    },
    stopping: ({ requests, grace }) =>
      `location-records: waiting for ${counted(requests)}, up to ${grace} s; Ctrl-C again stops at once`,
    stopped: ({ requestsCut, grace }) =>
      `location-records: ${counted(requestsCut)} cut off, not finished within ${grace} s`,
    gap: prettyGap,
  };
}

/** One JSON object a line. */
export const jsonLines: LogLines & {
  /** The service accepts requests. */
  listening(listening: Listening): string;
} = {
  listening: (listening) => JSON.stringify({ time: new Date(), event: 'listening', ...listening }),
  request: ({ time, requestId, client, method, path, status, durationMs, ...entry }) =>
    JSON.stringify({
      time,
      event: 'request',
      requestId,
      client,
      method: method ?? null,
      path: path ?? null,
      status: status ?? null,
      durationMs: Math.round(durationMs * 1000) / 1000,
      bytesSent: entry.bytesSent,
      aborted: entry.isAborted || undefined,
      code: entry.errorCode,
      clause: entry.explanation?.clause,
      reason: entry.explanation?.reason,
    }),
  failure: ({ error, request }) =>
    JSON.stringify({
      time: new Date(),
      event: 'error',
      ...request,
      error: describeError(error),
      code: (error as { code?: unknown } | undefined)?.code,
    }),
  indexing: (step) => JSON.stringify({ time: new Date(), event: 'indexing', step }),
  reloaded: (changes) => JSON.stringify({ time: new Date(), event: 'reloaded', ...changes }),
  replacing: (replacing) => JSON.stringify({ time: new Date(), event: 'replacing', ...replacing }),
  stopping: ({ signal, requests, grace }) =>
    JSON.stringify({ time: new Date(), event: 'stopping', signal, requests, graceMs: grace * 1000 }),
  stopped: ({ requestsCut }) => JSON.stringify({ time: new Date(), event: 'stopped', requestsCut }),
  gap: (lines) => JSON.stringify({ time: new Date(), event: 'dropped', lines }),
};

/** The local time, to the millisecond. */
function timeOfDay(time: Date): string {
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const seconds = [time.getHours(), time.getMinutes(), time.getSeconds()].map((value) => part(value, 2));
  return `${seconds.join(':')}.${part(time.getMilliseconds(), 3)}`;
}

function counted(requests: number): string {
  return requests === 1 ? '1 request' : `${requests} requests`;
}
