import { resolve } from 'node:path';
import { createOutageRetry, isUnavailable } from '../../bulk/store-calls.ts';
import { isService, type RecordsTarget } from '../../command-line/target-flags.ts';
import { CommandError, isFileOrFormatError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration, formatNumber, formatRate } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { createRecordsProgress } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeTarget, withTarget, writesAtOnceOf } from '../../records-target/with-target.ts';
import { isFileOf } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { continues, type ImportCounts, importRecords, newCounts } from './import-records.ts';
import { openSource, SourceReader } from './import-source.ts';
import { Remarks, remarkOn } from './remarks.ts';

/** The report of an import. */
interface ImportReport extends Omit<ImportCounts, 'duplicates'> {
  readonly file: string;
  /** Where the records go, without a password. */
  readonly target: string;
  /** Their identifier came before in the file. They also have an outcome. */
  readonly repeated: number;
  /** Something is probably wrong with them. They also have an outcome. */
  readonly doubtful: number;
  readonly durationMs: number;
  /** Nothing was written. */
  readonly dryRun?: true;
  /** A signal ended it before everything was done. */
  readonly stopped?: true;
}

/**
 * Imports the records of a file, and writes the report. Resolves to 0 when all records are imported, to 1
 * when some were refused, and to 128 + n after signal n.
 *
 * @throws {UsageError} when the file would have to be read twice, and cannot; when `--errors` would empty it
 * or the store.
 * @throws {FormatError} when the file as a whole cannot be read.
 * @throws {CommandError} when there are conflicts with `fail`, or the import could not be finished.
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
    const source = await openSource(options, io.stdin, signal);
    if (onConflict === 'fail' && !dryRun && !source.isRepeatable) {
      const message = `${source.name} can be read only once, and --on-conflict fail checks everything before it writes.`;
      throw new UsageError(message, 'Import a regular file, or use --on-conflict skip.');
    }
    // The beginning alone, so that a wrong name creates no store.
    if (source.isRepeatable) for await (const _ of source.open()) break;
    const progress = createRecordsProgress(io.stderr);
    const { stderr } = io;
    const remarks = await Remarks.open({ file: source.name, errors, stderr, beforeLines: progress.clear });
    const reader = new SourceReader(source, remarks);
    const counts = newCounts();
    const repeated = `it came before in the file, and the ${onConflict === 'replace' ? 'last' : 'first'} one counts`;
    const begin = performance.now();
    let isOpen = false;
    let isStopped = false;
    try {
      const opening = { signal, command: 'import', create: !dryRun, orEmpty: dryRun } as const;
      await withTarget(target, opening, (store) => {
        isOpen = true;
        return importRecords(() => reader.records(), store, counts, {
          onConflict,
          dryRun,
          signal,
          writesAtOnce: writesAtOnceOf(target, store),
          retry: createOutageRetry(signal, stderr, progress.clear),
          onProgress: (done, records) =>
            progress.show({ done, records, share: source.length && reader.bytes / source.length }),
          onDuplicate: (entry) => remarks.add(remarkOn(entry, 'repeated', repeated)),
          onSkipped: (entry, held) => {
            const holder = held ? 'the target' : 'the file before it';
            remarks.add(remarkOn(entry, 'skipped', `${holder} has other content for it`));
          },
          onRefused: (entry, error) => remarks.add(remarkOn(entry, 'refused', describeError(error))),
        });
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
      read: read + reader.refused,
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

/**
 * Returns the error that an import ends with. Reports on stderr how many records are imported if the file
 * cannot be read further.
 */
function describeEnd(
  error: unknown,
  { read, created, replaced }: ImportCounts,
  dryRun: boolean,
  { stderr }: Io,
): unknown {
  const count = created + replaced;
  if (isUnavailable(error)) {
    const advice = continues(dryRun ? 0 : count);
    return new CommandError('IMPORT_UNFINISHED', `${error.message} ${advice}`, { cause: error });
  }
  if (read > 0 && isFileOrFormatError(error)) {
    const are = dryRun ? 'can be imported' : 'are imported; the same command continues with a corrected file';
    stderr.write(`location-records: ${counted(count, 'record')} before the fault ${are}.\n`);
  }
  return error;
}

const outcomes = [
  'read',
  'created',
  'replaced',
  'unchanged',
  'skipped',
  'refused',
  'repeated',
  'doubtful',
] as const;

/** Formats the report for people, with a line for each outcome. */
function importText(report: ImportReport, paint: Paint): string {
  const { file, target, read, refused, durationMs, dryRun, stopped } = report;
  const time = `(${formatDuration(durationMs)}${formatRate(read, durationMs)})`;
  const what = dryRun ? `Checked ${file}, and wrote nothing` : `Imported ${file}; the records are ${target}`;
  const done =
    refused === 0
      ? `${paint.good('✓')} ${what} ${time}`
      : `${paint.bad('✗')} ${what}, but some are refused ${time}`;
  const title = stopped ? paint.faint(`– Stopped; the same command continues ${time}`) : done;
  const always = ['read', 'created', 'replaced', 'unchanged', 'refused'];
  const width = formatNumber(read).length;
  const lines = outcomes
    .filter((name) => report[name] > 0 || always.includes(name))
    .map((name) => `  ${name.padEnd(10)} ${formatNumber(report[name]).padStart(width)}\n`);
  return `${title}\n${lines.join('')}`;
}
