import type { Location, LocationRecord } from '@location-records/core';
import type { ImportResult, OnConflict } from '@location-records/stores/import';
import { isSameLocation } from '../../src/shared/location-differences.ts';

/** What an import comes to. */
export interface ModelOutcome {
  readonly counts: Omit<ImportResult, 'durationMs'>;
  readonly after: Map<string, Location>;
  /** The numbers of the records in the source that are conflicts, and of the duplicates. */
  readonly conflicts: readonly number[];
  readonly duplicates: readonly number[];
}

/** An import as it is meant: record by record, in the order of the source. */
export function modelImport(
  before: ReadonlyMap<string, Location>,
  records: readonly LocationRecord[],
  onConflict: OnConflict,
): ModelOutcome {
  const after = new Map(before);
  const seen = new Set<string>();
  const counts = { read: 0, created: 0, replaced: 0, unchanged: 0, skipped: 0, refused: 0, duplicates: 0 };
  const conflicts: number[] = [];
  const duplicates: number[] = [];
  for (const [number, [id, location]] of records.entries()) {
    counts.read++;
    if (seen.has(id)) duplicates.push(number);
    seen.add(id);
    const held = after.get(id);
    if (held && isSameLocation(held, location)) counts.unchanged++;
    else if (held && onConflict !== 'replace') {
      counts.skipped++;
      conflicts.push(number);
    } else {
      counts[held ? 'replaced' : 'created']++;
      after.set(id, location);
    }
  }
  return { counts: { ...counts, duplicates: duplicates.length }, after, conflicts, duplicates };
}
