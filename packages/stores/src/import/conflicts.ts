import type { Location, LocationRecord } from '@location-records/core';
import { describeParts, differingParts, quoteIdentifier } from '../shared/location-differences.ts';

/** How many conflicts are named. */
export const maxNamed = 3;

/** A record of the source whose identifier is taken. */
export interface Conflict {
  readonly record: LocationRecord;
  /** What the target holds; `undefined` where a record of the source came before with another content. */
  readonly existing: Location | undefined;
}

/** There are conflicts, and none may be. The message names the first ones. */
export class ConflictFailure extends Error {
  constructor(conflicts: readonly Conflict[]) {
    const names = conflicts.slice(0, maxNamed).map(({ record: [id, location], existing }) => {
      const why = existing
        ? describeParts(differingParts(location, existing))
        : 'the source has it before, with another content';
      return `${quoteIdentifier(id)} (${why})`;
    });
    super(`The target holds other records than the source: ${names.join(', ')}.`);
  }
}
