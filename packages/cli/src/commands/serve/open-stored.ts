import { createHandler, type LocationStore } from '@location-records/core';
import type { StoreOpening } from '../../store-urls/store-engine.ts';
import { openStore } from '../../store-urls/store-urls.ts';
import { readMapStyle } from './map-style.ts';
import type { ServeOptions } from './serve-command.ts';
import type { OpenService, OpenServiceOptions } from './start-server.ts';

/** A store, and what the service over it needs besides. */
interface StoredService
  extends Pick<ServeOptions, 'store' | 'areas' | 'data' | 'watch' | 'mapStyle'>,
    Pick<StoreOpening, 'create'> {}

/** Opens a store, and the service over it. */
export function openStored({
  store,
  areas,
  data,
  watch = false,
  mapStyle: styleFile,
  create,
}: StoredService): OpenService {
  return async ({ handlerOptions, signal, onReload, ...hooks }) => {
    const mapStyle = styleFile === undefined ? undefined : await readMapStyle(styleFile);
    const opened = await openStore(store, { signal, create, areas, ...hooks });
    let endWatching = async () => {};
    const close = async () => {
      await endWatching();
      await opened.close();
    };
    try {
      if (data !== undefined)
        endWatching = await openData(data, opened, watch, { signal, onReload, ...hooks });
      const handle = createHandler({ ...handlerOptions, store: opened });
      if (!areas) return { handle, close };
      const [{ isAreaStore }, { createConsole }] = await Promise.all([
        import('@location-records/core/areas'),
        import('@location-records/console'),
      ]);
      if (!isAreaStore(opened)) return { handle, close };
      const { basePath, onError } = handlerOptions;
      return { handle: createConsole(handle, { store: opened, basePath, mapStyle, onError }), close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** Fills a store from a file, and watches that file if it is wanted. Resolves to what ends that. */
async function openData(
  path: string,
  store: LocationStore,
  isWatched: boolean,
  { signal, onReload, onWarning }: Pick<OpenServiceOptions, 'signal' | 'onReload' | 'onWarning'>,
): Promise<() => Promise<void>> {
  const { fillStore, readData, watchData } = await import('./data-file.ts');
  if (isWatched) return watchData(path, { store, signal, onChanged: onReload, onError: onWarning });
  await fillStore(store, await readData(path, signal));
  return async () => {};
}
