import type { ClusterSettings } from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import type { Io } from '../../../io.ts';
import { describeStore, openStore } from '../../../store-urls/store-urls.ts';
import { listen } from '../listen.ts';
import { readMapStyle } from '../map-style.ts';
import type { ServeOptions } from '../serve-command.ts';
import type { ServeOutput } from '../serve-output.ts';
import { serveUntilStopped } from '../serve-until-stopped.ts';
import type { RunningServer, StartOptions } from '../start-server.ts';
import { WorkerPool } from './worker-pool.ts';

/**
 * Serves the records of a store with several processes until a signal. This one, the primary, starts the others with its
 * own command line. Resolves to the exit code of `serveUntilStopped`.
 *
 * @param program the file that the workers run.
 * @throws {StartError} when it cannot start, or the workers keep ending, and every exception that is not caught meanwhile.
 */
export function serveWithWorkers(options: ServeOptions, io: Io, program: string): Promise<number> {
  const { store, workers } = options;
  const start = async (started: StartOptions, output: ServeOutput) => {
    const { port, address } = await prepare(options, started);
    // The last value of an option counts.
    const args = [...process.argv.slice(2), '--port', String(port), '--host', address];
    return startWorkers({ exec: program, args }, workers, started, output);
  };
  return serveUntilStopped(options, { records: describeStore(store), workers, start }, io);
}

/**
 * Creates what is missing in the store, so that no worker has to and a fault is reported once. Resolves to the address to
 * listen on, which is bound meanwhile: a command that cannot get its port creates nothing.
 */
async function prepare(
  { port, host, store, areas, mapStyle }: ServeOptions,
  { signal, onError, onIndexing }: StartOptions,
): Promise<AddressInfo> {
  const held = createServer((socket) => socket.destroy());
  const address = await listen(held, port, host, signal);
  try {
    if (mapStyle !== undefined) await readMapStyle(mapStyle);
    const opened = await openStore(store, { signal, areas, onWarning: onError, onIndexing });
    await opened.close();
    signal?.throwIfAborted();
    return address;
  } finally {
    await new Promise((resolve) => held.close(resolve));
  }
}

/** Resolves when all workers serve. */
async function startWorkers(
  settings: ClusterSettings,
  count: number,
  { signal, onError }: StartOptions,
  { lines, err }: ServeOutput,
): Promise<RunningServer> {
  const pool = new WorkerPool(settings, count, {
    onReplacing: (replacing) => err.write(lines.replacing(replacing)),
    onStuck: onError,
  });
  try {
    const url = await Promise.race([pool.serving, pool.broken, abortion(signal)]);
    return {
      url,
      underWay: () => pool.countRequests(),
      close: (timeout) => pool.close(timeout),
      // The workers get the signal themselves.
      cut: async () => {},
      broken: pool.broken,
    };
  } catch (error) {
    await pool.close(0);
    throw error;
  }
}

/** Rejects with the reason of a signal when it is aborted. */
function abortion(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}
