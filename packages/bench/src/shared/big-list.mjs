// The records of the big list: as short as records are, and the same in every process that asks for them.
import { createMemoryStore } from '@location-records/core';

/** @param {number} index */
export function idOf(index) {
  // All have the same length, so that the order in which they are stored is also that of their bytes.
  return `record-${String(index).padStart(8, '0')}`;
}

/** @param {number} index */
export function locationOf(index) {
  const coordinates = { latitude: (index % 18_000) / 100 - 90, longitude: (index % 36_000) / 100 - 180 };
  return { description: `Record number ${index}`, coordinates };
}

/**
 * A record of the big list as a request brings it: strings that JavaScript has put together take up more memory.
 *
 * @param {number} index
 * @returns {import('@location-records/core').LocationRecord}
 */
export function recordAt(index) {
  return JSON.parse(JSON.stringify([idOf(index), locationOf(index)]));
}

/**
 * The bytes of the list of the first records.
 *
 * @param {number} count
 */
export function expectedList(count) {
  const pieces = [];
  for (let index = 0; index < count; index++) {
    pieces.push(Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify([idOf(index), locationOf(index)])}`));
  }
  return Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
}

/**
 * A memory store of the first records.
 *
 * @param {number} count
 */
export function bigStore(count) {
  return createMemoryStore(firstRecords(count));
}

/**
 * The first records, one by one.
 *
 * @param {number} count
 * @returns {Generator<import('@location-records/core').LocationRecord>}
 */
export function* firstRecords(count) {
  for (let index = 0; index < count; index++) yield [idOf(index), locationOf(index)];
}
