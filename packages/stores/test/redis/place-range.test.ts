import { stripeOf } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberOf } from '../../src/redis/place-members.ts';
import { PlaceRange } from '../../src/redis/place-range.ts';
import { boxes, degrees } from './any-place.ts';

const ids = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 });

describe('the range of a box', () => {
  it('begins and ends around its places, and continues after any place without missing one', () => {
    const place = fc.record({ latitude: degrees, longitude: degrees, id: ids });
    fc.assert(
      fc.property(boxes, place, place, (box, inside, after) => {
        const range = new PlaceRange(box);
        const member = memberOf(inside.id, inside);
        fc.pre(range.has(inside));
        expect(isWithin(member, range.start, range.end)).toBe(true);
        const from = range.startAfter({ ...after, stripe: stripeOf(after.longitude) });
        const isLater = Buffer.compare(member, memberOf(after.id, after)) > 0;
        if (isLater) expect(from && isWithin(member, from, range.end)).toBe(true);
        else if (from && range.has(after)) expect(isWithin(member, from, range.end)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('skips the places beside the box', () => {
    const range = new PlaceRange({ west: 0.1, south: 10, east: 5, north: 20 });
    const next = (latitude: number, longitude: number) =>
      range.startAfter({ stripe: stripeOf(longitude), latitude, longitude, id: 'a' })?.toString('hex');
    const head = (latitude: number, longitude: number) =>
      Buffer.concat([Buffer.from('['), memberOf('a', { latitude, longitude }).subarray(0, 10)]);
    expect(next(50, -90)).toBe(range.start.toString('hex'));
    expect(next(5, 1.5)).toBe(head(10, 1.5).toString('hex'));
    expect(next(21, 1.5)).toBe(head(10, 3).toString('hex'));
    expect(next(21, 5)).toBeUndefined();
    expect(next(15, 1.5)).toBe(`28${memberOf('a', { latitude: 15, longitude: 1.5 }).toString('hex')}`);
  });
});

/** Whether a member is in a range as commands write it. */
function isWithin(member: Buffer, start: Buffer, end: Buffer): boolean {
  const first = Buffer.compare(member, start.subarray(1));
  return (first > 0 || (first === 0 && start[0] === 0x5b)) && Buffer.compare(member, end.subarray(1)) < 0;
}
