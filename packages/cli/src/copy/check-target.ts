import type { LocationStore } from '@location-records/core';
import { CopyError } from './copy-error.ts';
import { isSameLocation } from './is-same-location.ts';
import { nameId } from './name-id.ts';
import { type PassTools, pairUp } from './pair-up.ts';
import type { CopyProgress } from './progress.ts';

/** So many records are named when a target is refused. */
const named = 3;

/**
 * Sees that a target holds nothing but what the source holds: it is what an interrupted copy leaves, and all that it
 * leaves.
 *
 * @throws {CopyError} (as a rejection) that names some other records.
 */
export async function checkTarget(
  source: LocationStore,
  target: LocationStore,
  tools: PassTools,
  progress: CopyProgress,
): Promise<void> {
  progress.begin('checking');
  const others: string[] = [];
  for await (const pairs of pairUp(target, source, tools)) {
    for (const { record, other } of pairs) {
      if (!other || !isSameLocation(record[1], other)) others.push(record[0]);
      if (others.length === named) throw foreignRecords(others);
    }
    progress.advance(pairs.length);
  }
  if (others.length > 0) throw foreignRecords(others);
}

/** Why records that the source does not have so keep a target from being written to. */
export function foreignRecords(ids: readonly string[]): CopyError {
  const names = ids.map(nameId).join(', ');
  return new CopyError(
    `The target has records that the source does not have, or not so: ${names}. Copy to an empty store, or let the records of the source win with --overwrite; the others then stay.`,
  );
}
