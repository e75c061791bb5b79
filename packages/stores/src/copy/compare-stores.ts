import { isStoreError, type LocationStore, type StoreError } from '@location-records/core';
import { checkOptionNames, checkStore } from '@location-records/core/adapter-kit';
import { createTools } from '../shared/pass-tools.ts';
import { type ContentSum, sumStore } from './content-sum.ts';
import { CopyError } from './copy-error.ts';
import { type Differences, findDifferences } from './differences.ts';
import type { CopyPhase, CopyProgress, CopyTools } from './pass.ts';

/** Options of {@link compareStores}. */
export interface CompareOptions {
  /**
   * Ends the comparison, which then rejects with `COPY_STOPPED`.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when a phase begins, and after each batch of records.
   * @default none
   */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /**
   * Called when a store becomes unavailable. Calls are then repeated for about a minute.
   * @default none
   */
  readonly onOutage?: ((error: StoreError) => void) | undefined;
}

/** The content of a store as figures to compare. The order of the list does not change them. */
export interface StoreContent {
  /** The number of its records. */
  readonly records: number;
  /** The sum of the SHA-256 hashes of its records modulo 2^256, as 64 hexadecimal digits. */
  readonly contentHash: string;
}

/** The names of {@link CompareOptions}. */
export const compareOptionNames = ['signal', 'onProgress', 'onOutage'] as const;

/** The result of a comparison of two stores, as plain data. */
export interface StoreComparison {
  /** Whether the target holds what it should. */
  readonly agrees: boolean;
  /** How long the comparison took, in milliseconds. */
  readonly durationMs: number;
  /** What the source holds now. */
  readonly source: StoreContent;
  /** What the target holds now. */
  readonly target: StoreContent;
  /** What a copy has read from the source, where that is not what the source holds now. */
  readonly read?: StoreContent;
  /** Which records are not the same now. Left out where the sums agree. */
  readonly differences?: Differences;
}

/** What a target should hold after a copy, for {@link compareContents}. */
export interface Expected {
  /** What the copy has read. The target is right when it holds that, even if the source has changed meanwhile. */
  readonly read?: ContentSum | undefined;
  /** What else the target may hold. Without it, the target should hold nothing else. */
  readonly kept?: ContentSum | undefined;
}

/**
 * Compares two stores by the number of their records and the sum of their content, and writes nothing. It reads both
 * lists once, in any order. Where the sums differ, it compares record by record, and names examples.
 *
 * @throws {InvalidArgumentError} (as a rejection) when an argument is not a store.
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {CopyError} (as a rejection) `COPY_STOPPED` or `COPY_UNFINISHED`.
 * @throws {StoreError} (as a rejection) when a store cannot be read for another reason.
 */
export async function compareStores(
  source: LocationStore,
  target: LocationStore,
  options: CompareOptions = {},
): Promise<StoreComparison> {
  const tools = createTools<CopyPhase>('verifying-source', checkOptionNames(options, compareOptionNames));
  checkStore('source', source);
  checkStore('target', target);
  try {
    return await compareContents(source, target, {}, tools);
  } catch (error) {
    throw describeEnd(error, tools.signal, 'Compare the stores again.');
  }
}

/** The same with what is expected of the target, and the tools of a copy. */
export async function compareContents(
  source: LocationStore,
  target: LocationStore,
  { read, kept }: Expected,
  tools: CopyTools,
): Promise<StoreComparison> {
  const { progress } = tools;
  const begin = performance.now();
  progress.begin('verifying-source', read?.records);
  const now = await sumStore(source, tools);
  progress.begin('verifying-target', (read ?? now).records + (kept?.records ?? 0));
  const there = await sumStore(target, tools);
  const wanted = read ?? now;
  const differences = there.equals(kept ? wanted.plus(kept) : wanted)
    ? undefined
    : await findDifferences(
        source,
        target,
        { mayHaveMore: kept !== undefined, totals: { source: now.records, target: there.records } },
        tools,
      );
  return {
    agrees: differences === undefined || countOf(differences) === 0,
    durationMs: Math.round(performance.now() - begin),
    source: contentOf(now),
    target: contentOf(there),
    ...(!now.equals(wanted) && { read: contentOf(wanted) }),
    ...(differences && { differences }),
  };
}

/** What a copy or a comparison rejects with: a stop or an outage becomes a {@link CopyError} that says what to do. */
export function describeEnd(
  error: unknown,
  signal: AbortSignal,
  advice: string,
  copied?: CopyError['copied'],
): unknown {
  if (signal.aborted && error === signal.reason) {
    return new CopyError('COPY_STOPPED', `Stopped by its signal. ${advice}`, { cause: error, copied });
  }
  if (!isStoreError(error) || error.code !== 'STORE_UNAVAILABLE') return error;
  return new CopyError('COPY_UNFINISHED', `${error.message} ${advice}`, { cause: error, copied });
}

function countOf({ differing, onlyInSource, onlyInTarget = 0 }: Differences): number {
  return differing + onlyInSource + onlyInTarget;
}

function contentOf({ records, contentHash }: ContentSum): StoreContent {
  return { records, contentHash };
}
