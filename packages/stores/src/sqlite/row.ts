import type { Location } from '@location-records/core';
import { readText, textColumn } from './text.ts';

/** The columns of a Location, to be read with {@link rowLocation}. */
export const locationColumns = `${textColumn('description')}, latitude, longitude`;

/** A row with {@link locationColumns}. */
export interface LocationRow {
  readonly description: string | Uint8Array | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** The Location of a row. */
export function rowLocation({ description, latitude, longitude }: LocationRow): Location {
  const coordinates = { latitude, longitude };
  return description === null ? { coordinates } : { description: readText(description), coordinates };
}
