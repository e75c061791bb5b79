import cluster from 'node:cluster';
import type { StoreError } from '@location-records/core';
import { StartError } from '../../../errors.ts';
import type { Io } from '../../../io.ts';
import type { SharedWriter } from '../../../store-urls/store-engine.ts';
import { describeStore, openStore, openWriter } from '../../../store-urls/store-urls.ts';
import { readMapStyle } from '../map-style.ts';
import type { ServeOptions } from '../serve-command.ts';
import { serveUntilStopped } from '../serve-until-stopped.ts';
import type { StartOptions } from '../start-server.ts';
import { workerMark } from './messages.ts';
import { serveAsWorker } from './serve-as-worker.ts';
import { startWorkers } from './start-workers.ts';

/**
 * Serves the records of a store with several processes until a signal. The first one, the primary, starts the others with
 * its own command line. Resolves to the exit code of `serveUntilStopped`, or of a worker.
 *
 * @throws {StartError} when it cannot start, or the workers keep ending, and every exception that is not caught meanwhile.
 */
export async function serveWithWorkers(options: ServeOptions, io: Io): Promise<number> {
  if (cluster.worker) {
    if (io.env[workerMark] !== undefined) return serveAsWorker(cluster.worker, options, io);
    throw new StartError(
      '--workers needs a process of its own, and node:cluster has started this one; use --workers 1.',
    );
  }
  const { store, workers } = options;
  const prepareStore = (started: StartOptions) => prepare(options, started);
  return serveUntilStopped(
    options,
    {
      records: describeStore(store),
      workers,
      start: (started, output) => startWorkers(started, output, { workers, prepareStore }),
    },
    io,
  );
}

/** Creates what is missing, and opens what the workers write through, unless each writes by itself. */
async function prepare(
  { store, areas, maxLogSize, mapStyle }: ServeOptions,
  { signal, onError, onIndexing }: StartOptions,
): Promise<SharedWriter | undefined> {
  // As in a single process, a style that cannot be used is found before a database is created.
  if (mapStyle !== undefined) await readMapStyle(mapStyle);
  const warnings: StoreError[] = [];
  const onWarning = (warning: StoreError) => warnings.push(warning);
  const opening = { signal, areas, maxLogSize };
  const opened = await openStore(store, { ...opening, onWarning, onIndexing });
  // Closing waits for an index that is being built.
  await opened.close();
  try {
    // The workers tell of a long log themselves.
    return await openWriter(store, { ...opening, create: false, onWarning() {} });
  } catch (error) {
    // An index that could not be built is the cause.
    throw warnings.shift() ?? error;
  } finally {
    for (const warning of warnings) onError(warning);
  }
}
