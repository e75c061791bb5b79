import { resolve } from 'node:path';
import type { StoreError } from '@location-records/core';
import { createRetry, isUnavailable } from '../../bulk/store-calls.ts';
import { isService, type RecordsTarget } from '../../command-line/target-flags.ts';
import { isLibraryError, UsageError } from '../../errors.ts';
import { describeFailure } from '../../failure.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { countedRecords } from '../../output/numbers.ts';
import { paintFor } from '../../output/paint.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeTarget, withTarget, writesAtOnceOf } from '../../records-target/with-target.ts';
import { type ImportReport, importText } from '../../report/import-text.ts';
import { isFileOf } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { createImportProgress } from './import-progress.ts';
import {
  continues,
  type ImportCounts,
  ImportError,
  type ImportOptions,
  importRecords,
  newCounts,
  type OnConflict,
} from './import-records.ts';
import { Reading } from './reading.ts';
import { openSource } from './records-source.ts';
import { remarkOn } from './remark.ts';
import { Remarks } from './remarks.ts';

/**
 * Imports the records of a file, and writes the report. Resolves to 0 when all records are in, to 1 when some were
 * refused, and to 128 + n after signal n.
 *
 * @throws {UsageError} when the file cannot be read twice, and has to be; when `--errors` would empty it or the store.
 * @throws {FormatError} when the file as a whole cannot be read.
 * @throws {ImportError} when there are conflicts that may not be, or the import could not be finished.
 * @throws {StoreError} when the target cannot be opened, or fails.
 */
export async function importFile(
  options: ImportCommandOptions,
  io: Io,
  jsonReport: JsonReport,
): Promise<number> {
  const { file, target, onConflict, dryRun = false, errors, json } = options;
  if (errors !== undefined) await checkErrorsFile(errors, file, target);
  return untilStopped(io, async ({ signal }) => {
    const source = await openSource(options, io.stdin);
    if (onConflict === 'fail' && !dryRun && !source.isRepeatable) {
      const message = `${source.name} can be read only once, and --on-conflict fail checks everything before it writes.`;
      throw new UsageError(message, 'Import a regular file, or use --on-conflict skip.');
    }
    await source.check();
    const progress = createImportProgress(io.stderr);
    const remarks = await Remarks.open(source.name, errors, io.stderr, progress.clear);
    const reading = new Reading(source, remarks);
    const counts = newCounts();
    const onOutage = (error: StoreError) => {
      progress.clear();
      const said = describeFailure(error).message.replace(/\.$/, '');
      io.stderr.write(`location-records: ${said}; retrying for about a minute.\n`);
    };
    const importOptions: ImportOptions = {
      onConflict,
      dryRun,
      signal,
      writesAtOnce: writesAtOnceOf(target),
      retry: createRetry(signal, onOutage),
      onProgress: (phase, records) => {
        const done = phase === 'checking' ? 'checked' : 'imported';
        progress.show({ done, records, bytes: reading.bytes, total: source.length });
      },
      ...remarksOf(onConflict, remarks),
    };
    const begin = performance.now();
    let isOpen = false;
    let isStopped = false;
    try {
      const opening = { signal, command: 'import', create: !dryRun, orEmpty: dryRun } as const;
      await withTarget(target, opening, (store) => {
        isOpen = true;
        return importRecords(() => reading.records(), store, counts, importOptions);
      });
    } catch (error) {
      progress.clear();
      if (!isOpen) throw error;
      if (!signal.aborted) throw describeEnd(error, counts, dryRun, io);
      isStopped = true;
    } finally {
      progress.clear();
      await remarks.end();
    }
    if (!isOpen) return 0;
    const { read, duplicates, ...outcomes } = counts;
    const report: ImportReport = {
      file: source.name,
      target: describeTarget(target),
      read: read + reading.refused,
      ...outcomes,
      refused: remarks.countOf('refused'),
      repeated: duplicates,
      doubtful: remarks.countOf('doubtful'),
      durationMs: Math.round(performance.now() - begin),
      ...(dryRun && { dryRun }),
      ...(isStopped && { stopped: true }),
    };
    if (json) await jsonReport.write(report);
    else await writeAll(io.stdout, importText(report, paintFor(io)));
    return report.refused > 0 ? 1 : 0;
  });
}

/** The file of `--errors` is emptied, which must not happen to what is imported or to the store. */
async function checkErrorsFile(errors: string, file: string, target: RecordsTarget): Promise<void> {
  const isImported = file !== '-' && (await isFileOf(errors, { scheme: 'sqlite', address: resolve(file) }));
  if (!isImported && (isService(target) || !(await isFileOf(errors, target)))) return;
  const what = isImported ? 'the file that is imported' : 'the store';
  throw new UsageError(`--errors names ${what}, which it would empty.`, 'Name another file with --errors.');
}

/** The calls of an import that keep a remark on a record. */
function remarksOf(
  onConflict: OnConflict,
  remarks: Remarks,
): Pick<ImportOptions, 'onDuplicate' | 'onSkipped' | 'onRefused'> {
  const repeated = `it came before in the file, and the ${onConflict === 'replace' ? 'last' : 'first'} one counts`;
  return {
    onDuplicate: (entry) => remarks.add(remarkOn(entry, 'repeated', repeated)),
    onSkipped: (entry, held) => {
      const holder = held ? 'the target' : 'the file before it';
      remarks.add(remarkOn(entry, 'skipped', `${holder} has it with another content`));
    },
    onRefused: (entry, error) => remarks.add(remarkOn(entry, 'refused', describeError(error))),
  };
}

/** The error that an import ends with. Says on stderr how many records are in when the file cannot be read further. */
function describeEnd(
  error: unknown,
  { read, created, replaced }: ImportCounts,
  dryRun: boolean,
  { stderr }: Io,
): unknown {
  const count = created + replaced;
  if (isUnavailable(error)) {
    const advice = continues(dryRun ? 0 : count);
    return new ImportError('IMPORT_UNFINISHED', `${error.message} ${advice}`, { cause: error });
  }
  if (read > 0 && isLibraryError(error, 'FileError', 'FormatError')) {
    const are = dryRun ? 'can be imported' : 'are imported; the same command continues with a mended file';
    stderr.write(`location-records: ${countedRecords(count)} before the fault ${are}.\n`);
  }
  return error;
}
