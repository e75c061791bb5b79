import { createHandler } from '@location-records/core';
import { isAreaStore } from '@location-records/core/areas';
import type { Io } from '../../io.ts';
import { describeStore, openStore } from '../../store-urls/store-urls.ts';
import type { ServeOptions } from './serve-command.ts';
import { serveUntilStopped } from './serve-until-stopped.ts';
import type { OpenService } from './start-server.ts';

/**
 * Serves the records of a store until a signal. Resolves to the exit code of {@link serveUntilStopped}.
 *
 * @throws {StartError} when it cannot start, and every exception that is not caught meanwhile.
 */
export function serve(options: ServeOptions, io: Io): Promise<number> {
  const { store, maxLogSize, ...service } = options;
  return serveUntilStopped(service, { records: describeStore(store), open: openStored(options) }, io);
}

/** Opens a store, and the service over it. */
export function openStored({
  store,
  areas,
  maxLogSize,
}: Pick<ServeOptions, 'store' | 'areas' | 'maxLogSize'>): OpenService {
  return async ({ handlerOptions, signal, ...hooks }) => {
    const opened = await openStore(store, { signal, areas, maxLogSize, ...hooks });
    const handle = createHandler({ ...handlerOptions, store: opened });
    const close = () => opened.close();
    if (!areas || !isAreaStore(opened)) return { handle, close };
    const { createConsole } = await import('@location-records/console');
    const { basePath, onError } = handlerOptions;
    return { handle: createConsole(handle, { store: opened, basePath, onError }), close };
  };
}
