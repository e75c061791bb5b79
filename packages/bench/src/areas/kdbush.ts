import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { type AreaContestant, middle } from './contestant.ts';

/** The index of the package kdbush, which cannot change, over an array of records. */
export function openKdbush(records: readonly LocationRecord[]): AreaContestant {
  const index = new KDBush(records.length);
  for (const [, { coordinates }] of records) index.add(coordinates.longitude, coordinates.latitude);
  index.finish();
  const read = (numbers: readonly number[]) =>
    numbers.map((number) => featureOf(records[number] as LocationRecord));
  const search = ({ west, south, east, north }: Box) => index.range(west, south, east, north);
  return {
    name: 'kdbush, an index that cannot change',
    page: async (box, limit) => read(search(box).slice(0, limit)).length,
    all: async (box) => read(search(box)).length,
    nearest: async (count) => read(around(index, middle.longitude, middle.latitude, count)).length,
    close: async () => {},
  };
}

/** A record as its user would send it. */
function featureOf([id, { description, coordinates }]: LocationRecord): string {
  return JSON.stringify({ id, description, coordinates });
}
