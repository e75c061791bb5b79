import type { LocationStore } from '@location-records/core';
import { createOutageRetry, isUnavailable } from '../../bulk/store-calls.ts';
import { CommandError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted } from '../../output/numbers.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createRecordsProgress } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import {
  describeTarget,
  isSameTarget,
  withTarget,
  writesAtOnceOf,
} from '../../records-target/with-target.ts';
import { untilStopped } from '../../until-stopped.ts';
import { compareWithTarget } from './compare-stores.ts';
import type { CopyCommandOptions } from './copy-command.ts';
import { type CopyCounts, type CopyTools, copyRecords, readSource } from './copy-records.ts';
import { type CopyOutcome, copyText } from './copy-text.ts';

/**
 * Copies one store to another, or compares them, and writes the report. Resolves to 0 when the target holds
 * the right records, to 1 when it does not, and to 128 + n after signal n.
 *
 * @throws {UsageError} when both are the same store.
 * @throws {CommandError} when the target has other records, or the copy could not be finished.
 * @throws {StoreError} when a store cannot be opened, or is damaged.
 */
export async function copy(options: CopyCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const { source, target, verifyOnly, json } = options;
  if (await isSameTarget(source, target)) {
    const message = `The source is the target: the records are ${printableLine(describeTarget(source))}.`;
    throw new UsageError(message, 'Run location-records copy --help.');
  }
  const progress = createRecordsProgress(io.stderr);
  return untilStopped(io, async ({ signal }) => {
    const opening = { signal, command: 'copy' } as const;
    const retry = createOutageRetry(signal, io.stderr, progress.clear);
    const tools = { signal, retry, onProgress: progress.show };
    const result = await withTarget(source, { ...opening, readOnly: true }, (from) =>
      withTarget(target, { ...opening, readOnly: verifyOnly === true }, (to) =>
        run(from, to, options, { ...tools, writesAtOnce: writesAtOnceOf(target, to) }).finally(
          progress.clear,
        ),
      ),
    );
    const report = {
      source: describeTarget(source),
      target: describeTarget(target),
      ...(result ?? { stopped: true as const }),
    };
    if (json) await jsonReport.write(report);
    else if (result) await writeAll(io.stdout, copyText(report, paintFor(io)));
    return result?.verification?.agrees === false ? 1 : 0;
  });
}

/** Copies and compares the records as far as the options ask for it, until the signal is aborted. */
async function run(
  source: LocationStore,
  target: LocationStore,
  { overwrite = false, verify, verifyOnly }: CopyCommandOptions,
  tools: CopyTools,
): Promise<CopyOutcome> {
  const counts: CopyCounts = { created: 0, replaced: 0, present: 0 };
  const begin = performance.now();
  let copied: CopyOutcome['copied'];
  const finish = () => ({ ...counts, durationMs: Math.round(performance.now() - begin) });
  try {
    if (verifyOnly) {
      const read = await readSource(source, tools);
      return { verification: await compareWithTarget(source, target, read, false, tools) };
    }
    const read = await copyRecords(source, target, overwrite, counts, tools);
    copied = finish();
    if (!verify) return { copied };
    return { copied, verification: await compareWithTarget(source, target, read, overwrite, tools) };
  } catch (error) {
    if (tools.signal.aborted) return { ...(!verifyOnly && { copied: copied ?? finish() }), stopped: true };
    if (!isUnavailable(error)) throw error;
    const written = counts.created + counts.replaced;
    const advice = verifyOnly
      ? 'Compare the stores again.'
      : `Copying again continues; ${counted(written, 'record')} ${written === 1 ? 'is' : 'are'} written.`;
    throw new CommandError('COPY_UNFINISHED', `${error.message} ${advice}`, { cause: error });
  }
}
