// The records of the big list: as short as records are, and the same in every process that asks.

/** @param {number} index */
export function idOf(index) {
  // Of equal length, so that the order in which they are stored is that of their bytes as well.
  return `record-${String(index).padStart(8, '0')}`;
}

/** @param {number} index */
export function locationOf(index) {
  const coordinates = { latitude: (index % 18_000) / 100 - 90, longitude: (index % 36_000) / 100 - 180 };
  return { description: `Record number ${index}`, coordinates };
}

/**
 * The bytes of the whole list.
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
