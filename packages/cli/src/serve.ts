import { listenForAccident } from './accident.ts';
import { announcement } from './announcement.ts';
import type { Io } from './io.ts';
import { createLineWriter } from './line-writer.ts';
import { jsonLines, prettyLines } from './log-lines.ts';
import type { RequestLog } from './request-log.ts';
import type { LogFormat, ServeOptions } from './serve-options.ts';
import { startServer } from './start-server.ts';
import { listenForStop } from './stop-signals.ts';

/**
 * Serves until it is told to stop. Resolves to 0 when everything was finished, or had not begun, and to 128 + n
 * when a second signal n did not wait for that.
 *
 * @throws {StartError} when it cannot start, and whatever nobody expected meanwhile.
 */
export async function serve(options: ServeOptions, io: Io): Promise<number> {
  const format = logFormat(options, io);
  const lines = format === 'json' ? jsonLines : prettyLines;
  const out = createLineWriter(io.stdout, lines.gap);
  const err = createLineWriter(io.stderr, lines.gap);
  const requestLog: RequestLog = {
    request: (entry) => out.write(lines.request(entry)),
    refusal: (code) => out.write(lines.refusal(code)),
  };
  const signals = listenForStop(io);
  const accident = listenForAccident(io);

  const stop = new AbortController();
  void signals.asked.then(() => stop.abort());

  const serveUntilAsked = async () => {
    const server = await startServer({
      ...options,
      requestLog: format === 'off' ? undefined : requestLog,
      onError: (error, request) => err.write(lines.failure({ error, request })),
      signal: stop.signal,
    });
    for (const line of announcement(server.url, options.store, options.quiet === true)) out.write(line);
    void out.flush();
    await signals.asked;
    await server.close();
    return 0;
  };

  try {
    return await Promise.race([serveUntilAsked(), signals.insisted, accident.happened]);
  } catch (error) {
    // It was asked to stop before it had started.
    if (stop.signal.aborted && error === stop.signal.reason) return 0;
    throw error;
  } finally {
    signals.release();
    accident.release();
    await Promise.all([out.flush(), err.flush()]);
  }
}

function logFormat({ quiet, log }: ServeOptions, { stdout }: Io): LogFormat {
  if (quiet) return 'off';
  return log ?? (stdout.isTTY ? 'pretty' : 'json');
}
