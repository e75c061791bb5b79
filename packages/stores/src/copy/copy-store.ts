import { InvalidArgumentError, type LocationStore } from '@location-records/core';
import { checkOptionNames, checkOptionTypes, checkStore } from '@location-records/core/adapter-kit';
import { defaultMaxWrites } from '../shared/bounded-work.ts';
import { checkWholeNumber } from '../shared/check-options.ts';
import { createTools } from '../shared/pass-tools.ts';
import { isEmpty } from '../shared/read-store.ts';
import {
  type CompareOptions,
  compareContents,
  compareOptionNames,
  describeEnd,
  type Expected,
  type StoreComparison,
} from './compare-stores.ts';
import { ContentSum, sumStore } from './content-sum.ts';
import type { CopiedRecords } from './copy-error.ts';
import { type CopyTally, checkTarget, copyRecords } from './copy-records.ts';
import type { CopyPhase, CopyTools } from './pass.ts';

/** Options of {@link copyStore}. */
export interface CopyOptions extends CompareOptions {
  /**
   * Lets the records of the source replace others of the target. Without it, a target that holds other records than
   * the source is refused.
   * @default false
   */
  readonly overwrite?: boolean | undefined;
  /**
   * Compares the stores when everything is copied.
   * @default true
   */
  readonly verify?: boolean | undefined;
  /**
   * Counts the records of the source before they are copied, so that the progress of the copy has a total.
   * @default false
   */
  readonly count?: boolean | undefined;
  /**
   * How many writes are under way at a time.
   * @default 512
   */
  readonly maxWrites?: number | undefined;
}

const names = [...compareOptionNames, 'overwrite', 'verify', 'count', 'maxWrites'] as const;

/** The result of a copy, as plain data. */
export interface CopyResult {
  /** How many records were written, and how many were there before. */
  readonly copied: CopiedRecords;
  /** Left out when the stores were not compared. */
  readonly verification?: StoreComparison;
}

/**
 * Copies every record of `source` to `target`, and compares them. Where lists of the source are snapshots, the copy is
 * the source as it was when the copy began, otherwise each record as it was at some time during the copy.
 *
 * Nothing is removed from the target, and what it has already is not written again. Calling it again continues a copy
 * that was interrupted. Calls that reject with `STORE_UNAVAILABLE` are repeated for about a minute; a list is not.
 *
 * @throws {InvalidArgumentError} (as a rejection) when an argument is not a store, or both are the same.
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {CopyError} (as a rejection) when the target has other records, the signal is aborted, or a store was
 * unavailable for too long. The writes under way have ended by then.
 * @throws {StoreError} (as a rejection) when a store fails for another reason.
 */
export async function copyStore(
  source: LocationStore,
  target: LocationStore,
  options: CopyOptions = {},
): Promise<CopyResult> {
  const { overwrite, verify = true, count, maxWrites } = checkOptionNames(options, names);
  checkOptionTypes('boolean', { overwrite, verify, count });
  if (maxWrites !== undefined) checkWholeNumber('maxWrites', maxWrites, { min: 1, max: 1_000_000 });
  const tools = createTools<CopyPhase>('copying', options);
  checkStore('source', source);
  checkStore('target', target);
  if (source === target) throw new InvalidArgumentError('target', 'another store than the source');
  const tally: CopyTally = { created: 0, replaced: 0, present: 0 };
  const begin = performance.now();
  let copied: CopiedRecords | undefined;
  const finish = () => ({ ...tally, durationMs: Math.round(performance.now() - begin) });
  try {
    const expected = await copyContents(source, target, options, tools, tally);
    copied = finish();
    if (!verify) return { copied };
    return { copied, verification: await compareContents(source, target, expected, tools) };
  } catch (error) {
    const written = tally.created + tally.replaced;
    const advice = `Copying again continues; ${written} record${written === 1 ? ' is' : 's are'} written.`;
    throw describeEnd(error, tools.signal, advice, copied ?? finish());
  }
}

/** Copies the records, and resolves to what a correct target holds afterwards. */
async function copyContents(
  source: LocationStore,
  target: LocationStore,
  { overwrite = false, verify = true, count = false, maxWrites = defaultMaxWrites }: CopyOptions,
  tools: CopyTools,
  tally: CopyTally,
): Promise<Expected> {
  const { progress } = tools;
  const isFresh = await tools.retry(() => isEmpty(target));
  if (!isFresh && !overwrite) await checkTarget(source, target, tools);
  let held = new ContentSum();
  if (!isFresh && overwrite && verify) {
    progress.begin('reading-target');
    held = await sumStore(target, tools);
  }
  let total: number | undefined;
  if (count) {
    progress.begin('counting');
    total = (await sumStore(source, tools)).records;
  }
  progress.begin('copying', total);
  const { read, found } = await copyRecords(source, target, { isFresh, overwrite, maxWrites }, tools, tally);
  return { read, kept: overwrite && verify ? held.minus(found) : undefined };
}
