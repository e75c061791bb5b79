import type { LocationRecord } from '@location-records/core';

/** What `near` and `radius` of area queries ask for. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  /** In metres. */
  readonly radius: number;
}

const earthRadius = 6_371_008.8;
const halfTurn = Math.PI * earthRadius;
const radians = Math.PI / 180;

/** A circle from a metre to half the globe, often around a record, a pole or the antimeridian. */
export function someCircle(random: () => number, records: readonly LocationRecord[]): Circle {
  const { coordinates } = (records[Math.floor(random() * records.length)] as LocationRecord)[1];
  const isOnMap = Math.abs(coordinates.latitude) <= 90 && Math.abs(coordinates.longitude) <= 180;
  const radius = Math.min(10 ** (random() * 7.4), halfTurn);
  if (isOnMap && random() < 0.5) return { ...coordinates, radius };
  const pick = (corners: readonly number[], size: number) =>
    random() < 0.3 ? (corners[Math.floor(random() * corners.length)] as number) : (random() * 2 - 1) * size;
  return { latitude: pick([-90, 90, 0], 90), longitude: pick([-180, 180, 0, 179.999], 180), radius };
}

/** The circle of the whole globe around a place. */
export function wholeGlobe(latitude: number, longitude: number): Circle {
  return { latitude, longitude, radius: halfTurn };
}

/**
 * The distance of a record in metres, by the angle between two vectors; `undefined` for a record that has no place on the
 * globe. The service uses another formula.
 */
export function distanceFrom(circle: Circle, [, { coordinates }]: LocationRecord): number | undefined {
  const { latitude, longitude } = coordinates;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) return undefined;
  const [a, b] = [vectorOf(circle), vectorOf(coordinates)];
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return Math.atan2(cross, dot) * earthRadius;
}

function vectorOf({
  latitude,
  longitude,
}: LocationRecord[1]['coordinates']): readonly [number, number, number] {
  const [phi, lambda] = [latitude * radians, longitude * radians];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Metres by which the two formulas may differ: more than their rounding errors, and less than any distance that counts. */
const tolerance = 1e-3;

/** What is wrong with the records that were found in a circle, in their order. */
export function circleFault(
  circle: Circle,
  records: readonly LocationRecord[],
  found: readonly string[],
): string | undefined {
  const distances = new Map<string, number>();
  for (const record of records) {
    const distance = distanceFrom(circle, record);
    if (distance !== undefined) distances.set(record[0], distance);
  }
  const seen = new Set(found);
  if (seen.size !== found.length) return 'a record came twice';
  for (const [id, distance] of distances) {
    if (distance < circle.radius - tolerance && !seen.has(id)) return `${id} is missing`;
    if (distance > circle.radius + tolerance && seen.has(id)) return `${id} is too far away`;
  }
  const inOrder = found.map((id) => distances.get(id) ?? Number.NaN);
  const isSorted = inOrder.every(
    (distance, index) => index === 0 || distance >= (inOrder[index - 1] ?? 0) - tolerance,
  );
  return isSorted ? undefined : 'the records are not in the order of their distance';
}
