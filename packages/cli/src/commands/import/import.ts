import { basename, resolve } from 'node:path';
import type { LocationRecord, LocationStore } from '@location-records/core';
import type { InspectionFault } from '@location-records/formats';
import { createOutageRetry, isUnavailable } from '../../bulk/store-calls.ts';
import { isService, type RecordsTarget } from '../../command-line/target-flags.ts';
import { type Understood, understoodOf, understoodText } from '../../data-file/describe-inspection.ts';
import { faultError, withCommands } from '../../data-file/fault-error.ts';
import { CommandError, isFileOrFormatError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration, formatNumber, formatRate } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createRecordsProgress } from '../../output/progress-line.ts';
import { recordsTable, type TableRow } from '../../output/records-table.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeTarget, withTarget, writesAtOnceOf } from '../../records-target/with-target.ts';
import { isFileOf } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { continues, type ImportCounts, importRecords, newCounts, type OnConflict } from './import-records.ts';
import { type ImportSource, openSource, SourceReader } from './import-source.ts';
import { Remarks, remarkOn } from './remarks.ts';

/** The report of an import. */
interface ImportReport extends Omit<ImportCounts, 'duplicates'> {
  readonly file: string;
  /** Where the records go, without a password. */
  readonly target: string;
  /** What is understood of the file. Absent with `--strict`. */
  readonly understood?: Understood | undefined;
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
 * when nothing came in or some were refused, and to 128 + n after signal n.
 *
 * @param argv the command line, for commands that mend what is wrong.
 * @throws {UsageError} when flags do not fit to the file; when `--errors` would empty it or the store.
 * @throws {FormatError} when the file as a whole cannot be read.
 * @throws {CommandError} when something has to be chosen, there are conflicts with `fail`, or the import
 * could not be finished.
 * @throws {StoreError} when the target cannot be opened, or fails.
 */
export async function importFile(
  options: ImportCommandOptions,
  io: Io,
  jsonReport: JsonReport,
  argv: readonly string[],
): Promise<number> {
  const { file, target, errors } = options;
  if (errors !== undefined) await checkErrorsFile(errors, file, target);
  const name = file === '-' ? 'stdin' : basename(file);
  const remarks = await Remarks.open({ file: name, errors });
  return untilStopped(io, async ({ signal }) => {
    const progress = createRecordsProgress(io.stderr);
    const onReading = (share: number | undefined) =>
      progress.show({ done: `reading ${printableLine(name)}`, share });
    let source: ImportSource | undefined;
    try {
      source = await openSource(options, { name, stdin: io.stdin, signal, onReading });
      progress.clear();
      await introduce(source, options, io, argv);
      return await importSource(source, options, { io, jsonReport, progress, remarks, signal });
    } catch (error) {
      if (source !== undefined) throw error;
      if (signal.aborted) return 0;
      throw withCommands(error, argv);
    } finally {
      progress.clear();
      await source?.close();
      await remarks.close();
    }
  });
}

/**
 * Says what is understood of a file.
 *
 * @throws {UsageError} when it would have to be read twice, and cannot.
 * @throws {CommandError} when something has to be chosen.
 */
async function introduce(
  { name, isRepeatable, inspection }: ImportSource,
  { onConflict, dryRun = false }: ImportCommandOptions,
  io: Io,
  argv: readonly string[],
): Promise<void> {
  if (onConflict === 'fail' && !dryRun && !isRepeatable) {
    const message = `${name} can be read only once, and --on-conflict fail checks everything before it writes.`;
    throw new UsageError(message, 'Import a regular file, leave out --strict, or use --on-conflict skip.');
  }
  if (inspection === undefined) return;
  await writeAll(io.stderr, understoodText(name, inspection), 'stderr');
  if (inspection.fault) throw faultError(name, fitting(inspection.fault, onConflict), argv);
  const records = inspection.preview.flatMap((entry) => ('record' in entry ? [rowOf(entry.record)] : []));
  if (!dryRun || records.length === 0) return;
  const table = recordsTable(records, io.stderr.columns || 80, paintFor({ stdout: io.stderr, env: io.env }));
  await writeAll(io.stderr, `${table.join('\n')}\n`, 'stderr');
}

/** Leaves out a remedy that does not fit to `--on-conflict`. */
function fitting({ message, remedies }: InspectionFault, onConflict: OnConflict): InspectionFault {
  const isFitting = ({ options }: InspectionFault['remedies'][number]) =>
    onConflict === 'replace' || options.duplicates !== 'last';
  return { message, remedies: remedies.filter(isFitting) };
}

function rowOf([id, { description, coordinates }]: LocationRecord): TableRow {
  return { id, description, ...coordinates };
}

/** What an import of an open file needs of the command. */
interface Importing {
  readonly io: Io;
  readonly jsonReport: JsonReport;
  readonly progress: ReturnType<typeof createRecordsProgress>;
  readonly remarks: Remarks;
  readonly signal: AbortSignal;
}

async function importSource(
  source: ImportSource,
  options: ImportCommandOptions,
  { io, jsonReport, progress, remarks, signal }: Importing,
): Promise<number> {
  const { target, onConflict, dryRun = false, json } = options;
  const reader = new SourceReader(source, remarks);
  const counts = newCounts();
  const repeated = `it came before in the file, and the ${onConflict === 'replace' ? 'last' : 'first'} one counts`;
  const begin = performance.now();
  let [hasRecords, isOpen, isStopped] = [false, false, false];
  try {
    hasRecords = await reader.begin();
    const opening = { signal, command: 'import', create: !dryRun, orEmpty: dryRun } as const;
    const importInto = async (store: LocationStore) => {
      isOpen = true;
      await importRecords(() => reader.records(), store, counts, {
        onConflict,
        dryRun,
        mayRepeat: source.mayRepeat,
        signal,
        writesAtOnce: writesAtOnceOf(target, store),
        retry: createOutageRetry(signal, io.stderr, progress.clear),
        onProgress: (done, records) =>
          progress.show({ done, records, share: source.length && reader.bytes / source.length }),
        onDuplicate: (entry) => remarks.add(remarkOn(entry, 'repeated', repeated)),
        onSkipped: (entry, held) => {
          const holder = held ? 'the target' : 'the file before it';
          remarks.add(remarkOn(entry, 'skipped', `${holder} has other content for it`));
        },
        onRefused: (entry, error) => remarks.add(remarkOn(entry, 'refused', describeError(error))),
      });
    };
    // Without a record, no store is created.
    if (hasRecords) await withTarget(target, opening, importInto);
  } catch (error) {
    progress.clear();
    if (!signal.aborted) throw isOpen ? describeEnd(error, counts, dryRun, io) : error;
    isStopped = true;
  } finally {
    progress.clear();
    await reader.close();
    await remarks.end(io.stderr, source.inspection?.format);
  }
  // A signal came before anything was done.
  if (!isOpen && (hasRecords || isStopped)) return 0;
  const { read, duplicates, ...outcomes } = counts;
  const report: ImportReport = {
    file: source.name,
    target: describeTarget(target),
    understood: source.inspection && understoodOf(source.inspection),
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
  return isEmptyHanded(report) || report.refused > 0 ? 1 : 0;
}

/** Whether no record came in, not even an earlier time. */
function isEmptyHanded({ read, refused }: ImportReport): boolean {
  return read === refused;
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
    const are = count === 1 ? 'is' : 'are';
    const what = dryRun
      ? 'can be imported'
      : `${are} imported; the same command continues with a corrected file`;
    stderr.write(`location-records: ${counted(count, 'record')} before the fault ${what}.\n`);
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
  const { read, durationMs } = report;
  const time = `(${formatDuration(durationMs)}${formatRate(read, durationMs)})`;
  const always = ['read', 'created', 'replaced', 'unchanged', 'refused'];
  const width = formatNumber(read).length;
  const lines = outcomes
    .filter((name) => report[name] > 0 || always.includes(name))
    .map((name) => `  ${name.padEnd(10)} ${formatNumber(report[name]).padStart(width)}\n`);
  return `${titleOf(report, paint)} ${time}\n${lines.join('')}`;
}

function titleOf(report: ImportReport, paint: Paint): string {
  const { target, read, refused, dryRun, stopped } = report;
  const file = printableLine(report.file);
  if (stopped) return paint.faint('– Stopped; the same command continues');
  if (read === 0) return `${paint.bad('✗')} Nothing is imported: ${file} has no records`;
  if (isEmptyHanded(report))
    return `${paint.bad('✗')} Nothing is imported: all records of ${file} are refused`;
  const what = dryRun ? `Checked ${file}, and wrote nothing` : `Imported ${file}; the records are ${target}`;
  return refused === 0 ? `${paint.good('✓')} ${what}` : `${paint.bad('✗')} ${what}, but some are refused`;
}
