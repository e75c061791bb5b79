import { type Location, StoreError } from '@location-records/core';
import { sentence } from './store-failure.ts';
import { readText, textColumn } from './text.ts';

/** The columns of a Location, to be read with {@link rowLocation}. */
export const locationColumns = `${textColumn('description')}, latitude, longitude`;

/** A row with {@link locationColumns}. */
export interface LocationRow {
  readonly description: string | Uint8Array | null;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The Location of the row of the record `id`.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote a coordinate that JSON cannot tell.
 */
export function rowLocation(path: string, id: string, row: LocationRow): Location {
  const { description, latitude, longitude } = row;
  const coordinates = { latitude, longitude };
  checkFinite(path, id, coordinates);
  return description === null ? { coordinates } : { description: readText(description), coordinates };
}

function checkFinite(path: string, id: string, coordinates: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(coordinates)) {
    if (Number.isFinite(value)) continue;
    const problem = `the ${name} of its record ${JSON.stringify(id)} is ${value}, which is no finite number; correct it, or delete the record`;
    throw new StoreError('STORE_UNSUITABLE', sentence('read from', path, problem));
  }
}
