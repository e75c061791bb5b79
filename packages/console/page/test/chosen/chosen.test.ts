import { expect, it } from 'vitest';
import type { LocationRecord } from '../../src/api.ts';
import { createChosen } from '../../src/chosen/chosen.ts';

function makeRecord(id: string, latitude = 1): LocationRecord {
  return { id, coordinates: { latitude, longitude: 2 } };
}

it('records are chosen one by one and together, and each change is told', () => {
  const chosen = createChosen();
  const told: string[] = [];
  chosen.listen(() => told.push(chosen.records.map(({ id }) => id).join('')));
  chosen.toggle(makeRecord('a'));
  chosen.add([makeRecord('b'), makeRecord('a')]);
  chosen.toggle(makeRecord('a'));
  chosen.clear();
  chosen.clear();
  expect(told).toEqual(['a', 'ab', 'b', '']);
});

it('what is chosen has the content that the page shows last', () => {
  const chosen = createChosen();
  chosen.add([makeRecord('a'), makeRecord('b')]);
  chosen.update([makeRecord('a', 5), makeRecord('c')]);
  expect(chosen.records).toEqual([makeRecord('a', 5), makeRecord('b')]);
});
