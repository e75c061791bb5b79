import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  CheckError,
  type CheckOptions,
  type CheckProgress,
  type CheckReport,
  checkServer,
  type ListedCase,
  listCases,
  type PlanOptions,
} from '@location-records/conformance/node';
import { OptionError } from '@location-records/core';
import { RefusedError, ServiceError, UsageError } from '../../errors.ts';
import { describeFailure } from '../../failure.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import { failureReport, type JsonReport, jsonText } from '../../output/json-report.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createProgressLine, progressBar } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { caseListText, textReport } from '../../report/check-text.ts';
import { junitReport } from '../../report/junit-report.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { CheckCommandOptions, ReportFormat } from './check-command.ts';

const hint = 'Run location-records check --help.';

/**
 * Checks a server and writes the report. Resolves to 0 when every case that ran passed, to 1 when a case failed or records
 * could not be removed, to 2 when every case was left out, and to 128 + n after signal n.
 *
 * @throws {UsageError} when the URL, a name or the file is wrong.
 * @throws {ServiceError} when the server does not respond.
 * @throws {RefusedError} when the server wants another token.
 */
export async function check(options: CheckCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const { format, output, list, ...checked } = options;
  if (list) return await writeList(checked, format, io, jsonReport);
  if (output !== undefined) await expectWritable(output);
  const progress = createProgressLine(io.stderr, checkProgressText);
  return await untilStopped(io, async ({ signal }) => {
    const report = await checkServer({ ...checked, signal, onProgress: progress.show })
      .catch(async (error: unknown) => {
        const told = toldError(error);
        // An earlier report in the file would be taken for the report of this check.
        if (output !== undefined && format === 'json') {
          await writeReport(output, jsonText(failureReport(describeFailure(told))));
        }
        throw told;
      })
      .finally(progress.clear);
    if (output === undefined && format === 'json') await jsonReport.write(report);
    else await writeAll(io.stdout, reportText(report, output === undefined ? format : 'text', io));
    if (output !== undefined) await writeReport(output, reportText(report, format, io));
    return exitCodeOf(report);
  });
}

/** Writes the selected cases, one a line, or as JSON. */
async function writeList(
  { only, skip, specOnly, level }: CheckOptions,
  format: ReportFormat,
  io: Io,
  jsonReport: JsonReport,
): Promise<number> {
  const cases = listed({ only, skip, specOnly, level });
  if (format === 'json') await jsonReport.write({ cases });
  else await writeAll(io.stdout, caseListText(cases));
  return 0;
}

function listed(options: PlanOptions): readonly ListedCase[] {
  try {
    return listCases(options);
  } catch (error) {
    throw toldError(error);
  }
}

/** Fails before the check, so that the user does not wait in vain. An earlier report stays until there is a new one. */
async function expectWritable(path: string): Promise<void> {
  try {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => undefined,
    );
    if (isFolder) throw new Error('it is a folder');
    await access(isFolder === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): UsageError {
  return new UsageError(`The file ${printableLine(path)} cannot be written (${describeError(error)}).`, hint);
}

function toldError(error: unknown): unknown {
  if (error instanceof OptionError && error.option === 'headers') {
    return new UsageError(error.message.replace('The option "headers"', '--header'), hint);
  }
  if (!(error instanceof CheckError)) return error;
  const message = printableLine(error.message);
  if (error.code === 'CHECK_UNAUTHORIZED') return new RefusedError(error.code, message);
  return error.code === 'CHECK_UNREACHABLE'
    ? new ServiceError(error.code, message)
    : new UsageError(message, hint);
}

function reportText(report: CheckReport, format: ReportFormat, io: Io): string {
  if (format === 'json') return jsonText(report);
  return format === 'junit' ? junitReport(report) : textReport(report, paintFor(io));
}

function exitCodeOf({ counts, cleanup, stopped }: CheckReport): number {
  if (counts.failed > 0 || cleanup.left.length > 0) return 1;
  // What ended early proves nothing about the cases that were not run.
  if (stopped !== undefined) return 1;
  return counts.passed > 0 ? 0 : 2;
}

/** The progress of a check, in one line. */
export function checkProgressText({ done, total, failed, id = '' }: CheckProgress): string {
  return `${progressBar(done, total)} ${done}/${total}${failed > 0 ? `, ${failed} broken` : ''} ${id}`;
}
