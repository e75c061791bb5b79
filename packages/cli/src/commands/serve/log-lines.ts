import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import { createLineWriter, type LineWriter } from '../../output/line-writer.ts';
import { counted, formatNumber } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import type { DataChanges } from './data-file.ts';
import type { LogEntry, RequestFields } from './request-log.ts';
import type { LogFormat, ServiceOptions } from './serve-options.ts';
import type { StartOptions } from './start-server.ts';

interface Failure {
  readonly error: unknown;
  readonly request?: RequestFields | undefined;
}

/** The URLs of the service, and where its records are. */
interface Listening {
  /** The base URL, for clients on the same machine. */
  readonly url: string;
  /** The base URLs for other machines, if the service listens on every address. */
  readonly networkUrls?: readonly string[] | undefined;
  readonly store: string;
  readonly workers?: number | undefined;
  /** The URL at which a fake is steered. */
  readonly control?: string | undefined;
  readonly areas?: string | undefined;
  readonly map?: string | undefined;
}

/** What the service waits for before it ends. */
interface Stopping {
  readonly signal: string;
  /** How many requests are active, if that is known. */
  readonly requests?: number | undefined;
  /** In seconds. */
  readonly grace: number;
}

interface Stopped {
  readonly requestsCut: number;
  /** In seconds. */
  readonly grace: number;
}

/** A worker that has ended, and when another one takes its place. */
export interface Replacing {
  /** `undefined` if it could not be created. */
  readonly pid: number | undefined;
  /** `null` if a signal ended it, or it could not be created. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not start, if that is known. */
  readonly error?: string | undefined;
  readonly afterMs: number;
}

/** Formats the entries of a log, one line each. */
interface LogLines {
  request(entry: LogEntry): string;
  failure(failure: Failure): string;
  indexing(step: 'begin' | 'end'): string;
  reloaded(changes: DataChanges): string;
  replacing(replacing: Replacing): string;
  stopping(stopping: Stopping): string;
  stopped(stopped: Stopped): string;
  /** Reports lines that were dropped, because they were not read fast enough. */
  gap(lines: number): string;
}

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
      `location-records: waiting for ${requests === undefined ? 'active requests' : counted(requests, 'request')}, up to ${grace} s; Ctrl-C again stops at once`,
    stopped: ({ requestsCut, grace }) =>
      `location-records: ${counted(requestsCut, 'request')} cut off, not finished within ${grace} s`,
    gap: prettyGap,
  };
}

const event = (name: string, fields: object) => JSON.stringify({ time: new Date(), event: name, ...fields });

/** One JSON object a line. */
export const jsonLines: LogLines & { listening(listening: Listening): string } = {
  listening: (listening) => event('listening', listening),
  request: (entry) =>
    event('request', {
      time: entry.time,
      requestId: entry.requestId,
      client: entry.client,
      method: entry.method ?? null,
      path: entry.path ?? null,
      status: entry.status ?? null,
      durationMs: Math.round(entry.durationMs * 1000) / 1000,
      bytesSent: entry.bytesSent,
      aborted: entry.isAborted || undefined,
      code: entry.errorCode,
      clause: entry.explanation?.clause,
      reason: entry.explanation?.reason,
    }),
  failure: ({ error, request }) =>
    event('error', {
      ...request,
      error: describeError(error),
      code: (error as { code?: unknown } | undefined)?.code,
    }),
  indexing: (step) => event('indexing', { step }),
  reloaded: (changes) => event('reloaded', changes),
  replacing: (replacing) => event('replacing', replacing),
  stopping: ({ signal, requests, grace }) => event('stopping', { signal, requests, graceMs: grace * 1000 }),
  stopped: ({ requestsCut }) => event('stopped', { requestsCut }),
  gap: (lines) => event('dropped', { lines }),
};

/** The local time, to the millisecond. */
function timeOfDay(time: Date): string {
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const seconds = [time.getHours(), time.getMinutes(), time.getSeconds()].map((value) => part(value, 2));
  return `${seconds.join(':')}.${part(time.getMilliseconds(), 3)}`;
}

/** The streams of a command that serves, and the format of its lines. */
export interface ServeOutput {
  readonly format: LogFormat;
  readonly lines: LogLines;
  readonly out: LineWriter;
  readonly err: LineWriter;
  /** The lines for a terminal on stderr, in every format of the log. */
  readonly person: LogLines;
  /** Whether stderr is a terminal. */
  readonly isWatched: boolean;
  /** Resolves when all lines so far are written, or dropped. */
  flush(): Promise<unknown>;
}

/**
 * Creates the output of a command that serves, or of one of its workers: plain text on a terminal, JSON
 * elsewhere, unless the options say otherwise.
 *
 * @param maxWrite the most characters of one write, for pipes that several processes write to.
 */
export function createOutput(
  { quiet, log }: Pick<ServiceOptions, 'quiet' | 'log'>,
  { stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>,
  maxWrite?: number,
): ServeOutput {
  const format = quiet ? 'off' : (log ?? (stdout.isTTY ? 'pretty' : 'json'));
  const person = prettyLines(paintFor({ stdout, env }));
  const lines = format === 'json' ? jsonLines : person;
  const out = createLineWriter(stdout, lines.gap, { maxWrite });
  const err = createLineWriter(stderr, lines.gap, { maxWrite });
  return {
    format,
    lines,
    out,
    err,
    person,
    isWatched: stderr.isTTY === true,
    flush: () => Promise.all([out.flush(), err.flush()]),
  };
}

/** What a server calls to have its log written. */
export function writeLog({
  format,
  lines,
  out,
  err,
}: ServeOutput): Pick<StartOptions, 'onRequest' | 'onError' | 'onIndexing' | 'onReload'> {
  return {
    onRequest: format === 'off' ? undefined : (entry) => out.write(lines.request(entry)),
    onError: (error, request) => err.write(lines.failure({ error, request })),
    onIndexing: (step) => err.write(lines.indexing(step)),
    onReload: (changes) => err.write(lines.reloaded(changes)),
  };
}
