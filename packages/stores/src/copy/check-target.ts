import type { LocationStore } from '@location-records/core';
import { CopyError } from './copy-error.ts';
import { differingParts, partsText } from './differing-parts.ts';
import { isSameLocation } from './is-same-location.ts';
import { nameId } from './name-id.ts';
import { type Pair, type PassTools, pairUp } from './pair-up.ts';
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
  const others: Pair[] = [];
  for await (const pairs of pairUp(target, source, tools)) {
    for (const pair of pairs) {
      if (!pair.other || !isSameLocation(pair.record[1], pair.other)) others.push(pair);
      if (others.length === named) throw foreignRecords(others);
    }
    progress.advance(pairs.length);
  }
  if (others.length > 0) throw foreignRecords(others);
}

/** Why records of the target, each with what the source has, keep it from being written to. */
export function foreignRecords(others: readonly Pair[]): CopyError {
  const names = others.map(({ record: [id, there], other: here }) => {
    const why = here ? partsText(differingParts(here, there)) : 'not in the source';
    return `${nameId(id)} (${why})`;
  });
  return new CopyError(
    'COPY_REFUSED',
    `The target holds other records than the source: ${names.join(', ')}. Copy to an empty store, or let the records of the source win with --overwrite; the others then stay.`,
  );
}
