import type { LocationStore } from '@location-records/core';
import { BoundedWork } from './bounded-work.ts';
import { foreignRecords } from './check-target.ts';
import { ContentSum, recordHash } from './content-sum.ts';
import type { CopyTally } from './copy-tally.ts';
import { isSameLocation } from './is-same-location.ts';
import { type Pair, type PassTools, pairUp, pairWithNothing } from './pair-up.ts';
import type { CopyProgress } from './progress.ts';

/**
 * So many writes are under way at a time, unless the target is better with fewer: SQLite then has too few to commit
 * together, and with more it is not faster. It is what bounds the memory, beside one batch of each list.
 */
export const mostWritesAtOnce = 512;

/** Options of {@link copyRecords}. */
export interface CopyRecordsOptions {
  /** The target is known to be empty. */
  readonly isFresh: boolean;
  readonly overwrite: boolean;
  /**
   * How many writes are under way at a time, at most.
   * @default 512
   */
  readonly writesAtOnce?: number | undefined;
  readonly tools: PassTools;
  readonly progress: Pick<CopyProgress, 'advance'>;
}

/** What a pass has read. */
export interface CopiedRecords {
  /** The records of the source. */
  readonly read: ContentSum;
  /** What the target had under their identifiers. */
  readonly found: ContentSum;
}

/** Writes to `target` what it does not have just so, and resolves when every write has. */
export async function copyRecords(
  source: LocationStore,
  target: LocationStore,
  { isFresh, overwrite, writesAtOnce = mostWritesAtOnce, tools, progress }: CopyRecordsOptions,
  tally: CopyTally,
): Promise<CopiedRecords> {
  const read = new ContentSum();
  const found = new ContentSum();
  const writes = new BoundedWork(writesAtOnce);
  const write = async ({ record: [id, location], other }: Pair): Promise<void> => {
    // It was written after the target was checked.
    if (other && !overwrite) throw foreignRecords([{ record: [id, other], other: location }]);
    await writes.begin(async () => {
      await tools.retry(() => target.put(id, location));
      tally[other ? 'replaced' : 'created']++;
    });
  };
  try {
    for await (const pairs of isFresh ? pairWithNothing(source, tools) : pairUp(source, target, tools)) {
      for (const pair of pairs) {
        const { record, other } = pair;
        const hashed = recordHash(record);
        const isPresent = other !== undefined && isSameLocation(record[1], other);
        read.add(hashed);
        if (other) found.add(isPresent ? hashed : recordHash([record[0], other]));
        if (isPresent) tally.present++;
        else await write(pair);
      }
      progress.advance(pairs.length);
    }
  } finally {
    await writes.end();
  }
  return { read, found };
}
