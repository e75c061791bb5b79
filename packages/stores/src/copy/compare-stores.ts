import type { LocationStore } from '@location-records/core';
import type { ContentSum } from './content-sum.ts';
import { type Differences, findDifferences } from './find-differences.ts';
import type { PassTools } from './pair-up.ts';
import type { CopyProgress } from './progress.ts';
import { sumStore } from './sum-store.ts';

/** What came of the comparison of two stores. */
export interface StoreComparison {
  /** The target holds what it should. */
  readonly agrees: boolean;
  /** What the source holds now. */
  readonly source: ContentSum;
  /** What the target holds now. */
  readonly target: ContentSum;
  /** What was read from the source when it was copied, where that is not what it holds now. */
  readonly read?: ContentSum;
  /** Which records are not the same now. Left out where the sums have told enough. */
  readonly differences?: Differences;
}

/** Options of {@link compareStores}. */
export interface CompareStoresOptions {
  /**
   * What was read from the source when it was copied: a target that holds it is right, whatever was written to the
   * source meanwhile. Without it, the target should hold what the source holds now.
   */
  readonly read?: ContentSum | undefined;
  /** What the target holds beside that, and may. Without it, it should hold nothing else. */
  readonly kept?: ContentSum | undefined;
  readonly tools: PassTools;
  readonly progress: CopyProgress;
}

/**
 * Compares two stores by the number of their records and the sum of their content: it reads both lists once, in any
 * order. Only where that tells them apart, it compares record by record, and can name what differs.
 */
export async function compareStores(
  source: LocationStore,
  target: LocationStore,
  { read, kept, tools, progress }: CompareStoresOptions,
): Promise<StoreComparison> {
  progress.begin('verifying the source', read?.records);
  const now = await sumStore(source, tools, progress);
  progress.begin('verifying the target', (read ?? now).records + (kept?.records ?? 0));
  const there = await sumStore(target, tools, progress);
  const wanted = read ?? now;
  const found = { source: now, target: there, ...(!now.equals(wanted) && { read: wanted }) };
  if (there.equals(kept ? wanted.plus(kept) : wanted)) return { ...found, agrees: true };
  const differences = await findDifferences(source, target, {
    mayHaveMore: kept !== undefined,
    totals: { source: now.records, target: there.records },
    tools,
    progress,
  });
  const { differing, onlyInSource, onlyInTarget = 0 } = differences;
  return { ...found, agrees: differing + onlyInSource + onlyInTarget === 0, differences };
}
