import type { LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import type { Limit, Work } from './work.ts';

/** A record, with its distance in metres if the query has a point. */
export interface FoundRecord {
  readonly record: LocationRecord;
  readonly distance?: number | undefined;
}

/** Some records of a query, in its order. */
export interface FoundPage {
  readonly records: readonly FoundRecord[];
  /** The cursor of the next page, which may be empty; `undefined` on the last page. */
  readonly next: string | undefined;
  /** The limit on the work that made the page shorter. */
  readonly limitedBy: Limit | undefined;
}

/** Which page of a query to read. */
export interface PageRequest {
  readonly store: AreaStore;
  /** The query in one spelling. */
  readonly canonical: string;
  /** The cursor of the page as the client sent it; `undefined` for the first one. */
  readonly cursor: string | undefined;
  /** The maximum number of records. */
  readonly limit: number;
  readonly work: Work;
}
