import cluster from 'node:cluster';
import { describeFailure } from '../../../failure.ts';
import type { Io } from '../../../io.ts';
import { inheritedSocket } from '../../../operations/inherited-socket.ts';
import type { MetricsSnapshot } from '../../../operations/metrics.ts';
import { createReloads } from '../../../operations/reload.ts';
import { listenForUncaught } from '../../../until-stopped.ts';
import type { Places } from '../announcement.ts';
import { createOutput, type ServeOutput } from '../log-lines.ts';
import { openStored } from '../open-stored.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type RunningServer, startServer } from '../start-server.ts';

/** What the primary sends. */
export type PrimaryMessage =
  | 'drain'
  | 'stop'
  | 'reload'
  /** It wants the metrics of this worker. */
  | 'snapshot'
  /** The metrics of all workers. */
  | { readonly metrics: string };

/** A message of a worker. */
export type WorkerMessage =
  | ({ readonly kind: 'serving'; readonly url: string; readonly hasAreas: boolean } & Places)
  /** It cannot serve, and ends. The message is one line without passwords. */
  | { readonly kind: 'failed'; readonly message: string }
  /** Somebody wants the metrics of all workers. */
  | { readonly kind: 'gather' }
  | { readonly kind: 'snapshot'; readonly snapshot: MetricsSnapshot }
  /** It has finished, and ends. */
  | { readonly kind: 'stopped'; readonly requestsCut: number };

/**
 * The largest write to a pipe that several processes share without tearing each other's lines (POSIX:
 * PIPE_BUF).
 */
const maxSharedWrite = 4096;

/**
 * Serves as one of several processes until the primary asks it to stop, or a SIGTERM does. Resolves to the
 * exit code. Without a primary, node:cluster ends the process.
 *
 * @throws every exception that is not caught meanwhile.
 */
export async function serveAsWorker(options: ServeOptions, io: Io): Promise<number> {
  const uncaught = listenForUncaught(io);
  const output = createOutput(options, io, maxSharedWrite);
  try {
    return await Promise.race([serveUntilAsked(options, io, output), uncaught.thrown]);
  } finally {
    uncaught.release();
    await output.flush();
    cluster.worker?.disconnect();
  }
}

async function serveUntilAsked(
  options: ServeOptions,
  io: Io,
  { format, report }: ServeOutput,
): Promise<number> {
  // A terminal sends these to all processes, and the primary decides.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) io.on(signal, () => {});
  const { onReload, reload } = createReloads(report);
  let server: RunningServer | undefined;
  const gathering: ((metrics: string) => void)[] = [];
  const gatherMetrics = () =>
    new Promise<string>((resolve) => {
      gathering.push(resolve);
      void tell({ kind: 'gather' });
    });
  const tellMetrics = async () => {
    const snapshot = await server?.metricsSnapshot?.();
    if (snapshot) await tell({ kind: 'snapshot', snapshot });
  };
  const asked = new Promise<void>((resolve) => {
    io.on('SIGTERM', () => resolve());
    cluster.worker?.on('message', (message: PrimaryMessage) => {
      if (message === 'reload') void reload();
      else if (message === 'drain') server?.drain();
      else if (message === 'snapshot') void tellMetrics();
      else if (message === 'stop') resolve();
      else for (const give of gathering.splice(0)) give(message.metrics);
    });
  });
  try {
    // The primary has created what is missing. A store that has vanished since must not become an empty one.
    const open = openStored({ ...options, create: false });
    const inherited = inheritedSocket(io.env, process.ppid);
    server = await startServer({
      ...options,
      inherited,
      report,
      onReload,
      gatherMetrics,
      logsRequests: format !== 'off',
      open,
    });
    const { url, socket, admin, hasAreas = false } = server;
    await tell({ kind: 'serving', url, socket, admin, hasAreas });
    await asked;
    await tell({ kind: 'stopped', requestsCut: await server.close(options.grace * 1000) });
    return 0;
  } catch (error) {
    await tell({ kind: 'failed', message: describeFailure(error).message });
    return 1;
  }
}

/** Resolves when the message is sent, or cannot be: the primary may just have ended. */
function tell(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (cluster.worker) cluster.worker.send(message, () => resolve());
    else resolve();
  });
}
