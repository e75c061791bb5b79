import cluster from 'node:cluster';
import { describeFailure } from '../../../failure.ts';
import type { Io } from '../../../io.ts';
import { listenForUncaught } from '../../../until-stopped.ts';
import { openStored } from '../open-stored.ts';
import type { ServeOptions } from '../serve-command.ts';
import { createOutput, logFormat, type ServeOutput, writeLog } from '../serve-output.ts';
import { startServer } from '../start-server.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';

/** The largest write to a pipe that several processes share without tearing each other's lines (POSIX: PIPE_BUF). */
const maxSharedWrite = 4096;

/**
 * Serves as one of several processes until the primary asks it to stop, or a SIGTERM does. Resolves to the exit code.
 * Without a primary, node:cluster ends the process.
 *
 * @throws every exception that is not caught meanwhile.
 */
export async function serveAsWorker(options: ServeOptions, io: Io): Promise<number> {
  const uncaught = listenForUncaught(io);
  const output = createOutput(logFormat(options, io), io, { maxWrite: maxSharedWrite });
  try {
    return await Promise.race([serveUntilAsked(options, io, output), uncaught.thrown]);
  } finally {
    uncaught.release();
    await output.flush();
    cluster.worker?.disconnect();
  }
}

async function serveUntilAsked(options: ServeOptions, io: Io, output: ServeOutput): Promise<number> {
  const asked = untilAsked(options, io);
  try {
    // The primary has created what is missing. A store that has vanished since must not become an empty one.
    const open = openStored({ ...options, create: false });
    const server = await startServer({ ...options, ...writeLog(output), open });
    onMessage(async (message) => {
      if (message.kind === 'count') await tell({ kind: 'active', requests: await server.underWay() });
    });
    await tell({ kind: 'serving', url: server.url });
    await tell({ kind: 'stopped', requestsCut: await server.close(await asked) });
    return 0;
  } catch (error) {
    await tell({ kind: 'failed', message: describeFailure(error).message });
    return 1;
  }
}

/** Resolves to how long active requests may take, in milliseconds. */
function untilAsked({ grace }: ServeOptions, io: Io): Promise<number> {
  // A terminal sends these to all processes, and the primary decides.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) io.on(signal, () => {});
  return new Promise((resolve) => {
    io.on('SIGTERM', () => resolve(grace * 1000));
    onMessage((message) => {
      if (message.kind === 'stop') resolve(message.timeout);
    });
  });
}

function onMessage(listener: (message: PrimaryMessage) => void): void {
  cluster.worker?.on('message', listener);
}

/** Resolves when the message is on its way, or cannot be: the primary may just have ended. */
function tell(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (cluster.worker) cluster.worker.send(message, () => resolve());
    else resolve();
  });
}
