import { expect, test } from 'vitest';
import { describeParts, differingParts } from '../../src/bulk/differing-parts.ts';

const coordinates = { latitude: 1, longitude: 2 };
const at = (description: string | undefined) => ({ description, coordinates });

test('equal parts are left out', () => {
  expect(differingParts(at('a'), at('a'))).toEqual([]);
  expect(differingParts(at('a'), { ...at('a'), coordinates: { latitude: 1, longitude: 3 } })).toEqual([
    { part: 'longitude', source: 2, target: 3 },
  ]);
});

test.each([
  ['a', 'b', 'a', 'b'],
  [undefined, '', null, ''],
  ['', undefined, '', null],
  [`${'x'.repeat(100)}a`, `${'x'.repeat(100)}b`, `…${'x'.repeat(10)}a`, `…${'x'.repeat(10)}b`],
  ['y'.repeat(100), undefined, `${'y'.repeat(40)}…`, null],
  [
    `${'x'.repeat(50)}${'a'.repeat(1e6)}`,
    'x'.repeat(50),
    `…${'x'.repeat(10)}${'a'.repeat(30)}…`,
    `…${'x'.repeat(10)}`,
  ],
])('a long description is shown around the first difference (%#)', (here, there, source, target) => {
  expect(differingParts(at(here), at(there))).toEqual([{ part: 'description', source, target }]);
});

test('no half of a character is shown', () => {
  const [part] = differingParts(at(`${'a'.repeat(39)}😀`), at('b'));
  expect(String(part?.source).isWellFormed()).toBe(true);
});

test('differing parts are described with the values of both stores', () => {
  expect(
    describeParts([
      { part: 'latitude', source: 1.5, target: 2 },
      { part: 'description', source: 'a "b"\n', target: null },
    ]),
  ).toBe(
    'latitude: 1.5 in the source, 2 in the target; description: "a \\"b\\"\\n" in the source, none in the target',
  );
});
