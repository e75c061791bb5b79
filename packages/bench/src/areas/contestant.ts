import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';

/** Paris, and the records of one page there. */
export const city: Box = { west: 2.2, south: 48.8, east: 2.5, north: 48.95 };

/** France and what lies around it. */
export const country: Box = { west: -5.2, south: 41.3, east: 9.6, north: 51.1 };

/** The middle of Paris. */
export const middle = { latitude: 48.8566, longitude: 2.3522 };

/** One way to find records by their places. Each gives whole records: identifier, description and coordinates. */
export interface AreaContestant {
  readonly name: string;
  /** The number of records on the first page of a box. */
  page(box: Box, limit: number): Promise<number>;
  /** The number of all records of a box, each of which was read. */
  all(box: Box): Promise<number>;
  /** The number of records nearest to {@link middle}, where the engine can find them. */
  nearest?(count: number): Promise<number>;
  close(): Promise<void>;
}

/** What an engine is given. */
export interface AreaEngine {
  readonly name: string;
  /** Whether this machine has what the engine needs. */
  readonly isThere: () => boolean;
  /**
   * Loads the records, and opens this project's store over them first, then the engine's own ways. Files go to a folder
   * that is removed afterwards. The contestants are closed in their order.
   */
  readonly open: (records: readonly LocationRecord[], folder: string) => Promise<readonly AreaContestant[]>;
}
