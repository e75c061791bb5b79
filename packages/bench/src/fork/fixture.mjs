import { createMemoryStore } from '@location-records/core';
import { idOf, locationOf } from '../list/big-list.mjs';

/**
 * A memory store of the first records of the big list.
 *
 * @param {number} count
 */
export function fixture(count) {
  return createMemoryStore(firstRecords(count));
}

/**
 * @param {number} count
 * @returns {Generator<import('@location-records/core').LocationRecord>}
 */
function* firstRecords(count) {
  for (let index = 0; index < count; index++) yield [idOf(index), locationOf(index)];
}
