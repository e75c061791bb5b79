import type { DataEvent } from '../../data-file/read-data-file.ts';
import type { Io, Output } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import { createLineWriter, type LineWriter } from '../../output/line-writer.ts';
import { counted, formatDuration, formatNumber } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { escapeHidden, escapeHiddenInLines, printableLine } from '../../output/printable-text.ts';
import type { RequestEvent, RequestFields } from './request-log.ts';
import type { LogFormat, ServiceOptions } from './serve-options.ts';

/** What a service reports while it runs, with the names of a line of JSON. */
export type LogEvent =
  | RequestEvent
  | ({ readonly event: 'error'; readonly error: string; readonly code: unknown } & Partial<RequestFields>)
  | {
      readonly event: 'indexing';
      readonly step: 'begin' | 'end';
      readonly records: number;
      /** At the end. */
      readonly durationMs?: number | undefined;
    }
  | {
      readonly event: 'reloaded';
      readonly created: number;
      readonly replaced: number;
      readonly removed: number;
    }
  | { readonly event: 'reread'; readonly what: string }
  | DataEvent
  | ReplacingEvent
  | { readonly event: 'draining'; readonly signal: string; readonly delayMs: number }
  | {
      readonly event: 'stopping';
      readonly signal: string;
      readonly requests?: number | undefined;
      readonly graceMs: number;
    }
  | { readonly event: 'stopped'; readonly requestsCut: number };

/** A worker has ended, and another one takes its place. */
interface ReplacingEvent {
  readonly event: 'replacing';
  /** `undefined` if it could not be created. */
  readonly pid: number | undefined;
  /** `null` if a signal ended it, or it could not be created. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not start, if that is known. */
  readonly error?: string | undefined;
  readonly afterMs: number;
}

/** Takes what a service reports. */
export type Report = (event: LogEvent) => void;

/** Returns the event about a failure, of a request or of none. */
export function errorEvent(error: unknown, request?: RequestFields): LogEvent {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return { event: 'error', ...request, error: describeError(error), code };
}

/** Formats an event as a line of JSON. */
export function jsonLine(event: { readonly event: string }): string {
  return JSON.stringify({ time: new Date(), ...event, hasFailed: undefined });
}

/** Formats an event as a line for people: `13:53:26.011 GET /a 200 0.4 ms 194 B 127.0.0.1`. */
export function prettyLine(event: LogEvent, paint: Paint): string {
  return event.event === 'request' ? requestLine(event, paint) : `location-records: ${noticeOf(event)}`;
}

function requestLine(event: RequestEvent, paint: Paint): string {
  const { time, requestId = '', client, method, path, status, durationMs, bytesSent } = event;
  const { aborted, code, clause, reason, hasFailed } = event;
  const words = [
    paint.faint(timeOfDay(time)),
    method === null ? '(not understood)' : `${method} ${path}`,
    statusText(status, paint),
    `${durationMs.toFixed(1)} ms`,
    `${bytesSent} B`,
    client ?? '-',
  ];
  if (aborted) words.push(paint.bad('aborted'));
  if (code !== undefined) words.push(code);
  if (hasFailed) words.push(requestId);
  if (clause !== undefined) words.push(paint.faint(`(${clause}: ${escapeHidden(reason ?? '')})`));
  return words.join(' ');
}

function statusText(status: number | null, paint: Paint): string {
  if (status === null) return paint.bad('-');
  const paintStatus = status >= 500 ? paint.bad : status >= 400 ? paint.warning : paint.good;
  return paintStatus(String(status));
}

function noticeOf(event: Exclude<LogEvent, RequestEvent>): string {
  switch (event.event) {
    case 'error': {
      const concerned = event.method == null ? '' : `${event.method} ${event.path}: `;
      const id = event.requestId === undefined ? '' : ` (${event.requestId})`;
      return `${concerned}${event.error}${id}`;
    }
    case 'indexing':
      return event.step === 'begin'
        ? `building the index of area queries for ${counted(event.records, 'record')}; writes and area queries wait for it`
        : `the index of area queries is complete after ${formatDuration(event.durationMs ?? 0)}`;
    case 'reloaded': {
      const [created, replaced, removed] = [event.created, event.replaced, event.removed].map(formatNumber);
      return `the file of --data was read again: ${created} created, ${replaced} replaced, ${removed} removed`;
    }
    case 'reread':
      return `${event.what}: read again`;
    case 'data': {
      const { records, understood, problems } = event;
      const file = printableLine(event.file);
      const told = `${file}: ${counted(records, 'record')} of ${understood}`;
      return problems === undefined ? told : `${told}\nlocation-records: ${file}: ${problems}`;
    }
    case 'replacing':
      return replacingText(event);
    case 'draining':
      return `serving for another ${event.delayMs / 1000} s, while /-/readyz is 503`;
    case 'stopping': {
      const requests = event.requests === undefined ? 'active requests' : counted(event.requests, 'request');
      return `waiting for ${requests}, up to ${event.graceMs / 1000} s; Ctrl-C again stops at once`;
    }
    case 'stopped':
      return `${counted(event.requestsCut, 'request')} cut off, not finished within --grace`;
  }
}

function replacingText({ pid, exitCode, signal, error, afterMs }: ReplacingEvent): string {
  const when = afterMs === 0 ? 'at once' : `in ${afterMs / 1000} s`;
  const cause = error?.replace(/\.$/, '');
  if (pid === undefined) return `${cause}; the command tries again ${when}`;
  const how = (signal ?? `exit code ${exitCode}`) + (cause === undefined ? '' : `: ${cause}`);
  return `worker ${pid} has ended (${how}); another one starts ${when}`;
}

/** The local time, to the millisecond. */
function timeOfDay(time: Date): string {
  const [hours, minutes, seconds] = [time.getHours(), time.getMinutes(), time.getSeconds()].map((value) =>
    String(value).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** The streams of a command that serves, and the format of its lines. */
export interface ServeOutput {
  readonly format: LogFormat;
  readonly out: LineWriter;
  readonly err: LineWriter;
  /** Writes requests to stdout, unless there is no request log, and everything else to stderr. */
  readonly report: Report;
  /** Formats an event as a line for people. */
  readonly pretty: (event: LogEvent) => string;
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
  const paint = paintFor({ stdout, env });
  const pretty = (event: LogEvent) => prettyLine(event, paint);
  const line = format === 'json' ? jsonLine : pretty;
  const writerTo = (stream: Output) => {
    const writer = createLineWriter(stream, maxWrite);
    if (format !== 'json' || !stream.isTTY) return writer;
    return { ...writer, write: (text: string) => writer.write(escapeHiddenInLines(text)) };
  };
  const out = writerTo(stdout);
  const err = writerTo(stderr);
  return {
    format,
    out,
    err,
    report: (event) => (event.event === 'request' ? out : err).write(line(event)),
    pretty,
    isWatched: stderr.isTTY === true,
    flush: () => Promise.all([out.flush(), err.flush()]),
  };
}
