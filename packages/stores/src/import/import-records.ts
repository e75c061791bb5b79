import { isStoreError, type Location, type LocationStore } from '@location-records/core';
import { checkStore } from '@location-records/core/adapter-kit';
import { oneLine } from '../shared/failures.ts';
import { isEmpty } from '../shared/read-store.ts';
import { checkRecords } from './check-records.ts';
import { type Conflict, ConflictFailure, maxNamed } from './conflicts.ts';
import { ImportError, type ImportErrorCode, type ImportResult } from './import-error.ts';
import { checkOptions, checkSource, type ImportOptions, ignore } from './import-options.ts';
import type { ImportPass, ImportTally } from './pass.ts';
import { type ImportBatches, type ImportEntry, SourceFailure } from './source-groups.ts';
import { writeRecords } from './write-records.ts';

/**
 * Writes the records of a source to a store. Each outcome is what it would be if the records were written one by one,
 * though many are under way at a time. What the target holds already is not written, so the same import again continues
 * one that was interrupted, and ends in the same state. Nothing is removed from the target.
 *
 * The memory is bounded by a batch, the writes under way, and 7 to 13 bytes for each record of the source.
 *
 * @param batches the records in batches, or a function that opens them, which `onConflict: 'fail'` calls twice.
 * @throws {InvalidArgumentError} (as a rejection) when an argument cannot work.
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {ImportError} (as a rejection) when there are conflicts that may not be, the signal is aborted, the source
 * fails, or the target was unavailable for too long. The writes under way have ended by then.
 * @throws {StoreError} (as a rejection) when the target fails for another reason.
 */
export async function importRecords<Entry extends ImportEntry>(
  batches: ImportBatches<Entry> | (() => ImportBatches<Entry>),
  target: LocationStore,
  options: ImportOptions<Entry> = {},
): Promise<ImportResult> {
  const { dryRun, maxWrites, ...settings } = checkOptions(options);
  const { tools, onConflict } = settings;
  checkSource(batches, onConflict);
  checkStore('target', target);
  const open = () => (typeof batches === 'function' ? batches() : batches);
  const begin = performance.now();
  const finish = (tally: ImportTally) => ({ ...tally, durationMs: Math.round(performance.now() - begin) });
  const [checked, written] = [newTally(), newTally()];
  let isChecking = dryRun || onConflict === 'fail';
  try {
    const pass = { target, isFresh: await tools.retry(() => isEmpty(target)), ...settings };
    if (isChecking) {
      // The other calls come when the records are written.
      const calls = dryRun ? {} : { onDuplicate: ignore, onRefused: ignore };
      await check(open(), { ...pass, ...calls, tally: checked });
      if (dryRun) return finish(checked);
      isChecking = false;
    }
    tools.progress.begin('importing');
    await writeRecords(open(), { ...pass, tally: written }, maxWrites);
    return finish(written);
  } catch (error) {
    // With "fail", an import writes nothing before the check has ended well.
    const before = onConflict === 'fail' ? { ...checked, created: 0, replaced: 0 } : checked;
    const imported = finish(isChecking ? before : written);
    throw describeEnd(error, tools.signal, imported, isChecking ? 0 : written.created + written.replaced);
  }
}

/**
 * Counts what an import would do.
 *
 * @throws {ConflictFailure} (as a rejection) when there are conflicts, and none may be.
 */
async function check<Entry extends ImportEntry>(
  batches: ImportBatches<Entry>,
  pass: ImportPass<Entry>,
): Promise<void> {
  pass.tools.progress.begin('checking');
  const conflicts: Conflict[] = [];
  const onConflictFound = (entry: Entry, existing: Location | undefined) => {
    if (conflicts.length < maxNamed) conflicts.push({ record: entry.record, existing });
    pass.onConflictFound(entry, existing);
  };
  await checkRecords(batches, { ...pass, onConflictFound });
  if (pass.onConflict === 'fail' && conflicts.length > 0) throw new ConflictFailure(conflicts);
}

function newTally(): ImportTally {
  return { read: 0, created: 0, replaced: 0, unchanged: 0, skipped: 0, refused: 0, duplicates: 0 };
}

/** What an import rejects with: a stop, an outage and the like become an {@link ImportError} that says what to do. */
function describeEnd(error: unknown, signal: AbortSignal, imported: ImportResult, written: number): unknown {
  const end = (code: ImportErrorCode, problem: string, advice: string, cause: unknown) =>
    new ImportError(code, `${problem} ${advice}`, { cause, imported });
  const again = `Importing again continues; ${written} record${written === 1 ? ' is' : 's are'} written.`;
  const isFromSource = error instanceof SourceFailure;
  if (signal.aborted && (error === signal.reason || isFromSource)) {
    return end('IMPORT_STOPPED', 'Stopped by its signal.', again, error);
  }
  if (error instanceof ConflictFailure) {
    const advice = written === 0 ? 'Nothing is written.' : again;
    return end(
      'IMPORT_CONFLICT',
      error.message,
      `${advice} Set the option "onConflict" to "replace" or "skip".`,
      undefined,
    );
  }
  if (isFromSource) return end('IMPORT_UNFINISHED', `${oneLine(error.cause)}.`, again, error.cause);
  if (!isStoreError(error) || error.code !== 'STORE_UNAVAILABLE') return error;
  return end('IMPORT_UNFINISHED', error.message, again, error);
}
