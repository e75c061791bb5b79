import type { Location, LocationRecord } from '@location-records/core';
import type { Fake } from '../src/index.ts';

/** A Location with nothing but coordinates. */
export function locationAt(latitude: number): Location {
  return { coordinates: { latitude, longitude: latitude } };
}

/** Records `0`, `1`, … of about 100 bytes each in the list. */
export function* numberedRecords(count: number): Generator<LocationRecord> {
  for (let number = 0; number < count; number++) {
    yield [String(number), { description: 'x'.repeat(50), ...locationAt(number % 90) }];
  }
}

/** Writes a record through the `fetch` of a fake. */
export function write(fake: Fake, method: 'POST' | 'PUT', id: string, location: Location): Promise<Response> {
  return fake.fetch(id, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(location),
  });
}

/** Creates or replaces a record through the `fetch` of a fake. */
export function post(fake: Fake, id: string, location: Location): Promise<Response> {
  return write(fake, 'POST', id, location);
}
