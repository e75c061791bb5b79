import type { LocationStore } from '@location-records/core';
import { checkTarget } from './check-target.ts';
import { ContentSum } from './content-sum.ts';
import { copyRecords } from './copy-records.ts';
import type { CopyTally } from './copy-tally.ts';
import type { PassTools } from './pair-up.ts';
import type { CopyProgress } from './progress.ts';
import { sumStore } from './sum-store.ts';

/** Options of {@link copyStores}. */
export interface CopyStoresOptions {
  /** Lets the records of the source replace others; without it, a target that has others is refused. */
  readonly overwrite: boolean;
  /** How many writes are under way at a time, where the target is better with fewer than usual. */
  readonly writesAtOnce?: number | undefined;
  /** What the target holds is to be verified afterwards. */
  readonly verify: boolean;
  /** Counts the records of the source before they are copied, so that the progress has a total. */
  readonly count: boolean;
  readonly tools: PassTools;
  readonly progress: CopyProgress;
}

/** What a copy has read, and what a target that is right holds afterwards. */
export interface CopiedStores {
  /** The records of the source. */
  readonly read: ContentSum;
  /** The records that the target has beside them. Only with `overwrite`: otherwise it has none. */
  readonly kept?: ContentSum | undefined;
}

/**
 * Copies every record of `source` to `target`: where lists of the source are snapshots, as it is when the copy begins,
 * else each record as it is at some time of the copy. Nothing is removed from the target, and what it has already is
 * not written again; so a copy that was interrupted is continued by the next one.
 *
 * `tally` tells at any time, also after a failure, what has been done.
 *
 * @throws {CopyError} (as a rejection) when the target has other records, and `overwrite` is not set.
 * @throws {StoreError} (as a rejection) when a list fails, or anything else for longer than a minute.
 * @throws the reason of the signal (as a rejection), when the writes under way have ended.
 */
export async function copyStores(
  source: LocationStore,
  target: LocationStore,
  { overwrite, writesAtOnce, verify, count, tools, progress }: CopyStoresOptions,
  tally: CopyTally,
): Promise<CopiedStores> {
  const isFresh = await isEmpty(target);
  if (!isFresh && !overwrite) await checkTarget(source, target, tools, progress);
  progress.begin('reading the target');
  const isHeldAsked = !isFresh && overwrite && verify;
  const held = isHeldAsked ? await sumStore(target, tools, progress) : new ContentSum();
  progress.begin('counting');
  const total = count ? (await sumStore(source, tools, progress)).records : undefined;
  progress.begin('copying', total);
  const copying = { isFresh, overwrite, writesAtOnce, tools, progress };
  const { read, found } = await copyRecords(source, target, copying, tally);
  return { read, kept: overwrite && verify ? held.minus(found) : undefined };
}

async function isEmpty(store: LocationStore): Promise<boolean> {
  for await (const batch of store.list()) if (batch.length > 0) return false;
  return true;
}
