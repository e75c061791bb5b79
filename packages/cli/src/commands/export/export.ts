import type { LocationRecord } from '@location-records/core';
import type { FormatName, TextFormat } from '@location-records/formats';
import { isService } from '../../command-line/target-flags.ts';
import { UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { countedRecords, formatRate } from '../../output/numbers.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createProgressLine } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { type ExportReport, exportText } from '../../report/export-text.ts';
import { isFileOf } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { ExportCommandOptions } from './export-command.ts';
import { withRecords } from './exported-records.ts';

const helpHint = 'Run location-records export --help.';

/** The minimum time between two updates of the progress, in milliseconds. */
const interval = 100;

/**
 * Exports records to a file or to stdout, and writes the report: to stderr when the records go to stdout. Resolves to 0,
 * or to 128 + n after signal n.
 *
 * @throws {UsageError} when the format cannot be told from the name of the file, or cannot go to stdout;
 * when the file is one of the store.
 * @throws {FileError} when the file cannot be written.
 * @throws {StoreError} when the source cannot be opened, or fails.
 */
export async function exportFile(
  options: ExportCommandOptions,
  io: Io,
  jsonReport: JsonReport,
): Promise<number> {
  const { file, source, json } = options;
  if (file === '-' && json) throw new UsageError('--json has no room beside records on stdout.', helpHint);
  if (file !== '-' && !isService(source) && (await isFileOf(file, source))) {
    throw new UsageError(
      `${printableLine(file)} is a file of the store, which the export would replace.`,
      'Name another file.',
    );
  }
  return untilStopped(io, async ({ signal }) => {
    const format = await formatOf(options);
    const counting = new Counting(io, file === '-');
    // Before a signal, if any.
    let isWhole = false;
    try {
      const begin = performance.now();
      await withRecords(options, signal, io.stderr, async (batches) => {
        isWhole = await write(file, format, counting.count(batches), signal, io);
      });
      if (!isWhole && signal.aborted) return await stop(file, io);
      // The reader of stdout is gone.
      if (!isWhole) return 0;
      const report: ExportReport = {
        file: file === '-' ? 'stdout' : file,
        format,
        records: counting.records,
        beyondRange: counting.beyondRange,
        durationMs: Math.round(performance.now() - begin),
      };
      counting.end();
      const output = file === '-' ? io.stderr : io.stdout;
      if (json) await jsonReport.write(report);
      else await writeAll(output, exportText(report, paintFor({ ...io, stdout: output })));
      return 0;
    } catch (error) {
      if (!isWhole && signal.aborted) return await stop(file, io);
      throw error;
    } finally {
      counting.end();
    }
  });
}

/** Says what a signal has left. Resolves to 0, which becomes 128 + n. */
async function stop(file: string, { stderr }: Io): Promise<number> {
  const left = file === '-' ? 'the output is not whole' : `${printableLine(file)} is as it was`;
  await writeAll(stderr, `location-records: stopped; ${left}\n`, 'stderr');
  return 0;
}

/** The format that is asked for, or that the name of the file tells. */
async function formatOf({ file, format }: ExportCommandOptions): Promise<FormatName> {
  if (file === '-' && format === 'gpkg') {
    throw new UsageError('A GeoPackage cannot be written to stdout.', 'Name a file instead of -.');
  }
  if (format) return format;
  if (file === '-') return 'geojson';
  const { formatOfFile } = await import('@location-records/formats');
  const told = formatOfFile(file);
  if (told) return told;
  throw new UsageError('The name of the file does not tell its format; name one with --format.', helpHint);
}

/** Resolves to whether all of it is written: the reader of stdout may be gone, as behind `| head`. */
async function write(
  file: string,
  format: FormatName,
  batches: AsyncIterable<readonly LocationRecord[]>,
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
    if (!(await writeAll(stdout, text))) return false;
  }
  return true;
}

/** Counts the records that pass, and shows how many there are on a terminal. */
class Counting {
  readonly #line;
  #isShown: boolean;
  #shown = performance.now();
  /** How many have passed. */
  records = 0;
  /** How many of them are beyond ±90 and ±180 degrees. */
  beyondRange = 0;

  constructor({ stdout, stderr }: Io, isOnStdout: boolean) {
    const begin = performance.now();
    // Records on the same terminal would run into the progress.
    this.#isShown = !(isOnStdout && stdout.isTTY);
    this.#line = createProgressLine(stderr, (records: number) => {
      const rate = formatRate(records, performance.now() - begin);
      return `${countedRecords(records)} exported${rate === undefined ? '' : `, ${rate}/s`}`;
    });
  }

  async *count(
    batches: AsyncIterable<readonly LocationRecord[]>,
  ): AsyncGenerator<readonly LocationRecord[], undefined> {
    for await (const batch of batches) {
      this.records += batch.length;
      for (const [, { coordinates }] of batch) {
        if (Math.abs(coordinates.latitude) > 90 || Math.abs(coordinates.longitude) > 180) this.beyondRange++;
      }
      const time = performance.now();
      if (this.#isShown && time - this.#shown >= interval) {
        this.#shown = time;
        this.#line.show(this.records);
      }
      yield batch;
    }
  }

  /** Takes the progress off the terminal. The source may still be asked for records once. */
  end(): void {
    this.#isShown = false;
    this.#line.clear();
  }
}
