import { networkInterfaces } from 'node:os';
import type { Io, StopSignal } from '../../io.ts';
import { createLineWriter, type LineWriter } from '../../output/line-writer.ts';
import { paintFor } from '../../output/paint.ts';
import { type Stop, untilStopped } from '../../until-stopped.ts';
import { announcement, areasPath, mapPath } from './announcement.ts';
import { jsonLines, type LogLines, prettyLines } from './log-lines.ts';
import type { LogFormat, ServiceOptions } from './service-options.ts';
import { localUrl, networkUrls } from './service-url.ts';
import { type RunningServer, type Served, startServer } from './start-server.ts';

/** The exit code when requests were cut off. */
const requestsCut = 3;

/**
 * Serves until a signal. Resolves to 0 when every request was finished, or the service had not started; to 3 when requests
 * were cut off; to 128 + n after a second signal n.
 *
 * @throws {StartError} when it cannot start, and every exception that is not caught meanwhile.
 */
export async function serveUntilStopped(options: ServiceOptions, served: Served, io: Io): Promise<number> {
  const output = createOutput(logFormat(options, io), io);
  const { out, err, lines } = output;
  const serveUntilAsked = async ({ signal, asked }: Stop) => {
    try {
      const server = await startServer({
        ...options,
        open: served.open,
        onRequest: output.format === 'off' ? undefined : (entry) => out.write(lines.request(entry)),
        onError: (error, request) => err.write(lines.failure({ error, request })),
        onIndexing: (step) => err.write(lines.indexing(step)),
        onWaiting: (transactions) => err.write(lines.waiting(transactions)),
        onReload: (changes) => err.write(lines.reloaded(changes)),
        signal,
      });
      for (const line of beginning(server.url, served, options, output.format)) out.write(line);
      void out.flush();
      return await finish(server, await asked, options.grace, output);
    } catch (error) {
      // A signal came before the service had started.
      if (signal.aborted && error === signal.reason) return 0;
      throw error;
    }
  };
  try {
    return await untilStopped(io, serveUntilAsked, { exitCodeAfterSignal: 'own' });
  } finally {
    await Promise.all([out.flush(), err.flush()]);
  }
}

/** The streams of a command that serves, and the format of its lines. */
interface ServeOutput {
  readonly format: LogFormat;
  readonly lines: LogLines;
  readonly out: LineWriter;
  readonly err: LineWriter;
  /** The lines for a terminal on stderr, in every format of the log. */
  readonly person: LogLines;
  readonly isWatched: boolean;
}

function createOutput(format: LogFormat, io: Io): ServeOutput {
  const person = prettyLines(paintFor(io));
  const lines = format === 'json' ? jsonLines : person;
  return {
    format,
    lines,
    out: createLineWriter(io.stdout, lines.gap),
    err: createLineWriter(io.stderr, lines.gap),
    person,
    isWatched: io.stderr.isTTY === true,
  };
}

function beginning(url: string, served: Served, options: ServiceOptions, format: LogFormat): string[] {
  if (format !== 'json') return announcement(url, served, options);
  const local = localUrl(url);
  const others = local === url ? undefined : networkUrls(url, networkInterfaces());
  const control = served.controlPath === undefined ? undefined : local + served.controlPath;
  const areas = options.areas ? { areas: local + areasPath, map: local + mapPath } : {};
  return [jsonLines.listening({ url: local, networkUrls: others, store: served.records, control, ...areas })];
}

/** Lets the active requests finish, and closes the service. */
async function finish(
  server: RunningServer,
  signal: StopSignal,
  grace: number,
  { format, out, err, person, isWatched }: ServeOutput,
): Promise<number> {
  const requests = server.underWay();
  if (format === 'json') out.write(jsonLines.stopping({ signal, requests, grace }));
  if (isWatched && requests > 0 && grace > 0) {
    // The terminal has printed ^C on the line.
    err.write(`${signal === 'SIGINT' ? '\n' : ''}${person.stopping({ signal, requests, grace })}`);
  }
  void Promise.all([out.flush(), err.flush()]);
  const cut = await server.close(grace * 1000);
  if (format === 'json') out.write(jsonLines.stopped({ requestsCut: cut, grace }));
  if (cut > 0 && (format !== 'json' || isWatched)) err.write(person.stopped({ requestsCut: cut, grace }));
  return cut === 0 ? 0 : requestsCut;
}

function logFormat({ quiet, log }: ServiceOptions, { stdout }: Io): LogFormat {
  if (quiet) return 'off';
  return log ?? (stdout.isTTY ? 'pretty' : 'json');
}
