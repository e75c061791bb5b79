import { createHandler } from '@location-records/core';
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
  return serveUntilStopped(
    service,
    { records: describeStore(store), open: openStored({ store, maxLogSize }) },
    io,
  );
}

/** Opens a store, and the service over it. */
export function openStored({ store, maxLogSize }: Pick<ServeOptions, 'store' | 'maxLogSize'>): OpenService {
  return async ({ handlerOptions, signal, onWarning }) => {
    const opened = await openStore(store, { signal, maxLogSize, onWarning });
    return { handle: createHandler({ ...handlerOptions, store: opened }), close: () => opened.close() };
  };
}
