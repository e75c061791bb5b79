import { InvalidArgumentError, type Location, OptionError, type StoreError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes, ignoringFailures } from '@location-records/core/adapter-kit';
import { defaultMaxWrites } from '../shared/bounded-work.ts';
import { checkWholeNumber } from '../shared/check-options.ts';
import { createTools, type PassTools } from '../shared/pass-tools.ts';
import type { ImportPass, ImportPhase, OnConflict } from './pass.ts';
import type { ImportEntry } from './source-groups.ts';

/** How far an import has come. */
export interface ImportProgress {
  /** What is under way. */
  readonly phase: ImportPhase;
  /** How many records of the source are read and decided on: 0 when the phase begins. */
  readonly records: number;
}

/** Options of {@link importRecords}. */
export interface ImportOptions<Entry extends ImportEntry = ImportEntry> {
  /**
   * What becomes of a record whose identifier the target holds with another content. The same content is not a
   * conflict, and is not written.
   *
   * - `replace`: the record of the source replaces it. Of several in the source, the last wins.
   * - `skip`: it stays. Of several in the source, the first is written.
   * - `fail`: the whole source is checked, and nothing is written when there are conflicts. Several records of the
   *   source with different contents are conflicts, too. `batches` must be a function.
   * @default 'replace'
   */
  readonly onConflict?: OnConflict | undefined;
  /**
   * Counts what the import would do, and writes nothing. What the target refuses only when it is written counts as
   * written.
   * @default false
   */
  readonly dryRun?: boolean | undefined;
  /**
   * How many writes are under way at a time.
   * @default 512
   */
  readonly maxWrites?: number | undefined;
  /**
   * Ends the import, which then rejects with `IMPORT_STOPPED`.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the target becomes unavailable. Calls are then repeated for about a minute.
   * @default none
   */
  readonly onOutage?: ((error: StoreError) => void) | undefined;
  /**
   * Called when a phase begins, and after each group of records.
   * @default none
   */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /**
   * Called for each conflict with `skip` and `fail`. `existing` is what the target holds; it is `undefined` where a
   * record that came before in the source would be there by then.
   * @default none
   */
  readonly onConflictFound?: ((entry: Entry, existing: Location | undefined) => void) | undefined;
  /**
   * Called for each record whose identifier came before in the source.
   * @default none
   */
  readonly onDuplicate?: ((entry: Entry) => void) | undefined;
  /**
   * Called for each record that the target refuses for good. The others go on.
   * @default none
   */
  readonly onRefused?: ((entry: Entry, error: Error) => void) | undefined;
}

const names = [
  'onConflict',
  'dryRun',
  'maxWrites',
  'signal',
  'onOutage',
  'onProgress',
  'onConflictFound',
  'onDuplicate',
  'onRefused',
] as const;
const conflictModes: readonly unknown[] = ['replace', 'skip', 'fail'] satisfies readonly OnConflict[];

/** The options of one import, with their defaults. */
export interface ImportSettings<Entry extends ImportEntry>
  extends Pick<ImportPass<Entry>, 'onConflict' | 'onConflictFound' | 'onDuplicate' | 'onRefused'> {
  readonly dryRun: boolean;
  readonly maxWrites: number;
  readonly tools: PassTools<ImportPhase>;
}

/** @throws {OptionError} when an option cannot work or is not known. */
export function checkOptions<Entry extends ImportEntry>(
  options: ImportOptions<Entry>,
): ImportSettings<Entry> {
  const checked = checkOptionNames(options, names);
  const { onConflict = 'replace', dryRun = false, maxWrites = defaultMaxWrites } = checked;
  const { onConflictFound, onDuplicate, onRefused } = checked;
  if (!conflictModes.includes(onConflict)) throw new OptionError('onConflict', '"replace", "skip" or "fail"');
  checkOptionTypes('boolean', { dryRun });
  checkWholeNumber('maxWrites', maxWrites, { min: 1, max: 1_000_000 });
  checkOptionTypes('function', { onConflictFound, onDuplicate, onRefused });
  const tools = createTools<ImportPhase>('importing', checked);
  return {
    onConflict,
    dryRun,
    maxWrites,
    tools,
    onConflictFound: ignoringFailures(onConflictFound),
    onDuplicate: ignoringFailures(onDuplicate),
    onRefused: ignoringFailures(onRefused),
  };
}

/** @throws {InvalidArgumentError} when these are not batches, or cannot be opened as often as needed. */
export function checkSource(batches: unknown, onConflict: OnConflict): void {
  if (typeof batches === 'function') return;
  const isIterable =
    typeof batches === 'object' &&
    batches !== null &&
    (Symbol.asyncIterator in batches || Symbol.iterator in batches);
  if (!isIterable)
    throw new InvalidArgumentError('batches', 'an iterable of batches, or a function that opens one');
  if (onConflict !== 'fail') return;
  throw new InvalidArgumentError('batches', 'a function that opens the batches, for "onConflict" is "fail"');
}

/** A call that the caller does not ask for. */
export function ignore(): void {}
