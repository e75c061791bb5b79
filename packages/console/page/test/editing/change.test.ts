import { expect, it } from 'vitest';
import { contentOf, describeChange, inverse, isSame, rebase } from '../../src/editing/change.ts';

const here = { latitude: 48.8584, longitude: 2.2945 };
const there = { latitude: 1, longitude: 2 };
const far = { latitude: 3, longitude: 4 };
const tower = { description: 'Tower', coordinates: here };

it.each([
  [undefined, tower, 'Created “\u2068Tower\u2069” (\u2068a\u2069) at 48.8584, 2.2945'],
  [tower, undefined, 'Deleted “\u2068Tower\u2069” (\u2068a\u2069)'],
  [tower, { ...tower, coordinates: there }, 'Moved “\u2068Tower\u2069” (\u2068a\u2069) to 1, 2'],
  [tower, { ...tower, description: '' }, 'Changed the description of “\u2068Tower\u2069” (\u2068a\u2069)'],
  [{ coordinates: here }, tower, 'Added a description of “\u2068a\u2069”'],
  [tower, { coordinates: here }, 'Removed the description of “\u2068Tower\u2069” (\u2068a\u2069)'],
  [tower, { coordinates: there }, 'Changed “\u2068Tower\u2069” (\u2068a\u2069), and moved it to 1, 2'],
])('a change from %j to %j is described', (before, after, text) => {
  expect(describeChange({ id: 'a', before, after })).toBe(text);
});

it('a description of a change escapes invisible characters', () => {
  expect(describeChange({ id: 'a\u202eb', before: tower, after: undefined })).toBe(
    'Deleted “\u2068Tower\u2069” (\u2068a\\u202eb\u2069)',
  );
});

it('an absent description differs from an empty one', () => {
  expect(isSame({ coordinates: here }, { description: '', coordinates: here })).toBe(false);
  expect(isSame({ coordinates: here }, { description: undefined, coordinates: { ...here } })).toBe(true);
});

it('contents differ by any digit, and from an absent record', () => {
  const nearly = { ...here, latitude: 48.858400000000003 + 1e-14 };
  expect(isSame({ coordinates: here }, { coordinates: nearly })).toBe(false);
  expect(isSame({ coordinates: here }, { coordinates: { ...here, longitude: 0 } })).toBe(false);
  expect([isSame(undefined, undefined), isSame(undefined, tower), isSame(tower, undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('an inverse change goes from after to before', () => {
  expect(inverse({ id: 'a', before: undefined, after: tower })).toEqual({
    id: 'a',
    before: tower,
    after: undefined,
  });
});

it('the content of a record has no identifier', () => {
  expect(contentOf({ id: 'a', ...tower })).toEqual(tower);
  expect(contentOf({ id: 'a', description: undefined, coordinates: here })).toStrictEqual({
    coordinates: here,
  });
  expect(contentOf(undefined)).toBeUndefined();
});

it.each([
  ['a description', { description: 'New', coordinates: here }, { description: 'New', coordinates: there }],
  ['an absent description', { coordinates: here }, { coordinates: there }],
  ['coordinates', { ...tower, coordinates: far }, { description: 'Found', coordinates: far }],
  ['a deletion', undefined, undefined],
])('a rebased change keeps newer content that it does not touch: %s', (_, after, expected) => {
  const found = { description: 'Found', coordinates: there };
  expect(rebase({ id: 'a', before: tower, after }, found)).toEqual({
    id: 'a',
    before: found,
    after: expected,
  });
});

it('a rebased change creates a record that no longer exists', () => {
  expect(rebase({ id: 'a', before: { coordinates: here }, after: tower }, undefined)).toEqual({
    id: 'a',
    before: undefined,
    after: tower,
  });
});
