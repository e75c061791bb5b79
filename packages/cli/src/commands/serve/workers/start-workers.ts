import { createServer } from 'node:net';
import type { SharedWriter } from '../../../store-urls/store-engine.ts';
import { listen } from '../listen.ts';
import type { ServeOutput } from '../serve-output.ts';
import { serviceUrl } from '../service-url.ts';
import type { RunningServer, StartOptions } from '../start-server.ts';
import { WorkerPool } from './worker-pool.ts';
import { prepareWorkers, WorkerProcess } from './worker-process.ts';

/** What several workers serve. */
interface WorkersOptions {
  readonly workers: number;
  /**
   * Creates what is missing in the store, so that no worker has to. Resolves to what the workers write through, unless each
   * writes by itself.
   */
  readonly prepareStore: (options: StartOptions) => Promise<SharedWriter | undefined>;
}

/**
 * Starts workers, and resolves when all serve. Before that it binds the address itself and prepares the store, so that
 * the command creates no database without its port, and faults are reported once.
 *
 * @throws {StoreError} when the store cannot be prepared.
 * @throws {StartError} when the address is not available, or a worker cannot serve.
 * @throws the reason of the signal when it is aborted.
 */
export async function startWorkers(
  options: StartOptions,
  { format, isTTY, lines, out, err }: ServeOutput,
  { workers: count, prepareStore }: WorkersOptions,
): Promise<RunningServer> {
  const { port: wantedPort, host, basePath = '/', onError, signal } = options;
  const held = createServer((socket) => socket.destroy());
  const address = await listen(held, wantedPort, host, signal);
  held.on('error', (error) => onError(error));
  let released: Promise<void> | undefined;
  const releasePort = () => {
    released ??= new Promise((resolve) => {
      held.close(() => resolve());
    });
    return released;
  };
  let writer: SharedWriter | undefined;
  try {
    writer = await prepareStore(options);
    signal?.throwIfAborted();
  } catch (error) {
    await Promise.all([writer?.close(), releasePort()]);
    throw error;
  }
  prepareWorkers();
  const pool = new WorkerPool({
    count,
    fork: () =>
      new WorkerProcess({
        onOutput: (line) => out.write(line),
        onError: (line) => err.write(line),
        onStuck: onError,
        onForked: (channel) => writer?.writeFor(channel),
      }),
    async startOrder() {
      // Held until now, when a worker is about to listen: another program could take the port meanwhile.
      await releasePort();
      return { kind: 'start', port: address.port, host: address.address, format, isTTY };
    },
    onReplacing: (replacing) => err.write(lines.replacing(replacing)),
  });
  try {
    await Promise.race([pool.serving, pool.broken, abortion(signal)]);
  } catch (error) {
    await Promise.all([pool.close(0), releasePort()]);
    await writer?.close();
    throw error;
  }
  return {
    url: serviceUrl(address, basePath),
    underWay: () => pool.countRequests(),
    async close(timeout) {
      const requestsCut = await pool.close(timeout);
      await writer?.close();
      return requestsCut;
    },
    broken: pool.broken,
  };
}

/** Rejects with the reason of a signal when it is aborted. */
function abortion(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}
