import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';

/** The numbers where engines go wrong: the largest, the smallest, and the edges of the map and of stripes. */
const corners: readonly number[] = [
  Number.MAX_VALUE,
  1e300,
  2 ** 63,
  360,
  181.406_25,
  180,
  90,
  1.406_25,
  2.812_5,
]
  .concat([0.1, 2 ** -1022, 5e-324, 0])
  .flatMap((corner) => [corner, -corner + 0])
  .flatMap((corner) => [corner, besides(corner, 1), besides(corner, -1)])
  .filter(Number.isFinite);

/** The double above a number, or the one below it. */
function besides(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * 5e-324;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(value > 0 ? direction : -direction));
  return bits.getFloat64(0) + 0;
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** A number on the map or beyond it, near another one, or where engines go wrong. */
function someDegrees(random: () => number): number {
  const kind = random();
  if (kind < 0.3) return pick(random, corners);
  if (kind < 0.6) return Math.round((random() * 8 - 4) * 4) / 4 + 0;
  if (kind < 0.9) return random() * 400 - 200;
  return besides(random() * 10, random() < 0.5 ? 1 : -1);
}

/** Records, of which many share a latitude, a longitude or both. */
export function someRecords(random: () => number, count: number): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => {
    const coordinates = { latitude: someDegrees(random), longitude: someDegrees(random) };
    return [`${pick(random, ['a', 'é', '\u{1f600}', '\uffff', ''])}${number}`, { coordinates }];
  });
}

/** Records of one city, and a few others anywhere. */
export function someCrowd(random: () => number, count: number): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => {
    const [distance, angle] = [0.15 * Math.sqrt(random()), 2 * Math.PI * random()];
    const inCity = {
      latitude: 48.86 + distance * Math.sin(angle),
      longitude: 2.29 + distance * Math.cos(angle),
    };
    const anywhere = { latitude: random() * 180 - 90, longitude: random() * 360 - 180 };
    return [`crowd ${number}`, { coordinates: number % 500 === 0 ? anywhere : inCity }];
  });
}

/** A box whose edges are often the coordinates of records. */
export function someBox(random: () => number, records: readonly LocationRecord[]): Box {
  const edges = (member: 'latitude' | 'longitude') =>
    [0, 0]
      .map(() => (random() < 0.5 ? pick(random, records)[1].coordinates[member] : someDegrees(random)))
      .sort((a, b) => a - b) as [number, number];
  const [[west, east], [south, north]] = [edges('longitude'), edges('latitude')];
  return { west, south, east, north };
}

/** The records of a box, by looking at each of them. */
export function lookAtAll(records: readonly LocationRecord[], box: Box): LocationRecord[] {
  return records.filter(([, { coordinates }]) => {
    const { latitude, longitude } = coordinates;
    return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
  });
}
