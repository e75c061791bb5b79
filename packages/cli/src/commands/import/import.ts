import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoreError } from '@location-records/core';
import type { ParsedEntry, ParsedRecord } from '@location-records/formats';
import { createProgress } from '../../bulk/progress.ts';
import { createRetry, isUnavailable, outageNotice } from '../../bulk/store-calls.ts';
import { isService, type RecordsTarget } from '../../command-line/target-flags.ts';
import { isLibraryError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration, formatNumber, formatRate } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeTarget, withTarget, writesAtOnceOf } from '../../records-target/with-target.ts';
import { isFileOf } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { continues, type ImportCounts, ImportError, importRecords, newCounts } from './import-records.ts';
import { Remarks, remarkOn } from './remarks.ts';

/** The report of an import. */
interface ImportReport extends Omit<ImportCounts, 'duplicates'> {
  readonly file: string;
  /** Where the records go, without a password. */
  readonly target: string;
  /** Their identifier came before in the file. They are counted as outcomes, too. */
  readonly repeated: number;
  /** Something is probably wrong with them. They are counted as outcomes, too. */
  readonly doubtful: number;
  readonly durationMs: number;
  /** Nothing was written. */
  readonly dryRun?: true;
  /** A signal ended it before everything was done. */
  readonly stopped?: true;
}

/**
 * Imports the records of a file, and writes the report. Resolves to 0 when all records are in, to 1 when some
 * were refused, and to 128 + n after signal n.
 *
 * @throws {UsageError} when the file cannot be read twice, and has to be; when `--errors` would empty it or
 * the store.
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
    // The beginning alone, so that a wrong name creates no store.
    if (source.isRepeatable) for await (const _ of source.open()) break;
    const progress = createProgress(io.stderr);
    const remarks = await Remarks.open(source.name, errors, io.stderr, progress.clear);
    const reading = createReading(source, remarks);
    const counts = newCounts();
    const onOutage = (error: StoreError) => {
      progress.clear();
      io.stderr.write(outageNotice(error));
    };
    const repeated = `it came before in the file, and the ${onConflict === 'replace' ? 'last' : 'first'} one counts`;
    const begin = performance.now();
    let isOpen = false;
    let isStopped = false;
    try {
      const opening = { signal, command: 'import', create: !dryRun, orEmpty: dryRun } as const;
      await withTarget(target, opening, (store) => {
        isOpen = true;
        return importRecords(() => reading.records(), store, counts, {
          onConflict,
          dryRun,
          signal,
          writesAtOnce: writesAtOnceOf(target),
          retry: createRetry(signal, onOutage),
          onProgress: (done, records) =>
            progress.show({ done, records, share: source.length && reading.bytes / source.length }),
          onDuplicate: (entry) => remarks.add(remarkOn(entry, 'repeated', repeated)),
          onSkipped: (entry, held) => {
            const holder = held ? 'the target' : 'the file before it';
            remarks.add(remarkOn(entry, 'skipped', `${holder} has it with another content`));
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

/** A file with records. */
interface RecordsSource {
  /** What it is called in lines about its records. */
  readonly name: string;
  /** Its length in bytes, if that is known. */
  readonly length: number | undefined;
  /** Whether it can be read a second time: stdin and pipes cannot. */
  readonly isRepeatable: boolean;
  /** Reads it from its beginning. What is not repeatable can be opened once. */
  open(): AsyncIterable<readonly ParsedEntry[]>;
}

/**
 * The file that is to be imported.
 *
 * @throws {UsageError} when a flag does not fit.
 */
async function openSource(options: ImportCommandOptions, stdin: Readable): Promise<RecordsSource> {
  const { file, layer, delimiter, idProperty, descriptionProperty, latitudeColumn, longitudeColumn } =
    options;
  const { properties, dropAltitude, strictCoordinates } = options;
  // Fields that are separated otherwise do not look like CSV.
  const format = options.format ?? (delimiter === undefined ? undefined : 'csv');
  const columns = { idProperty, descriptionProperty, latitudeColumn, longitudeColumn };
  const parsing = { ...columns, delimiter, properties, dropAltitude, strictCoordinates };
  if (file === '-') {
    if (format === 'gpkg') {
      throw new UsageError('A GeoPackage cannot be read from stdin.', 'Write it to a file, and import that.');
    }
    if (layer !== undefined) {
      throw new UsageError(
        '--layer is for a GeoPackage, which stdin cannot have.',
        'Name a file, or leave it out.',
      );
    }
    const { parseRecords } = await import('@location-records/formats');
    const open = () => parseRecords(stdin, { ...parsing, format });
    return { name: 'stdin', length: undefined, isRepeatable: false, open };
  }
  const { parseFile } = await import('@location-records/formats/files');
  const found = await stat(file).catch(() => undefined);
  return {
    name: basename(file),
    length: found?.isFile() ? found.size : undefined,
    // The error about a file that is missing, or a folder, comes from opening it.
    isRepeatable: found === undefined || found.isFile() || found.isDirectory(),
    open: () => parseFile(file, { ...parsing, format, layer }),
  };
}

/** The file while it is read. */
interface Reading {
  /** How much of the file is read. */
  bytes: number;
  /** How many records cannot be read. */
  refused: number;
  records(): AsyncGenerator<readonly ParsedRecord[], undefined>;
}

/** Passes the records of a source on, and keeps remarks on others the first time that they are read. */
function createReading(source: RecordsSource, remarks: Remarks): Reading {
  let isFirst = true;
  const look = (entry: ParsedEntry) => {
    if (!('record' in entry)) {
      reading.refused++;
      remarks.add({ kind: 'refused', ...entry });
    } else if (entry.doubt !== undefined) remarks.add(remarkOn(entry, 'doubtful', entry.doubt));
  };
  const reading: Reading = {
    bytes: 0,
    refused: 0,
    async *records() {
      const isLooking = isFirst;
      isFirst = false;
      reading.bytes = 0;
      for await (const entries of source.open()) {
        if (isLooking) for (const entry of entries) look(entry);
        reading.bytes = entries.at(-1)?.byte ?? reading.bytes;
        await remarks.flush();
        yield entries.filter((entry) => 'record' in entry);
      }
      return undefined;
    },
  };
  return reading;
}

/**
 * The error that an import ends with. Says on stderr how many records are in if the file cannot be read
 * further.
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
    return new ImportError('IMPORT_UNFINISHED', `${error.message} ${advice}`, { cause: error });
  }
  if (read > 0 && isLibraryError(error, 'FileError', 'FormatError')) {
    const are = dryRun ? 'can be imported' : 'are imported; the same command continues with a mended file';
    stderr.write(`location-records: ${counted(count, 'record')} before the fault ${are}.\n`);
  }
  return error;
}

/** The report as plain text: what became of the records, a line for each outcome. */
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
  const names = [
    'read',
    'created',
    'replaced',
    'unchanged',
    'skipped',
    'refused',
    'repeated',
    'doubtful',
  ] as const;
  const width = formatNumber(read).length;
  const lines = names
    .filter((name) => report[name] > 0 || always.includes(name))
    .map((name) => `  ${name.padEnd(10)} ${formatNumber(report[name]).padStart(width)}\n`);
  return `${title}\n${lines.join('')}`;
}
