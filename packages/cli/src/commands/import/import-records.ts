import type { Location, LocationStore } from '@location-records/core';
import type { ParsedRecord } from '@location-records/formats';
import { describeParts, differingParts } from '../../bulk/differing-parts.ts';
import { digestOf, RecordDigests } from '../../bulk/record-digests.ts';
import { callsAtOnce, inParallel, isEmpty, type Retry } from '../../bulk/store-calls.ts';
import { CommandError, RecordRefusedError } from '../../errors.ts';
import { counted } from '../../output/numbers.ts';
import { quoteIdentifier } from '../../output/printable-text.ts';
import { canImport, type ImportingStore } from '../../service/bulk-service-store.ts';

/** What to do with a record if the target has other content for its identifier. */
export type OnConflict = 'replace' | 'skip' | 'fail';

/** How many records an import has handled. All but the last two are outcomes, which add up to `read`. */
export interface ImportCounts {
  /** Were missing in the target. */
  created: number;
  /** Were in the target with other content. */
  replaced: number;
  /** Were in the target with the same content, and are not written. */
  unchanged: number;
  /** Were in the target with other content, which stays. */
  skipped: number;
  /** The target refused them. */
  refused: number;
  /** Their identifier came before in the source. */
  duplicates: number;
  read: number;
}

/** What an import does, and where it reports. */
export interface ImportOptions {
  readonly onConflict: OnConflict;
  /** Counts what an import would do, and writes nothing. */
  readonly dryRun: boolean;
  /** Whether an identifier may come several times in the source. */
  readonly mayRepeat: boolean;
  /** How many records are written at the same time, up to 256. */
  readonly writesAtOnce: number;
  /** Ends the import, which then rejects. */
  readonly signal: AbortSignal;
  readonly retry: Retry;
  readonly onProgress: (done: 'checked' | 'imported', records: number) => void;
  /** Called for a record whose identifier came before in the source. */
  readonly onDuplicate: (entry: ParsedRecord) => void;
  /**
   * Called for a record that is not written with `skip` and `fail`. `held` is the record of the target, or
   * `undefined` if an earlier record of the source would be there.
   */
  readonly onSkipped: (entry: ParsedRecord, held: Location | undefined) => void;
  /** Called for a record that the target refuses for good. */
  readonly onRefused: (entry: ParsedRecord, error: Error) => void;
}

/** Batches of records in the order of a file. */
type ImportBatches = AsyncIterable<readonly ParsedRecord[]>;

export function newCounts(): ImportCounts {
  return { created: 0, replaced: 0, unchanged: 0, skipped: 0, refused: 0, duplicates: 0, read: 0 };
}

/**
 * Writes the records of a source to a store. Many are written at a time, and the outcomes are the same as if
 * they were written one by one, in the order of the source. With `fail` the whole source is checked first,
 * and nothing is written if there is a conflict.
 *
 * Records that the target already has are not written, so the same import continues an interrupted one.
 *
 * @param open opens the source: with `fail` twice.
 * @param counts are kept up to date.
 * @throws {CommandError} (rejects) `IMPORT_CONFLICT`.
 * @throws (rejects) the error of the source or of the target, when the active writes have ended.
 */
export async function importRecords(
  open: () => ImportBatches,
  target: LocationStore,
  counts: ImportCounts,
  options: ImportOptions,
): Promise<void> {
  const isFresh = await options.retry(() => isEmpty(target));
  if (options.onConflict === 'fail' && !options.dryRun) {
    // The source is read again when its records are written.
    const silent = { ...options, dryRun: true, onDuplicate: () => {}, onRefused: () => {} };
    await new ImportPass(target, isFresh, newCounts(), silent).run(open());
  }
  await new ImportPass(target, isFresh, counts, options).run(open());
}

/** How many conflicts are named. */
const maxNamed = 3;

/** The mark of an identifier that has come, and that a dry run would not have written. */
const cameBefore = -1;

/** Goes over the source once. */
class ImportPass {
  readonly #target: LocationStore;
  /** Whether the target has no record when the pass begins. */
  readonly #isFresh: boolean;
  readonly #counts: ImportCounts;
  readonly #options: ImportOptions;
  /**
   * The identifiers that have come if they may repeat, with the digest of what a dry run would have written.
   */
  readonly #seen: RecordDigests | undefined;
  readonly #conflicts: string[] = [];

  constructor(target: LocationStore, isFresh: boolean, counts: ImportCounts, options: ImportOptions) {
    this.#target = target;
    this.#isFresh = isFresh;
    this.#counts = counts;
    this.#options = options;
    this.#seen = options.mayRepeat ? new RecordDigests() : undefined;
  }

  async run(batches: ImportBatches): Promise<void> {
    const { dryRun, onConflict, signal, onProgress } = this.#options;
    const done = dryRun ? 'checked' : 'imported';
    onProgress(done, 0);
    for await (const batch of batches) {
      for (const group of groupsOf(batch)) {
        signal.throwIfAborted();
        await this.#importGroup(group);
        onProgress(done, this.#counts.read);
      }
    }
    if (onConflict === 'fail' && this.#conflicts.length > 0) throw this.#conflictError();
  }

  /** Imports records with different identifiers at the same time. */
  async #importGroup(group: readonly ParsedRecord[]): Promise<void> {
    this.#counts.read += group.length;
    await inParallel(group, this.#options.writesAtOnce, async (entry) => {
      const [id] = entry.record;
      const isRepeated = this.#seen?.get(id) !== undefined;
      if (isRepeated) {
        this.#counts.duplicates++;
        this.#options.onDuplicate(entry);
      } else this.#seen?.set(id, cameBefore);
      await this.#importRecord(entry, this.#isFresh && !isRepeated);
    });
  }

  /** @param isAbsent whether the target is known not to hold the identifier. */
  async #importRecord(entry: ParsedRecord, isAbsent: boolean): Promise<void> {
    const { dryRun, onConflict, retry, onRefused } = this.#options;
    const [id, location] = entry.record;
    const mark = this.#seen?.get(id);
    const written = mark === cameBefore ? undefined : mark;
    try {
      if (!dryRun && !isAbsent && canImport(this.#target))
        return await this.#importByTarget(entry, this.#target);
      const held = isAbsent || written !== undefined ? undefined : await retry(() => this.#held(entry));
      const isPresent = held !== undefined || written !== undefined;
      const isSame = held ? differingParts(location, held).length === 0 : written === digestOf(location);
      if (isSame) this.#counts.unchanged++;
      else if (isPresent && onConflict !== 'replace') this.#skip(entry, held);
      else {
        if (dryRun) this.#seen?.set(id, digestOf(location));
        else await retry(() => this.#target.put(id, location));
        this.#counts[isPresent ? 'replaced' : 'created']++;
      }
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      this.#counts.refused++;
      onRefused(entry, error);
    }
  }

  /** Resolves to what the target holds for the identifier of a record. */
  async #held({ record: [id, location] }: ParsedRecord): Promise<Location | undefined> {
    if (!canImport(this.#target)) return this.#target.get(id);
    const { outcome, previous } = await this.#target.importRecord(id, location, 'compare');
    return outcome === 'unchanged' ? location : previous;
  }

  /** Lets the target compare a record with its own. */
  async #importByTarget(entry: ParsedRecord, target: ImportingStore): Promise<void> {
    const { onConflict, retry } = this.#options;
    const action = onConflict === 'replace' ? 'replace' : 'skip';
    const { outcome, previous } = await retry(() => target.importRecord(...entry.record, action));
    if (outcome === 'skipped') this.#skip(entry, previous);
    else this.#counts[outcome]++;
  }

  #skip(entry: ParsedRecord, held: Location | undefined): void {
    const { dryRun, onConflict, onSkipped } = this.#options;
    const [id, location] = entry.record;
    this.#counts.skipped++;
    onSkipped(entry, held);
    if (onConflict === 'skip' || this.#conflicts.length === maxNamed) return;
    const why = held
      ? describeParts(differingParts(location, held))
      : 'the source has it before, with other content';
    this.#conflicts.push(`${quoteIdentifier(id)} (${why})`);
    // It was written to the target after the source was checked.
    if (!dryRun) throw this.#conflictError();
  }

  #conflictError(): CommandError {
    const written = this.#options.dryRun ? 0 : this.#counts.created + this.#counts.replaced;
    return new CommandError(
      'IMPORT_CONFLICT',
      `The target holds other records than the source: ${this.#conflicts.join(', ')}. ` +
        `${written === 0 ? 'Nothing is written.' : continues(written)} Use --on-conflict replace or skip.`,
    );
  }
}

/** Splits a batch into groups of at most 256 records with different identifiers. */
function* groupsOf(batch: readonly ParsedRecord[]): Generator<readonly ParsedRecord[], undefined> {
  let group = new Map<string, ParsedRecord>();
  for (const entry of batch) {
    const [id] = entry.record;
    if (group.has(id) || group.size === callsAtOnce) {
      yield [...group.values()];
      group = new Map();
    }
    group.set(id, entry);
  }
  if (group.size > 0) yield [...group.values()];
  return undefined;
}

/** Returns the advice after an import that has written some records. */
export function continues(written: number): string {
  return `Importing again continues; ${counted(written, 'record')} ${written === 1 ? 'is' : 'are'} written.`;
}
