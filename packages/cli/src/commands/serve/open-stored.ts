import { readFile } from 'node:fs/promises';
import { createHandler } from '@location-records/core';
import { StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';
import type { StoreOpening } from '../../store-urls/store-engine.ts';
import { openStore } from '../../store-urls/store-urls.ts';
import { errorEvent, type Report } from './log-lines.ts';
import type { ServeOptions } from './serve-options.ts';
import type { OpenService } from './start-server.ts';

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
  return async ({ handlerOptions, signal, report }) => {
    const mapStyle = styleFile === undefined ? undefined : await readMapStyle(styleFile);
    const opened = await openStore(store, { signal, create, areas, ...reportOpening(report) });
    let endWatching = async () => {};
    const close = async () => {
      await endWatching();
      await opened.close();
    };
    try {
      if (data !== undefined) {
        const { serveData } = await import('./data-file.ts');
        endWatching = await serveData(data, { store: opened, watch, signal, report });
      }
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

/** Reports what the opening of a store tells. */
export function reportOpening(report: Report): Pick<StoreOpening, 'onWarning' | 'onIndexing'> {
  return {
    onWarning: (warning) => report(errorEvent(warning)),
    onIndexing: (step) => report({ event: 'indexing', step }),
  };
}

/**
 * Reads the style that `--map-style` names: a URL as it is, or the content of a file.
 *
 * @throws {StartError} (rejects) when the file cannot be read, or is not a style.
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
