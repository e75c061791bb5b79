import type { Location, LocationStore } from '@location-records/core';
import type { ParsedRecord } from '@location-records/formats';
import { describeParts, differingParts } from '../../bulk/differing-parts.ts';
import { digestOf, RecordDigests } from '../../bulk/record-digests.ts';
import { callsAtOnce, inParallel, isEmpty, type Retry } from '../../bulk/store-calls.ts';
import { RecordRefusedError } from '../../errors.ts';
import { counted } from '../../output/numbers.ts';
import { quoteIdentifier } from '../../output/printable-text.ts';

/** What becomes of a record whose identifier the target holds with another content. */
export type OnConflict = 'replace' | 'skip' | 'fail';

/**
 * How many records an import has handled so far. All but the last two are outcomes, which add up to `read`.
 */
export interface ImportCounts {
  /** Were missing in the target. */
  created: number;
  /** Were in the target with another content. */
  replaced: number;
  /** Were in the target with the same content, and are not written. */
  unchanged: number;
  /** Were in the target with another content, which stays. */
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
  /** How many records are written at the same time, up to 256. */
  readonly writesAtOnce: number;
  /** Ends the import, also while it waits for the source. It rejects then. */
  readonly signal: AbortSignal;
  readonly retry: Retry;
  readonly onProgress: (done: 'checked' | 'imported', records: number) => void;
  /** Called for a record whose identifier came before in the source. */
  readonly onDuplicate: (entry: ParsedRecord) => void;
  /**
   * Called for a record that is not written with `skip` and `fail`. `held` is what the target holds, or
   * `undefined` when an earlier record of the source would be there.
   */
  readonly onSkipped: (entry: ParsedRecord, held: Location | undefined) => void;
  /** Called for a record that the target refuses for good. */
  readonly onRefused: (entry: ParsedRecord, error: Error) => void;
}

/** An import did not finish. `message` is one line that says what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: 'IMPORT_CONFLICT' | 'IMPORT_UNFINISHED';

  constructor(code: ImportError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Batches of records in the order of a file. */
type ImportBatches = AsyncIterable<readonly ParsedRecord[]>;

export function newCounts(): ImportCounts {
  return { created: 0, replaced: 0, unchanged: 0, skipped: 0, refused: 0, duplicates: 0, read: 0 };
}

/**
 * Writes the records of a source to a store. Many are written at a time, and the outcomes are the same as if
 * they were written one by one, in the order of the source. With `fail` the whole source is checked first,
 * and nothing is written when there is a conflict.
 *
 * What the target holds already is not written, so the same import again continues one that was interrupted.
 *
 * @param open opens the source: with `fail` twice.
 * @param counts are kept up to date.
 * @throws {ImportError} (as a rejection) `IMPORT_CONFLICT`.
 * @throws (as a rejection) the error of the source or of the target. The writes under way have ended by then.
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
    await importPass(open(), target, isFresh, newCounts(), silent);
  }
  await importPass(open(), target, isFresh, counts, options);
}

/** How many conflicts are named. */
const maxNamed = 3;

/** The mark of an identifier that has come, and that a dry run would not have written. */
const cameBefore = -1;

/**
 * Goes over the source once.
 *
 * @param isFresh whether the target has no record when the pass begins.
 */
async function importPass(
  batches: ImportBatches,
  target: LocationStore,
  isFresh: boolean,
  counts: ImportCounts,
  options: ImportOptions,
): Promise<void> {
  const { dryRun, onConflict, signal, retry, writesAtOnce } = options;
  const { onProgress, onDuplicate, onSkipped, onRefused } = options;
  const done = dryRun ? 'checked' : 'imported';
  /** The identifiers that have come, with the digest of what a dry run would have written. */
  const seen = new RecordDigests();
  const conflicts: string[] = [];

  const conflictError = () => {
    const written = dryRun ? 0 : counts.created + counts.replaced;
    return new ImportError(
      'IMPORT_CONFLICT',
      `The target holds other records than the source: ${conflicts.join(', ')}. ` +
        `${written === 0 ? 'Nothing is written.' : continues(written)} Use --on-conflict replace or skip.`,
    );
  };

  const skip = (entry: ParsedRecord, held: Location | undefined) => {
    const [id, location] = entry.record;
    counts.skipped++;
    onSkipped(entry, held);
    if (onConflict === 'skip' || conflicts.length === maxNamed) return;
    const why = held
      ? describeParts(differingParts(location, held))
      : 'the source has it before, with another content';
    conflicts.push(`${quoteIdentifier(id)} (${why})`);
    // It was written to the target after the source was checked.
    if (!dryRun) throw conflictError();
  };

  /** @param isAbsent whether the target is known not to hold the identifier. */
  const importRecord = async (entry: ParsedRecord, isAbsent: boolean) => {
    const [id, location] = entry.record;
    const mark = seen.get(id);
    const written = mark === cameBefore ? undefined : mark;
    try {
      const held = isAbsent || written ? undefined : await retry(() => target.get(id));
      const isSame = held ? differingParts(location, held).length === 0 : written === digestOf(location);
      if (isSame) counts.unchanged++;
      else if ((held || written) && onConflict !== 'replace') skip(entry, held);
      else {
        if (dryRun) seen.set(id, digestOf(location));
        else await retry(() => target.put(id, location));
        counts[held || written ? 'replaced' : 'created']++;
      }
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      counts.refused++;
      onRefused(entry, error);
    }
  };

  /**
   * Imports the records of a group at the same time, and those with the same identifier one after the other.
   */
  const importGroup = async (group: readonly ParsedRecord[]) => {
    const chains = new Map<string, { readonly isNew: boolean; readonly entries: ParsedRecord[] }>();
    for (const entry of group) {
      const [id] = entry.record;
      const isNew = seen.get(id) === undefined;
      if (isNew) seen.set(id, cameBefore);
      const chain = chains.get(id);
      if (chain) chain.entries.push(entry);
      else chains.set(id, { isNew, entries: [entry] });
      if (isNew) continue;
      counts.duplicates++;
      onDuplicate(entry);
    }
    counts.read += group.length;
    await inParallel(chains.values(), writesAtOnce, async ({ isNew, entries }) => {
      for (const [index, entry] of entries.entries()) {
        await importRecord(entry, isFresh && isNew && index === 0);
      }
    });
  };

  onProgress(done, 0);
  for await (const batch of untilAborted(batches, signal)) {
    for (let start = 0; start < batch.length; start += callsAtOnce) {
      signal.throwIfAborted();
      await importGroup(batch.slice(start, start + callsAtOnce));
      onProgress(done, counts.read);
    }
  }
  if (onConflict === 'fail' && conflicts.length > 0) throw conflictError();
}

/** The advice after an import that has written some records. */
export function continues(written: number): string {
  return `Importing again continues; ${counted(written, 'record')} ${written === 1 ? 'is' : 'are'} written.`;
}

/** Reads until the signal is aborted, also while a batch is waited for: a pipe may never send it. */
async function* untilAborted<Batch>(
  batches: AsyncIterable<Batch>,
  signal: AbortSignal,
): AsyncGenerator<Batch, undefined> {
  const source = batches[Symbol.asyncIterator]();
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const next = await abortable(source.next(), signal);
      isWaiting = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ending = Promise.resolve(source.return?.());
    // A generator that is waited for ends after its next batch.
    if (isWaiting) ending.catch(() => {});
    else await ending;
  }
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
