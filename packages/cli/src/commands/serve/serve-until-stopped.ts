import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Io, StopSignal } from '../../io.ts';
import { createReloads, stopSignalsOf } from '../../operations/reload.ts';
import { type Stop, untilStopped } from '../../until-stopped.ts';
import {
  type Announced,
  announcement,
  areasPath,
  doorPath,
  localUrl,
  mapPath,
  networkUrls,
} from './announcement.ts';
import { createOutput, errorEvent, jsonLine, type LogEvent, type ServeOutput } from './log-lines.ts';
import type { ServiceOptions } from './serve-options.ts';
import type { RunningServer, StartOptions } from './start-server.ts';

/** What a command serves. */
interface Served extends Announced {
  /** Whether SIGHUP makes it read files again, and does not stop it. */
  readonly reloads?: boolean;
  /** Returns what is worth a warning about a service at a URL. */
  readonly warnings?: (url: string) => Promise<readonly string[]>;
  start(options: StartOptions): Promise<RunningServer>;
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
  const { format, out, report } = output;
  const { reloads = false } = served;
  const { onReload, reload } = createReloads(report);
  /** Tells the service manager that has started the command, if that wants to know. */
  const tell = async (state: string) => {
    if (!io.env.NOTIFY_SOCKET) return;
    const { notify } = await import('../../operations/notify.ts');
    await notify(state).catch((error) => report(errorEvent(error)));
  };
  let running: RunningServer | undefined;
  const serveUntilAsked = async ({ signal, asked }: Stop) => {
    try {
      running = await served.start({ ...options, report, onReload, logsRequests: format !== 'off', signal });
    } catch (error) {
      // A signal came before the service had started.
      if (signal.aborted) return 0;
      throw error;
    }
    for (const line of beginning(running, served, options, output)) out.write(line);
    for (const warning of (await served.warnings?.(running.url)) ?? [])
      report(errorEvent(new Error(warning)));
    void out.flush();
    void tell('READY=1');
    const stopSignal = await (running.broken ? Promise.race([asked, running.broken]) : asked);
    void tell('STOPPING=1');
    return finish(running, stopSignal, options, output);
  };
  if (reloads) io.on('SIGHUP', reload);
  try {
    const signals = stopSignalsOf(reloads);
    const code = await untilStopped(io, serveUntilAsked, { exitCodeAfterSignal: 'own', signals });
    if (code > 128) await running?.cut();
    return code;
  } finally {
    io.off('SIGHUP', reload);
    await output.flush();
  }
}

/** Returns the lines that announce the service. */
function beginning(
  { url, hasDoor, hasAreas, socket, admin }: RunningServer,
  served: Served,
  options: ServiceOptions,
  { format }: ServeOutput,
): readonly string[] {
  if (format !== 'json') return announcement(url, { ...served, hasDoor, hasAreas, socket, admin }, options);
  const local = localUrl(url);
  const listening = {
    event: 'listening',
    ...(socket === undefined ? { url: local } : { socket }),
    admin,
    networkUrls: local === url ? undefined : networkUrls(url, networkInterfaces()),
    store: served.records,
    workers: served.workers,
    control: served.controlPath === undefined ? undefined : local + served.controlPath,
    // No browser reaches a Unix socket.
    ...(hasDoor && socket === undefined && { door: local + doorPath }),
    ...(hasAreas && socket === undefined && { areas: local + areasPath, map: local + mapPath }),
  };
  return [jsonLine(listening)];
}

/** Lets load balancers notice and the active requests finish, and closes the service. */
async function finish(
  server: RunningServer,
  signal: StopSignal,
  { grace, drainDelay = 0 }: ServiceOptions,
  output: ServeOutput,
): Promise<number> {
  const { format, out, err, pretty, isWatched } = output;
  const isJson = format === 'json';
  server.drain();
  if (drainDelay > 0) {
    const draining: LogEvent = { event: 'draining', signal, delayMs: drainDelay * 1000 };
    if (isJson) out.write(jsonLine(draining));
    else if (isWatched) err.write(pretty(draining));
    void output.flush();
    await pause(drainDelay * 1000);
  }
  const requests = server.activeRequests?.();
  const stopping: LogEvent = { event: 'stopping', signal, requests, graceMs: grace * 1000 };
  if (isJson) out.write(jsonLine(stopping));
  if (isWatched && requests !== 0 && grace > 0) {
    // The terminal has printed ^C on the line.
    err.write(`${signal === 'SIGINT' ? '\n' : ''}${pretty(stopping)}`);
  }
  void output.flush();
  const stopped: LogEvent = { event: 'stopped', requestsCut: await server.close(grace * 1000) };
  if (isJson) out.write(jsonLine(stopped));
  if (stopped.requestsCut > 0 && (!isJson || isWatched)) err.write(pretty(stopped));
  return stopped.requestsCut === 0 ? 0 : requestsCut;
}
