import type { Io } from '../../io.ts';
import { accessWarnings } from '../../operations/access-warnings.ts';
import { inheritedSocket } from '../../operations/inherited-socket.ts';
import { reloadsOnHangup } from '../../operations/reload.ts';
import { describeStore } from '../../store-urls/store-urls.ts';
import { openStored, workerMark } from './open-stored.ts';
import type { ServeOptions } from './serve-options.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';
import { startServer } from './start-server.ts';

/**
 * Serves the records of a store until a signal. Resolves to the exit code of {@link serveUntilStopped}.
 *
 * @param program the file of the command, which workers run.
 * @throws {StartError} when it cannot start, and every exception that is not caught meanwhile.
 */
export async function serve(options: ServeOptions, io: Io, program: string): Promise<number> {
  const { store, data, workers, readOnly } = options;
  // Loaded only when they are used.
  if (io.env[workerMark] !== undefined)
    return (await import('./workers/worker.ts')).serveAsWorker(options, io);
  if (workers > 1) return (await import('./workers/workers.ts')).serveWithWorkers(options, io, program);
  const from = data === undefined ? '' : `; the first ones are from ${data}`;
  const open = openStored(options);
  return serveUntilStopped(
    options,
    {
      records: describeStore(store) + from,
      readOnly,
      needsToken: options.tokenFile !== undefined,
      warnings: (url) => accessWarnings(url, options),
      reloads: reloadsOnHangup(options),
      start: (started) => startServer({ ...options, ...started, inherited: inheritedSocket(io.env), open }),
    },
    io,
  );
}
