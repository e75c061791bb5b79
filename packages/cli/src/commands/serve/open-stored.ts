import { readFile } from 'node:fs/promises';
import { createHandler, type LocationStore } from '@location-records/core';
import { StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';
import { openStore } from '../../store-urls/store-urls.ts';
import type { ServeOptions } from './serve-options.ts';
import type { OpenService, OpenServiceOptions } from './start-server.ts';

/** The environment variable that marks a process as a worker of this command: others use node:cluster too. */
export const workerMark = 'LOCATION_RECORDS_WORKER';

/** The options of {@link openStored}. */
type StoredOptions = Pick<ServeOptions, 'store' | 'areas' | 'data' | 'watch' | 'mapStyle'> & {
  /**
   * Creates what is missing in the store.
   * @default true
   */
  readonly create?: boolean;
};

/** Opens a store, and the service over it. */
export function openStored({
  store,
  areas,
  data,
  watch = false,
  mapStyle: styleFile,
  create,
}: StoredOptions): OpenService {
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

/**
 * Reads the style that `--map-style` names: a URL as it is, and the content of a file.
 *
 * @throws {StartError} (as a rejection) when the file cannot be read, or is not a style.
 */
export async function readMapStyle(fileOrUrl: string): Promise<string | Readonly<Record<string, unknown>>> {
  if (/^https?:\/\/[^/?#]/.test(fileOrUrl)) return fileOrUrl;
  try {
    const style = JSON.parse((await readFile(fileOrUrl, 'utf8')).replace(/^\ufeff/, ''));
    if (style?.version === 8) return style;
    throw new Error('its "version" is not 8, which styles of MapLibre have');
  } catch (cause) {
    const problem = describeError(cause);
    throw new StartError(
      `The file ${fileOrUrl} cannot be used as the style of the map: ${problem}; name another one with --map-style.`,
      { cause },
    );
  }
}
