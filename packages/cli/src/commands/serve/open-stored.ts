import { readFile } from 'node:fs/promises';
import { createHandler } from '@location-records/core';
import manifest from '../../../package.json' with { type: 'json' };
import { StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';
import { counted, formatDuration } from '../../output/numbers.ts';
import type { StoreOpening } from '../../store-urls/store-engine.ts';
import { kindOfStore, openStore } from '../../store-urls/store-urls.ts';
import { errorEvent, type Report } from './log-lines.ts';
import type { ServeOptions } from './serve-options.ts';
import type { OpenService } from './start-server.ts';

/** The environment variable that marks a process as a worker of this command: others use node:cluster too. */
export const workerMark = 'LOCATION_RECORDS_WORKER';

/** The options of {@link openStored}. */
type StoredOptions = Pick<
  ServeOptions,
  'store' | 'areas' | 'data' | 'watch' | 'mapStyle' | 'map' | 'readOnly' | 'metrics'
> & {
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
  map: mapMode,
  readOnly,
  metrics,
  create,
}: StoredOptions): OpenService {
  return async ({ handlerOptions, openApi, signal, report }) => {
    const mapStyle = styleFile === undefined ? undefined : await readMapStyle(styleFile);
    const { describe, ...listeners } = reportOpening(report);
    const opened = await openStore(store, { signal, create, readOnly, areas, ...listeners });
    if (metrics && store.scheme === 'memory') {
      const { traceStore } = await import('@location-records/stores/tracing');
      traceStore(opened, 'memory');
    }
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
      // Any identifier: an absent record is an answer, too.
      const probe = () => opened.get('-');
      const [{ isAreaStore }, { createConsole, createDoor }] = await Promise.all([
        import('@location-records/core/areas'),
        import('@location-records/console'),
      ]);
      const about = {
        version: manifest.version,
        store: kindOfStore(store),
        activity: describe,
        hasHealth: true,
      };
      const { basePath, onError, ...rules } = handlerOptions;
      const door = { basePath, onError, about, readOnly, openApi: { ...rules, ...openApi } };
      if (areas === false || !isAreaStore(opened)) {
        return { handle: createDoor(handle, door), probe, close, hasDoor: true };
      }
      const options = { ...door, store: opened, mapStyle, mapMode };
      return { handle: createConsole(handle, options), probe, close, hasDoor: true, hasAreas: true };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** Reports what the opening of a store tells, and keeps it for the front door. */
export function reportOpening(
  report: Report,
): Pick<StoreOpening, 'onWarning' | 'onIndexing'> & { readonly describe: () => string | undefined } {
  let activity: { readonly records: number; readonly since: number } | undefined;
  return {
    onWarning(warning) {
      activity = undefined;
      report(errorEvent(warning));
    },
    onIndexing(step, records) {
      const durationMs = activity && performance.now() - activity.since;
      activity = step === 'begin' ? { records, since: performance.now() } : undefined;
      report({ event: 'indexing', step, records, durationMs });
    },
    describe() {
      if (!activity) return undefined;
      const { records, since } = activity;
      const duration = formatDuration(performance.now() - since);
      return `The index for the map has been built for ${duration}, for ${counted(records, 'record')}. Writes wait until it is complete.`;
    },
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
