import { isStoreError, type LocationStore } from '@location-records/core';
import { type CompareStoresOptions, compareStores } from './compare-stores.ts';
import { CopyError } from './copy-error.ts';
import { type CopyResult, describeComparison } from './copy-result.ts';
import { copyStores } from './copy-stores.ts';
import { type CopyTally, newTally } from './copy-tally.ts';
import type { CopyProgress } from './progress.ts';
import { createRetry, type RetryOptions } from './retry.ts';

/** Options of {@link runCopy}. */
export interface RunCopyOptions extends RetryOptions {
  /** Lets the records of the source replace others; without it, a target that has others is refused. */
  readonly overwrite?: boolean | undefined;
  /** How many writes are under way at a time, where the target is better with fewer than usual. */
  readonly writesAtOnce?: number | undefined;
  /** Compares the stores when everything is copied. */
  readonly verify: boolean;
  /** Compares the stores, and writes nothing. */
  readonly verifyOnly?: boolean | undefined;
  /** Counts the records of the source before they are copied, so that the progress has a total. */
  readonly count: boolean;
  readonly progress: CopyProgress;
}

/**
 * Copies a store to another and compares them, as far as the options ask for it. The signal ends it early, when the
 * writes under way have ended; it is then no error.
 *
 * @throws {CopyError} when the target has other records, or a store was unavailable for too long.
 * @throws {StoreError} when a store cannot be read for another reason.
 */
export async function runCopy(
  source: LocationStore,
  target: LocationStore,
  options: RunCopyOptions,
): Promise<CopyResult> {
  const { signal, progress, verifyOnly } = options;
  const tools = { signal, retry: createRetry(options) };
  const tally = newTally();
  let result: CopyResult = {};
  const compare = async (wanted: Pick<CompareStoresOptions, 'read' | 'kept'> = {}) => {
    const begin = performance.now();
    const comparison = await compareStores(source, target, { ...wanted, tools, progress });
    result = { ...result, verification: describeComparison(comparison, millisecondsSince(begin)) };
  };
  const begin = performance.now();
  const noteCopied = () => {
    result = { copied: { ...tally, durationMs: millisecondsSince(begin) } };
  };
  try {
    if (verifyOnly) {
      await compare();
      return result;
    }
    const copied = await copyStores(
      source,
      target,
      { ...options, overwrite: options.overwrite === true, tools },
      tally,
    );
    noteCopied();
    if (options.verify) await compare(copied);
    return result;
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw brokenOff(error, tally);
    if (!verifyOnly && !result.copied) noteCopied();
    return { ...result, stopped: true };
  }
}

function millisecondsSince(begin: number): number {
  return Math.round(performance.now() - begin);
}

/** A failure that may pass, with what to do when it has. */
function brokenOff(error: unknown, { created, replaced }: CopyTally): unknown {
  if (!isStoreError(error) || error.code !== 'STORE_UNAVAILABLE') return error;
  const written = created + replaced;
  const advice = `The same command continues (this one has copied ${written} record${written === 1 ? '' : 's'}).`;
  return new CopyError('COPY_UNFINISHED', `${error.message} ${advice}`, { cause: error });
}
