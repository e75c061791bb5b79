import { networkInterfaces } from 'node:os';
import type { Io, StopSignal } from '../../io.ts';
import { type Stop, untilStopped } from '../../until-stopped.ts';
import { type Announced, announcement, areasPath, localUrl, mapPath, networkUrls } from './announcement.ts';
import { createOutput, jsonLines, type ServeOutput, writeLog } from './log-lines.ts';
import type { ServiceOptions } from './serve-options.ts';
import type { RunningServer, StartOptions } from './start-server.ts';

/** What a command serves. */
interface Served extends Announced {
  start(options: StartOptions, output: ServeOutput): Promise<RunningServer>;
}

/** The exit code when requests were cut off. */
const requestsCut = 3;

/**
 * Serves until a signal. Resolves to 0 when every request was finished, or the service had not started; to 3
 * when requests were cut off; to 128 + n after a second signal n.
 *
 * @throws {StartError} when it cannot start, and every exception that is not caught meanwhile.
 */
export async function serveUntilStopped(options: ServiceOptions, served: Served, io: Io): Promise<number> {
  const output = createOutput(options, io);
  const { out } = output;
  let running: RunningServer | undefined;
  const serveUntilAsked = async ({ signal, asked }: Stop) => {
    try {
      const server = await served.start({ ...options, ...writeLog(output), signal }, output);
      running = server;
      for (const line of beginning(server.url, served, options, output)) out.write(line);
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

/** The lines that say that the service accepts requests. */
function beginning(
  url: string,
  served: Served,
  options: ServiceOptions,
  { format }: ServeOutput,
): readonly string[] {
  if (format !== 'json') return announcement(url, served, options);
  const local = localUrl(url);
  return [
    jsonLines.listening({
      url: local,
      networkUrls: local === url ? undefined : networkUrls(url, networkInterfaces()),
      store: served.records,
      workers: served.workers,
      control: served.controlPath === undefined ? undefined : local + served.controlPath,
      ...(options.areas && { areas: local + areasPath, map: local + mapPath }),
    }),
  ];
}

/** Lets the active requests finish, and closes the service. */
async function finish(
  server: RunningServer,
  signal: StopSignal,
  grace: number,
  output: ServeOutput,
): Promise<number> {
  const { format, out, err, person, isWatched } = output;
  const requests = server.underWay?.();
  if (format === 'json') out.write(jsonLines.stopping({ signal, requests, grace }));
  if (isWatched && requests !== 0 && grace > 0) {
    // The terminal has printed ^C on the line.
    err.write(`${signal === 'SIGINT' ? '\n' : ''}${person.stopping({ signal, requests, grace })}`);
  }
  void output.flush();
  const cut = await server.close(grace * 1000);
  if (format === 'json') out.write(jsonLines.stopped({ requestsCut: cut, grace }));
  if (cut > 0 && (format !== 'json' || isWatched)) err.write(person.stopped({ requestsCut: cut, grace }));
  return cut === 0 ? 0 : requestsCut;
}
