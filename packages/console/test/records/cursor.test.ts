import type { AreaPosition } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBoxCursor, readNearCursor, writeBoxCursor, writeNearCursor } from '../../src/records/cursor.ts';
import { RequestFault } from '../../src/records/request-fault.ts';

const boxes = [
  { west: 170, south: -10, east: 180, north: 10 },
  { west: -180, south: -10, east: -170, north: 10 },
];
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const ids = fc.string({ minLength: 1, unit: 'grapheme' });
const positions: fc.Arbitrary<AreaPosition> = fc.record(
  { part: fc.maxSafeInteger(), latitude: finite, longitude: finite, id: ids },
  { noNullPrototype: true },
);
const damaged = 'The parameter "cursor" must be copied unchanged from a link to the next page.';
const ofAnotherQuery = 'The parameter "cursor" must come from the same query.';

/** A cursor with any content. */
function cursorOf(content: unknown): string {
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
}

describe('a cursor of boxes', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.option(positions, { nil: undefined }), fc.nat({ max: 1 }), (after, box) => {
        const text = writeBoxCursor({ box, after }, 'bbox=1', 'stripe');
        expect(text).toMatch(/^[\w-]+$/);
        expect(readBoxCursor(text, boxes, 'bbox=1', 'stripe')).toEqual({ box, after });
      }),
    );
  });

  it('a cursor of a box is refused for another query, another order and another version', () => {
    const text = writeBoxCursor({ box: 0, after: undefined }, 'bbox=1', 'stripe');
    expect(() => readBoxCursor(text, boxes, 'bbox=2', 'stripe')).toThrow(ofAnotherQuery);
    expect(() => readBoxCursor(text, boxes, 'bbox=1', 'own')).toThrow('must come from this store');
    const later = cursorOf([2, 'bbox=1', 'x']);
    expect(() => readBoxCursor(later, boxes, 'bbox=1', 'own')).toThrow('must come from this version');
    const near = writeNearCursor({ distance: 1, id: 'a', rank: 1 }, 'near=1');
    expect(() => readBoxCursor(near, boxes, 'bbox=1', 'stripe')).toThrow(ofAnotherQuery);
  });

  it.each([
    [[]],
    [[2]],
    [[0.5]],
    [['0']],
    [[0, 1, 2, 3]],
    [[0, 1, 2, 3, 'a', 5]],
    [[0, 1.5, 2, 3, 'a']],
    [[0, 1, '2', 3, 'a']],
    [[0, 1, 2, null, 'a']],
    [[0, 1, 2, 3, '']],
    [[0, 1, 2, 3, 'a\ud800']],
  ])('a cursor of a box is refused with %j behind its order', (content) => {
    const text = cursorOf([1, '', 'stripe', ...content]);
    expect(() => readBoxCursor(text, boxes, '', 'stripe')).toThrow(damaged);
  });
});

describe('a cursor of what is near', () => {
  it('is read as it was written', () => {
    const distances = fc.double({ min: 0, max: 20_015_115, noNaN: true });
    const ranks = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(distances, ids, ranks, (distance, id, rank) => {
        const text = writeNearCursor({ distance, id, rank }, 'near=1');
        expect(readNearCursor(text, 'near=1')).toEqual({ distance: distance + 0, id, rank });
      }),
    );
  });

  it.each([
    [[]],
    [[5, 'a']],
    [[-5, 'a', 1]],
    [[20_015_116, 'a', 1]],
    [['5', 'a', 1]],
    [[5, '', 1]],
    [[5, ['a'], 1]],
    [[5, 'a', 0]],
    [[5, 'a', 2 ** 53]],
    [[5, 'a', 1, 'b']],
  ])('a cursor near a point is refused with %j behind its query', (content) => {
    expect(() => readNearCursor(cursorOf([1, 'near=1', ...content]), 'near=1')).toThrow(damaged);
  });
});

it.each([
  ['nothing', ''],
  ['a word', 'abc'],
  ['base64', 'WzEs+/=='],
  ['null', cursorOf(null)],
  ['an object', cursorOf({ 0: 1, 1: 'near=1', length: 5 })],
  ['an infinite number', cursorOf('[1,"near=1",1e999,"a",1]')],
  ['JSON that ends early', cursorOf('[1,"near=1",5,"a",1')],
  ['bytes that are not UTF-8', Buffer.from([0x5b, 0xff, 0x5d]).toString('base64url')],
  ['deep arrays', cursorOf('['.repeat(100_000))],
])('%s is not a cursor', (_, text) => {
  expect(() => readNearCursor(text, 'near=1')).toThrow(damaged);
  expect(() => readBoxCursor(text, boxes, 'near=1', 'stripe')).toThrow(RequestFault);
});
