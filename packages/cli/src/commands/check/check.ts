import { CheckError, type CheckReport, checkServer } from '@location-records/conformance/node';
import { OptionError } from '@location-records/core';
import { UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import { failureReport, type JsonReport } from '../../output/json-report.ts';
import { openOutput } from '../../output/open-output.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createProgressLine, progressBar } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { CheckCommandOptions } from './check-command.ts';
import { checkText } from './check-text.ts';
import { junitReport } from './junit-report.ts';

const hint = 'Run location-records check --help.';

/**
 * Checks a server and writes the report. Resolves to 0 when every case that ran passed, to 1 when one failed
 * or records could not be removed, to 3 when the server could not be judged, and to 128 + n after signal n.
 *
 * @throws {UsageError} when the URL, a name or the file is wrong.
 */
export async function check(options: CheckCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const { json, junit, ...checked } = options;
  const isTextLeft = !json && junit !== '-';
  const progress = createProgressLine(io.stderr, ({ done, total }: { done: number; total: number }) => {
    return `${progressBar(done, total)} ${done}/${total}`;
  });
  return await untilStopped(io, async ({ signal }) => {
    try {
      const report = await checkServer({ ...checked, signal, onProgress: progress.show }).finally(
        progress.clear,
      );
      if (json) await jsonReport.write(report);
      if (isTextLeft) await writeAll(io.stdout, checkText(report, paintFor(io), io.stdout.columns));
      if (junit === '-') await writeAll(io.stdout, junitReport(report));
      else if (junit !== undefined) await writeJunit(junit, junitReport(report));
      return exitCodeOf(report);
    } catch (error) {
      const report = json ? jsonReport : undefined;
      if (!signal.aborted || error !== signal.reason) return await tell(error, io, report);
      return await tellFailure('STOPPED', 'Stopped before the server responded.', io, report);
    }
  });
}

/** Tells why nothing could be judged. */
async function tell(error: unknown, io: Io, jsonReport: JsonReport | undefined): Promise<number> {
  if (error instanceof OptionError && error.option === 'headers') {
    throw new UsageError(error.message.replace('The option "headers"', '--header'), hint);
  }
  if (!(error instanceof CheckError)) throw error;
  const message = printableLine(error.message);
  if (error.code === 'CHECK_URL' || error.code === 'CHECK_SELECTION') throw new UsageError(message, hint);
  return await tellFailure(error.code, message, io, jsonReport);
}

async function tellFailure(code: string, message: string, io: Io, report: JsonReport | undefined) {
  await writeAll(io.stderr, `location-records: ${message}\n`);
  await report?.write(failureReport({ code, message }));
  return 3;
}

async function writeJunit(path: string, text: string): Promise<void> {
  try {
    const file = await openOutput(path);
    await file.writeFile(text).finally(() => file.close());
  } catch (error) {
    throw new UsageError(
      `The file ${printableLine(path)} cannot be written (${describeError(error)}).`,
      hint,
    );
  }
}

function exitCodeOf({ passed, failed, leftBehind, stopped }: CheckReport): number {
  if (failed > 0 || (leftBehind?.length ?? 0) > 0) return 1;
  // What ended early proves nothing about the cases that were not run.
  return stopped === undefined && passed > 0 ? 0 : 3;
}
