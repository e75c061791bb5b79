import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { type AreaStore, isAreaStore } from '@location-records/core/areas';
import { checkDoorOptions, type DoorOptions, type DoorSettings, isUrl } from './door/options.ts';
import { Searches } from './records/searches.ts';
import type { WorkLimits } from './records/work.ts';

/** Options of {@link createConsole}. */
export interface ConsoleOptions extends DoorOptions {
  /**
   * The store of the service, which must offer area queries. The memory store of `createAreaMemoryStore`
   * does, and others when they are opened with the option `areas`. The console never closes it.
   */
  readonly store: AreaStore;
  /**
   * The most records that the search for one page reads from the store: a whole number from 1. A page that
   * meets the limit is shorter, names it in `limitedBy` and in the field `Limited-By`, and has a link to the
   * next one.
   * @default 100_000
   */
  readonly maxCandidates?: number | undefined;
  /**
   * The most milliseconds that the search for one page takes, checked between two calls of the store. A page
   * that meets the limit is shorter, as one that meets `maxCandidates`.
   * @default 5_000
   */
  readonly maxDuration?: number | undefined;
  /**
   * The most searches that run at a time, for pages, tiles and the first piece of a stream: a whole number
   * from 1. Four times as many wait for their turn, and further ones are 503 with `Retry-After`.
   * @default 16
   */
  readonly maxSearches?: number | undefined;
  /**
   * What the map draws below the records, instead of its own base map: a style of MapLibre (version 8), or
   * its URL. The policy of the page then lets it load tiles, fonts and icons from any host.
   * @default the base map of the page, which loads nothing from elsewhere
   */
  readonly mapStyle?: string | Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the map creates, changes, deletes and imports records (`edit`), or only shows them (`view`).
   * Writes through the service are another matter: `readOnly` is for them.
   * @default 'edit', or 'view' with `readOnly`
   */
  readonly mapMode?: 'edit' | 'view' | undefined;
  /**
   * The time in milliseconds from any moment on, for tests of `maxDuration`.
   * @default performance.now
   */
  readonly now?: (() => number) | undefined;
}

/** The options, checked and with their defaults. */
export interface Settings extends DoorSettings {
  readonly store: AreaStore;
  readonly mapStyle: ConsoleOptions['mapStyle'];
  readonly mapMode: 'edit' | 'view';
  readonly limits: WorkLimits;
  readonly searches: Searches;
  /** Those for words, each of which reads all records. */
  readonly wordSearches: Searches;
}

const names = [
  'store',
  'basePath',
  'maxCandidates',
  'maxDuration',
  'maxSearches',
  'publicUrl',
  'about',
  'readOnly',
  'openApi',
  'mapStyle',
  'mapMode',
  'onError',
  'now',
] as const;

const maxWordSearches = 4;

/** @throws {OptionError} when an option cannot work or is not known. */
export function checkOptions(options: ConsoleOptions): Settings {
  const {
    store,
    maxCandidates = 100_000,
    maxDuration = 5_000,
    maxSearches = 16,
    mapStyle,
    readOnly = false,
    mapMode = readOnly ? 'view' : 'edit',
    now = () => performance.now(),
  } = checkOptionNames(options, names);
  if (!isAreaStore(store)) {
    const ways =
      'createAreaMemoryStore() makes one, and other stores are one when opened with the option "areas"';
    throw new OptionError('store', `a store with area queries: ${ways}`);
  }
  if (!Number.isSafeInteger(maxCandidates) || maxCandidates < 1) {
    throw new OptionError('maxCandidates', 'a whole number from 1');
  }
  if (typeof maxDuration !== 'number' || !(maxDuration > 0)) {
    throw new OptionError('maxDuration', 'a number of milliseconds above 0');
  }
  if (!Number.isSafeInteger(maxSearches) || maxSearches < 1) {
    throw new OptionError('maxSearches', 'a whole number from 1');
  }
  if (mapStyle !== undefined && !isUrl(mapStyle) && mapStyle?.version !== 8) {
    throw new OptionError('mapStyle', 'a MapLibre style or its URL');
  }
  if (mapMode !== 'view' && (mapMode !== 'edit' || readOnly)) {
    throw new OptionError(
      'mapMode',
      readOnly ? "'view', since the service is read-only" : "'edit' or 'view'",
    );
  }
  checkOptionTypes('function', { now });
  return {
    ...checkDoorOptions(options),
    store,
    mapStyle,
    mapMode,
    limits: { maxCandidates, maxDuration, now },
    searches: new Searches(maxSearches),
    wordSearches: new Searches(maxWordSearches),
  };
}
