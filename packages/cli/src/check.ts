import { type FileHandle, open } from 'node:fs/promises';
import { CheckError, type CheckReport, checkServer } from '@location-records/conformance/node';
import type { CheckCommandOptions, ReportFormat } from './check-options.ts';
import { checkProgressText } from './check-progress.ts';
import { describeError } from './describe-error.ts';
import type { Io } from './io.ts';
import { oneLine } from './one-line.ts';
import { createProgressLine } from './progress-line.ts';
import { junitReport } from './report/junit-report.ts';
import { paintFor } from './report/paint.ts';
import { textReport } from './report/text-report.ts';
import { untilStopped } from './until-stopped.ts';
import { UsageError } from './usage-error.ts';
import { writeAll } from './write-all.ts';

const hint = 'Run location-records check --help.';

/**
 * Checks a server and writes the report. Resolves to 0 when all that was run has passed, to 1 when something has
 * not or records could not be removed, to 2 when nothing could be checked, and to 128 + n when signal n ended it.
 *
 * @throws {UsageError} when the URL, a name or the file is wrong.
 */
export async function check(options: CheckCommandOptions, io: Io): Promise<number> {
  const { format, output, ...checked } = options;
  const file = output === undefined ? undefined : await openFile(output);
  const progress = createProgressLine(io.stderr, checkProgressText);
  try {
    return await untilStopped(io, async (signal) => {
      const report = await checkServer({ ...checked, signal, onProgress: progress.show });
      progress.clear();
      await writeReport(report, format, file, io);
      return exitCodeOf(report);
    });
  } catch (error) {
    progress.clear();
    if (!(error instanceof CheckError)) throw error;
    if (error.code !== 'CHECK_UNREACHABLE') throw new UsageError(oneLine(error.message), hint);
    await writeAll(io.stderr, `location-records: ${oneLine(error.message)}\n`);
    return 2;
  } finally {
    await file?.close();
  }
}

/** Before anything is checked, so that nobody waits in vain. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw new UsageError(`The file ${oneLine(path)} cannot be written (${describeError(error)}).`, hint);
  }
}

async function writeReport(
  report: CheckReport,
  format: ReportFormat,
  file: FileHandle | undefined,
  io: Io,
): Promise<void> {
  const formats = {
    text: () => textReport(report, paintFor(io)),
    json: () => `${JSON.stringify(report, undefined, 2)}\n`,
    junit: () => junitReport(report),
  };
  await file?.writeFile(formats[format]());
  await writeAll(io.stdout, formats[file ? 'text' : format]());
}

function exitCodeOf({ counts, cleaning }: CheckReport): number {
  if (counts.failed > 0 || cleaning.left.length > 0) return 1;
  return counts.passed > 0 ? 0 : 2;
}
