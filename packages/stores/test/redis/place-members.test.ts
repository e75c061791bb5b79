import { compareByStripe, stripeOf } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberOf, readPlace } from '../../src/redis/place-members.ts';
import { degrees } from './any-place.ts';

const ids = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 });
const zero = { latitude: 0, longitude: 0 };

describe('the member of a place', () => {
  it('sorts by its bytes as records sort by stripe', () => {
    const records = fc.record({ id: ids, latitude: degrees, longitude: degrees });
    fc.assert(
      fc.property(records, records, (a, b) => {
        const [left, right] = [a, b].map((place) => memberOf(place.id, place)) as [Buffer, Buffer];
        const order = compareByStripe([a.id, { coordinates: a }], [b.id, { coordinates: b }]);
        expect(Math.sign(Buffer.compare(left, right))).toBe(Math.sign(order));
      }),
      { numRuns: 2000 },
    );
  });

  it('tells the place, with every digit', () => {
    fc.assert(
      fc.property(ids, degrees, degrees, (id, latitude, longitude) => {
        const stripe = stripeOf(longitude);
        expect(readPlace(memberOf(id, { latitude, longitude }))).toEqual({ stripe, latitude, longitude, id });
      }),
    );
  });

  it('tells 0 where -0 was', () => {
    const place = readPlace(memberOf('a', { latitude: -0, longitude: -0 }));
    expect(place).toEqual({ stripe: 128, latitude: 0, longitude: 0, id: 'a' });
  });

  it('is in the form of the examples below', () => {
    const member = Buffer.from('00818000000000000000800000000000000061', 'hex');
    expect(member.equals(memberOf('a', zero))).toBe(true);
  });

  it.each([
    ['nothing', '', ''],
    ['no identifier', memberOf('a', zero).toString('hex').slice(0, -2), ''],
    ['another stripe', '0082', '8000000000000000800000000000000061'],
    ['an infinite latitude', '0081', 'fff0000000000000800000000000000061'],
    ['a longitude that is not a number', '0101', '8000000000000000fff800000000000061'],
    ['an identifier that is not UTF-8', '0081', '80000000000000008000000000000000ff'],
  ])('is not one with %s', (_, stripe, rest) => {
    expect(readPlace(Buffer.from(stripe + rest, 'hex'))).toBeUndefined();
  });
});
