import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';

/** Paris, and the records of one page there. */
export const city: Box = { west: 2.2, south: 48.8, east: 2.5, north: 48.95 };

/** France and what lies around it. */
export const country: Box = { west: -5.2, south: 41.3, east: 9.6, north: 51.1 };

/** The middle of Paris. */
export const middle = { latitude: 48.8566, longitude: 2.3522 };

/**
 * One way to find records by their places. Each gives the texts that a service would send: whole records as JSON, with
 * `coordinates` for each.
 */
export interface AreaContestant {
  readonly name: string;
  /** The first page of a box. */
  page(box: Box, limit: number): Promise<string>;
  /** All records of a box, in one text or in several pages. */
  all(box: Box): Promise<readonly string[]>;
  /** The records nearest to {@link middle}, where the engine can find them. */
  nearest?(count: number): Promise<string>;
  close(): Promise<void>;
}

/** A row of a table of records. */
export interface Row {
  readonly id: string;
  readonly description: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** The text of rows. */
export function rowsText(rows: readonly Row[]): string {
  return rows
    .map(({ id, description, latitude, longitude }) => textOf(id, description, latitude, longitude))
    .join();
}

/** The text of a record that comes from another way than this project's. */
export function textOf(
  id: string,
  description: string | null | undefined,
  latitude: number,
  longitude: number,
): string {
  return JSON.stringify({ id, description, coordinates: { latitude, longitude } });
}

/** How many records the texts of a contestant hold. */
export function countRecords(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split('"coordinates":').length - 1, 0);
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
