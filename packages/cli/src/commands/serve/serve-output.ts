import type { Io } from '../../io.ts';
import { createLineWriter, type LineWriter, type LineWriterOptions } from '../../output/line-writer.ts';
import { paintFor } from '../../output/paint.ts';
import { jsonLines, type LogLines, prettyLines } from './log-lines.ts';
import type { LogFormat, ServiceOptions } from './service-options.ts';
import type { StartOptions } from './start-server.ts';

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

/** The format of the log when the options leave it open: plain text on a terminal, JSON elsewhere. */
export function logFormat({ quiet, log }: Pick<ServiceOptions, 'quiet' | 'log'>, { stdout }: Io): LogFormat {
  if (quiet) return 'off';
  return log ?? (stdout.isTTY ? 'pretty' : 'json');
}

/** Creates the output of a command that serves, or of one of its workers. */
export function createOutput(
  format: LogFormat,
  { stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>,
  options?: LineWriterOptions,
): ServeOutput {
  const person = prettyLines(paintFor({ stdout, env }));
  const lines = format === 'json' ? jsonLines : person;
  const out = createLineWriter(stdout, lines.gap, options);
  const err = createLineWriter(stderr, lines.gap, options);
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
