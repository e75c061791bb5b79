import { resolve } from 'node:path';
import type { LocationStore } from '@location-records/core';
import type { ParsedRecord } from '@location-records/formats';
import {
  ImportError,
  type ImportOptions,
  type ImportResult,
  importRecords,
  type OnConflict,
} from '@location-records/stores/import';
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
import { createHeapLimit } from './heap-limit.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { createImportProgress } from './import-progress.ts';
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
    const limitHeap = createHeapLimit();
    const importOptions: ImportOptions<ParsedRecord> = {
      onConflict,
      dryRun,
      signal,
      maxWrites: writesAtOnceOf(target),
      onOutage: (error) => {
        progress.clear();
        const said = describeFailure(error).message.replace(/\.$/, '');
        io.stderr.write(`location-records: ${said}; retrying for about a minute.\n`);
      },
      onProgress: ({ phase, records }) => {
        limitHeap();
        const done = phase === 'checking' ? 'checked' : 'imported';
        progress.show({ done, records, bytes: reading.bytes, total: source.length });
      },
      ...remarksOf(onConflict, remarks),
    };
    let result: ImportResult | undefined;
    let isStopped = false;
    try {
      const opening = { signal, command: 'import', create: !dryRun, orEmpty: dryRun } as const;
      const importInto = (store: LocationStore) =>
        importRecords(() => reading.records(), store, importOptions);
      result = await withTarget(target, opening, importInto);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      if (isLibraryError(error.cause, 'FileError', 'FormatError')) {
        if (error.imported.read > 0) sayHowFar(error.imported, dryRun, io, progress);
        throw error.cause;
      }
      if (error.code !== 'IMPORT_STOPPED') throw error;
      [result, isStopped] = [error.imported, true];
    } finally {
      progress.clear();
      await remarks.end();
    }
    if (!result) return 0;
    const report: ImportReport = {
      file: source.name,
      target: describeTarget(target),
      read: result.read + reading.refused,
      created: result.created,
      replaced: result.replaced,
      unchanged: result.unchanged,
      skipped: result.skipped,
      refused: remarks.countOf('refused'),
      repeated: result.duplicates,
      doubtful: remarks.countOf('doubtful'),
      durationMs: result.durationMs,
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
function remarksOf(onConflict: OnConflict, remarks: Remarks): ImportOptions<ParsedRecord> {
  const repeated = `it came before in the file, and the ${onConflict === 'replace' ? 'last' : 'first'} one counts`;
  return {
    onDuplicate: (entry) => remarks.add(remarkOn(entry, 'repeated', repeated)),
    onConflictFound: (entry, existing) => {
      const holder = existing ? 'the target' : 'the file before it';
      remarks.add(remarkOn(entry, 'skipped', `${holder} has it with another content`));
    },
    onRefused: (entry, error) => remarks.add(remarkOn(entry, 'refused', describeError(error))),
  };
}

/** Says on stderr how many records are in when the rest of the file cannot be read. */
function sayHowFar(
  { created, replaced }: ImportResult,
  dryRun: boolean,
  { stderr }: Io,
  progress: { clear(): void },
): void {
  progress.clear();
  const before = `${countedRecords(created + replaced)} before the fault`;
  const are = dryRun ? 'can be imported' : 'are imported; the same command continues with a mended file';
  stderr.write(`location-records: ${before} ${are}.\n`);
}
