import { networkInterfaces } from 'node:os';
import type { Io, StopSignal } from '../../io.ts';
import { type Stop, untilStopped } from '../../until-stopped.ts';
import { type Announced, announcement, areasPath, mapPath } from './announcement.ts';
import { jsonLines } from './log-lines.ts';
import { createOutput, logFormat, type ServeOutput, writeLog } from './serve-output.ts';
import type { LogFormat, ServiceOptions } from './service-options.ts';
import { localUrl, networkUrls } from './service-url.ts';
import type { RunningServer, StartOptions } from './start-server.ts';

/** What a command serves. */
export interface Served extends Announced {
  start(options: StartOptions, output: ServeOutput): Promise<RunningServer>;
}

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
  const { out } = output;
  let running: RunningServer | undefined;
  const serveUntilAsked = async ({ signal, asked }: Stop) => {
    try {
      const server = await served.start({ ...options, ...writeLog(output), signal }, output);
      running = server;
      for (const line of beginning(server.url, served, options, output.format)) out.write(line);
      void out.flush();
      const stopSignal = await (server.broken ? Promise.race([asked, server.broken]) : asked);
      return await finish(server, stopSignal, options.grace, output);
    } catch (error) {
      // A signal came before the service had started.
      if (signal.aborted && error === signal.reason) return 0;
      throw error;
    }
  };
  try {
    const code = await untilStopped(io, serveUntilAsked, { exitCodeAfterSignal: 'own' });
    if (code > 128) await running?.cut();
    return code;
  } finally {
    await output.flush();
  }
}

function beginning(url: string, served: Served, options: ServiceOptions, format: LogFormat): string[] {
  if (format !== 'json') return announcement(url, served, options);
  const local = localUrl(url);
  const others = local === url ? undefined : networkUrls(url, networkInterfaces());
  const control = served.controlPath === undefined ? undefined : local + served.controlPath;
  const areas = options.areas ? { areas: local + areasPath, map: local + mapPath } : {};
  const { records: store, workers } = served;
  return [jsonLines.listening({ url: local, networkUrls: others, store, workers, control, ...areas })];
}

/** Lets the active requests finish, and closes the service. */
async function finish(
  server: RunningServer,
  signal: StopSignal,
  grace: number,
  output: ServeOutput,
): Promise<number> {
  const { format, out, err, person, isWatched } = output;
  const requests = await server.underWay();
  if (format === 'json') out.write(jsonLines.stopping({ signal, requests, grace }));
  if (isWatched && requests > 0 && grace > 0) {
    // The terminal has printed ^C on the line.
    err.write(`${signal === 'SIGINT' ? '\n' : ''}${person.stopping({ signal, requests, grace })}`);
  }
  void output.flush();
  const cut = await server.close(grace * 1000);
  if (format === 'json') out.write(jsonLines.stopped({ requestsCut: cut, grace }));
  if (cut > 0 && (format !== 'json' || isWatched)) err.write(person.stopped({ requestsCut: cut, grace }));
  return cut === 0 ? 0 : requestsCut;
}
