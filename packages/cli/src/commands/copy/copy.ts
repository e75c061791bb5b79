import type { LocationStore } from '@location-records/core';
import { type CompareOptions, CopyError, compareStores, copyStore } from '@location-records/stores/copy';
import { UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { type CopyOutcome, type CopyReport, copyText } from '../../report/copy-text.ts';
import { describeStore, isSameStore, writesAtOnceOf } from '../../store-urls/store-urls.ts';
import { withStore } from '../../store-urls/with-store.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { CopyCommandOptions } from './copy-command.ts';
import { createCopyProgress } from './copy-progress.ts';

/**
 * Copies one store to another, or compares them, and writes the report. Resolves to 0 when the target holds the right
 * records, to 1 when it does not, and to 128 + n after signal n.
 *
 * @throws {UsageError} when both are the same store.
 * @throws {CopyError} when the target has other records, or the copy could not be finished.
 * @throws {StoreError} when a store cannot be opened, or is damaged.
 */
export async function copy(options: CopyCommandOptions, io: Io, jsonReport: JsonReport): Promise<number> {
  const { source, target, overwrite, verify, verifyOnly, json } = options;
  if (await isSameStore(source, target)) {
    const message = `The source is the target: the records are ${printableLine(describeStore(source))}.`;
    throw new UsageError(message, 'Run location-records copy --help.');
  }
  const progress = createCopyProgress(io.stderr);
  const onOutage = (error: Error) => {
    progress.clear();
    const said = describeError(error).replace(/\.$/, '');
    io.stderr.write(`location-records: ${said}; retrying for about a minute.\n`);
  };
  const run = async (
    from: LocationStore,
    to: LocationStore,
    common: CompareOptions,
  ): Promise<CopyOutcome> => {
    try {
      if (verifyOnly) return { verification: await compareStores(from, to, common) };
      const count = io.stderr.isTTY === true;
      const maxWrites = writesAtOnceOf(target);
      return await copyStore(from, to, { overwrite, verify, count, maxWrites, ...common });
    } catch (error) {
      if (!(error instanceof CopyError) || error.code !== 'COPY_STOPPED') throw error;
      return { ...(error.copied && { copied: error.copied }), stopped: true };
    }
  };
  return untilStopped(io, async ({ signal }) => {
    const opening = { signal, command: 'copy' } as const;
    const result = await withStore(source, { ...opening, create: false }, (from) =>
      withStore(target, { ...opening, create: verifyOnly !== true }, (to) =>
        run(from, to, { signal, onOutage, onProgress: progress.show }).finally(progress.clear),
      ),
    );
    const isOpen = result !== undefined;
    const report: CopyReport = {
      source: describeStore(source),
      target: describeStore(target),
      ...(isOpen ? result : { stopped: true }),
    };
    if (json) await jsonReport.write(report);
    else if (isOpen) await writeAll(io.stdout, copyText(report, paintFor(io)));
    return report.verification?.agrees === false ? 1 : 0;
  });
}
