import type { LocationRecord } from '@location-records/core';
import type { FormatName, TextFormat } from '@location-records/formats';
import { isService } from '../../command-line/target-flags.ts';
import { UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration, formatRate } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { escapeHiddenInLines, printableLine } from '../../output/printable-text.ts';
import { createRecordsProgress } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { type Feature, findFeatures } from '../../records-target/find-features.ts';
import { withTarget } from '../../records-target/with-target.ts';
import { isFileOf } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { ExportCommandOptions } from './export-command.ts';

/** The report of an export. */
interface ExportReport {
  /** The path of the file, or `stdout`. */
  readonly file: string;
  readonly format: FormatName;
  readonly records: number;
  /** How many of them are beyond ±90 or ±180 degrees. */
  readonly beyondRange: number;
  readonly durationMs: number;
}

type Batches = AsyncIterable<readonly LocationRecord[]>;

/**
 * Exports records to a file or to stdout, and writes the report: to stderr when the records go to stdout.
 * Resolves to 0, or to 128 + n after signal n.
 *
 * @throws {UsageError} when the name of the file does not tell the format, when the format cannot go to
 * stdout, or when the file is the store.
 * @throws {FileError} when the file cannot be written.
 * @throws {StoreError} when the source cannot be opened, or fails.
 */
export async function exportFile(
  options: ExportCommandOptions,
  io: Io,
  jsonReport: JsonReport,
): Promise<number> {
  const { file, source, json } = options;
  if (file !== '-' && !isService(source) && (await isFileOf(file, source))) {
    throw new UsageError(`${printableLine(file)} is the file of the store.`, 'Name another file.');
  }
  const isStdout = file === '-';
  return untilStopped(io, async ({ signal }) => {
    const format = await formatOf(options);
    const counts = { records: 0, beyondRange: 0 };
    const progress = createRecordsProgress(io.stderr);
    // Records on the same terminal would run into the progress.
    const show = isStdout && io.stdout.isTTY ? () => {} : progress.show;
    const begin = performance.now();
    let isWhole = false;
    try {
      await withRecords(options, signal, io, async (batches) => {
        isWhole = await write(file, format, counting(batches, counts, show), signal, io);
      });
    } catch (error) {
      if (isWhole || !signal.aborted) throw error;
    } finally {
      progress.clear();
    }
    if (!isWhole) {
      const left = isStdout ? 'the output is not complete' : `${printableLine(file)} is as it was`;
      if (signal.aborted) await writeAll(io.stderr, `location-records: stopped; ${left}\n`, 'stderr');
      // Otherwise the reader of stdout has left.
      return 0;
    }
    const durationMs = Math.round(performance.now() - begin);
    const report: ExportReport = { file: isStdout ? 'stdout' : file, format, ...counts, durationMs };
    const output = isStdout ? io.stderr : io.stdout;
    if (json) await jsonReport.write(report);
    else await writeAll(output, exportText(report, paintFor({ ...io, stdout: output })));
    return 0;
  });
}

/** Returns the format that is asked for, or that the name of the file tells. */
async function formatOf({ file, format }: ExportCommandOptions): Promise<FormatName> {
  if (file === '-' && format === 'gpkg') {
    throw new UsageError('A GeoPackage cannot be written to stdout.', 'Name a file instead of -.');
  }
  if (format) return format;
  if (file === '-') return 'geojson';
  const { findFormat } = await import('@location-records/formats');
  const told = findFormat(file);
  if (told) return told;
  throw new UsageError(
    'The name of the file does not tell its format; name one with --format.',
    'Run location-records export --help.',
  );
}

/** Passes the records to `act`, unless the signal comes before their source is open. */
async function withRecords(
  { source, bbox, near, radius }: ExportCommandOptions,
  signal: AbortSignal,
  { stderr }: Io,
  act: (batches: Batches) => Promise<void>,
): Promise<void> {
  if (bbox === undefined && near === undefined) {
    return withTarget(source, { signal, command: 'export', readOnly: true }, (store) => {
      // The next batch may be long in coming. A closed store ends its lists at once.
      signal.addEventListener('abort', () => void store.close().catch(() => {}), { once: true });
      return act(store.list());
    });
  }
  const onScan = (notice: string) => void stderr.write(notice);
  await act(batchesOf(findFeatures(source, { bbox, near, radius }, { command: 'export', signal, onScan })));
}

async function* batchesOf(features: AsyncIterable<Feature>): AsyncGenerator<readonly LocationRecord[]> {
  let batch: LocationRecord[] = [];
  for await (const { id, geometry, properties } of features) {
    const [longitude, latitude] = geometry.coordinates;
    const { description } = properties;
    batch.push([
      id,
      { ...(description !== undefined && { description }), coordinates: { latitude, longitude } },
    ]);
    if (batch.length < 256) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Passes records on, and counts them. */
async function* counting(
  batches: Batches,
  counts: { records: number; beyondRange: number },
  show: ReturnType<typeof createRecordsProgress>['show'],
): AsyncGenerator<readonly LocationRecord[]> {
  for await (const batch of batches) {
    counts.records += batch.length;
    for (const [, { coordinates }] of batch) {
      if (Math.abs(coordinates.latitude) > 90 || Math.abs(coordinates.longitude) > 180) counts.beyondRange++;
    }
    show({ done: 'exported', records: counts.records });
    yield batch;
  }
}

/** Resolves to whether everything is written: the reader of stdout may leave, as behind `| head`. */
async function write(
  file: string,
  format: FormatName,
  batches: Batches,
  signal: AbortSignal,
  { stdout }: Io,
): Promise<boolean> {
  if (file !== '-') {
    const { writeRecords } = await import('@location-records/formats/files');
    await writeRecords(file, batches, { format, signal });
    return true;
  }
  const { stringifyRecords } = await import('@location-records/formats');
  for await (const text of stringifyRecords(batches, { format: format as TextFormat })) {
    signal.throwIfAborted();
    if (!(await writeAll(stdout, stdout.isTTY ? escapeHiddenInLines(text) : text))) return false;
  }
  return true;
}

function exportText({ file, format, records, beyondRange, durationMs }: ExportReport, paint: Paint): string {
  const time = `(${formatDuration(durationMs)}${formatRate(records, durationMs)})`;
  const name = printableLine(file);
  const line = `${paint.good('✓')} Exported ${counted(records, 'record')} to ${name} as ${format} ${time}\n`;
  if (beyondRange === 0) return line;
  const far = `${counted(beyondRange, 'record')} ${beyondRange === 1 ? 'is' : 'are'} beyond ±90 or ±180 degrees`;
  return `${line}${paint.warning(`– ${far}, which other programs may refuse or move`)}\n`;
}
