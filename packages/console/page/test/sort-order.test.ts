import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LocationRecord } from '../src/api.ts';
import { type SortOrder, sortRecords } from '../src/sort-order.ts';

function makeRecord(id: string, longitude = 0, description?: string): LocationRecord {
  return { id, ...(description !== undefined && { description }), coordinates: { latitude: 10, longitude } };
}

const middle = { latitude: 10, longitude: 179 };
const idsOf = (records: readonly LocationRecord[], order: SortOrder) =>
  sortRecords(records, order, middle).map(({ id }) => id);

it('records are sorted by the first line of the description, or by the identifier without one', () => {
  const records = [
    makeRecord('z', 0, '\nPlace 10\nA'),
    makeRecord('place 9'),
    makeRecord('a', 0, 'Éclair'),
    makeRecord('b', 0, 'zoo'),
    makeRecord('eel', 0, ' \n '),
  ];
  expect(idsOf(records, 'name')).toEqual(['a', 'eel', 'place 9', 'z', 'b']);
});

it('records are sorted by their distance on the globe', () => {
  const records = [
    makeRecord('far', 0),
    makeRecord('west', -179),
    makeRecord('turned', 538),
    makeRecord('east', 170),
  ];
  expect(idsOf(records, 'distance')).toEqual(['turned', 'west', 'east', 'far']);
});

it('sorting leaves the list of the service as it is, and loses no record', () => {
  const records = fc.array(fc.integer({ min: -360, max: 360 }).map((east) => makeRecord(`${east}`, east)));
  fc.assert(
    fc.property(records, fc.constantFrom<SortOrder>('listed', 'name', 'distance'), (list, order) => {
      const before = [...list];
      expect(new Set(sortRecords(list, order, middle))).toEqual(new Set(before));
      expect(list).toEqual(before);
    }),
  );
});
