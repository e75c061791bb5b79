import type { LocationStore } from '@location-records/core';
import { BoundedWork } from '../shared/bounded-work.ts';
import {
  describeParts,
  differingParts,
  isSameLocation,
  quoteIdentifier,
} from '../shared/location-differences.ts';
import { ContentSum, recordHash } from './content-sum.ts';
import { type CopiedRecords, CopyError } from './copy-error.ts';
import { type CopyTools, type Pair, pairUp, pairWithNothing } from './pass.ts';

/** How many records are named when a target is refused. */
const maxNamed = 3;

/** {@link CopiedRecords} while the copy goes on. */
export type CopyTally = { -readonly [Count in 'created' | 'replaced' | 'present']: CopiedRecords[Count] };

/** Options of {@link copyRecords}. */
interface CopyRecordsOptions {
  /** The target is known to be empty. */
  readonly isFresh: boolean;
  readonly overwrite: boolean;
  /** How many writes are under way at a time. */
  readonly maxWrites: number;
}

/** What a pass has read. */
interface ReadRecords {
  /** The records of the source. */
  readonly read: ContentSum;
  /** What the target had under their identifiers. */
  readonly found: ContentSum;
}

/** Writes to `target` every record that it does not have with this content, and resolves when all are written. */
export async function copyRecords(
  source: LocationStore,
  target: LocationStore,
  { isFresh, overwrite, maxWrites }: CopyRecordsOptions,
  tools: CopyTools,
  tally: CopyTally,
): Promise<ReadRecords> {
  const read = new ContentSum();
  const found = new ContentSum();
  const writes = new BoundedWork(maxWrites);
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
      tools.progress.advance(pairs.length);
    }
  } finally {
    await writes.end();
  }
  return { read, found };
}

/**
 * Checks that every record of the target is in the source with the same content, as after an interrupted copy.
 *
 * @throws {CopyError} (as a rejection) that names up to three other records.
 */
export async function checkTarget(
  source: LocationStore,
  target: LocationStore,
  tools: CopyTools,
): Promise<void> {
  tools.progress.begin('checking');
  const others: Pair[] = [];
  for await (const pairs of pairUp(target, source, tools)) {
    for (const pair of pairs) {
      if (!pair.other || !isSameLocation(pair.record[1], pair.other)) others.push(pair);
      if (others.length === maxNamed) throw foreignRecords(others);
    }
    tools.progress.advance(pairs.length);
  }
  if (others.length > 0) throw foreignRecords(others);
}

/** Why records of the target, each with what the source has, keep it from being written to. */
function foreignRecords(others: readonly Pair[]): CopyError {
  const names = others.map(({ record: [id, there], other: here }) => {
    const why = here ? describeParts(differingParts(here, there)) : 'not in the source';
    return `${quoteIdentifier(id)} (${why})`;
  });
  return new CopyError(
    'COPY_REFUSED',
    `The target holds other records than the source: ${names.join(', ')}. Copy to an empty store, or set the option "overwrite": records of the source then replace others, and the rest stays.`,
  );
}
