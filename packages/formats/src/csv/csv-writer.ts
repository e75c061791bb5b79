import type { LocationRecord } from '@location-records/core';

/** The header line, with its line end. */
export function writeCsvHeader(): string {
  throw new Error('CSV is not written yet');
}

/** The lines of some records, each with its line end. An empty text for none. */
export function writeCsvRows(_records: readonly LocationRecord[]): string {
  throw new Error('CSV is not written yet');
}
