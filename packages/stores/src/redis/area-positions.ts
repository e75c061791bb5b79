import { type AreaPosition, firstStripe, lastStripe } from '@location-records/core/areas';
import type { StoredPlace } from './place-members.ts';

/** The parts of a bucket: its stripes, and one behind them for its end. */
const partsOfBucket = lastStripe - firstStripe + 2;

/** The position of a place in a bucket. */
export function positionOf(bucket: number, { stripe, latitude, longitude, id }: StoredPlace): AreaPosition {
  return { part: bucket * partsOfBucket + stripe - firstStripe, latitude, longitude, id };
}

/** The position behind all places of a bucket. */
export function endOfBucket(bucket: number): AreaPosition {
  return { part: (bucket + 1) * partsOfBucket - 1, latitude: 0, longitude: 0, id: 'end' };
}

/** Where a page begins: in which bucket, and after which place of it, if not at its start. */
export function bucketOfPart(after: AreaPosition | undefined): {
  readonly bucket: number;
  readonly place: StoredPlace | undefined;
} {
  if (!after || after.part < 0) return { bucket: 0, place: undefined };
  const { part, latitude, longitude, id } = after;
  const [bucket, stripe] = [Math.floor(part / partsOfBucket), (part % partsOfBucket) + firstStripe];
  if (stripe > lastStripe) return { bucket: bucket + 1, place: undefined };
  return { bucket, place: { stripe, latitude, longitude, id } };
}
