import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { type AreaContestant, middle, textOf } from './contestant.ts';

/** The index of the package kdbush, which cannot change, over an array of records. */
export function openKdbush(records: readonly LocationRecord[]): AreaContestant {
  const index = new KDBush(records.length);
  for (const [, { coordinates }] of records) index.add(coordinates.longitude, coordinates.latitude);
  index.finish();
  const read = (numbers: readonly number[]) =>
    numbers.map((number) => recordText(records[number] as LocationRecord)).join();
  const search = ({ west, south, east, north }: Box) => index.range(west, south, east, north);
  return {
    name: 'kdbush, an index that cannot change',
    page: async (box, limit) => read(search(box).slice(0, limit)),
    all: async (box) => [read(search(box))],
    nearest: async (count) => read(around(index, middle.longitude, middle.latitude, count)),
    close: async () => {},
  };
}

function recordText([id, { description, coordinates }]: LocationRecord): string {
  return textOf(id, description, coordinates.latitude, coordinates.longitude);
}
