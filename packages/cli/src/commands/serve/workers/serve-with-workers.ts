import cluster from 'node:cluster';
import type { Io } from '../../../io.ts';
import { describeStore, openStore, openWriter } from '../../../store-urls/store-urls.ts';
import { readMapStyle } from '../map-style.ts';
import type { ServeOptions } from '../serve-command.ts';
import { serveUntilStopped } from '../serve-until-stopped.ts';
import { serveAsWorker } from './serve-as-worker.ts';
import { startWorkers } from './start-workers.ts';

/**
 * Serves the records of a store with several processes until a signal. The first one, the primary, starts the others with
 * its own command line. Resolves to the exit code of `serveUntilStopped`, or of a worker.
 *
 * @throws {StartError} when it cannot start, or the workers keep ending, and every exception that is not caught meanwhile.
 */
export function serveWithWorkers(options: ServeOptions, io: Io): Promise<number> {
  if (cluster.worker) return serveAsWorker(cluster.worker, options, io);
  const { store, workers, areas, maxLogSize, mapStyle } = options;
  return serveUntilStopped(
    options,
    {
      records: describeStore(store),
      workers,
      start: (started, output) =>
        startWorkers(started, output, {
          workers,
          async prepareStore({ signal, onError, onIndexing, onWaiting }) {
            // As in a single process, a style that cannot be used is found before a database is created.
            if (mapStyle !== undefined) await readMapStyle(mapStyle);
            const hooks = { onWarning: onError, onIndexing, onWaiting };
            const opened = await openStore(store, { signal, areas, maxLogSize, ...hooks });
            // Closing waits for an index that is being built.
            await opened.close();
            // The workers tell of a long log themselves.
            const onWarning = () => {};
            return openWriter(store, { signal, create: false, areas, maxLogSize, onWarning });
          },
        }),
    },
    io,
  );
}
