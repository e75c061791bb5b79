// Records in a Map and in an R-tree of rbush, which is loaded at once: `fastify-rbush.mjs <file of records>`.
import RBush from 'rbush';
import { recordsOf, serveAreas } from './area-app.mjs';

/**
 * @typedef {object} Item What the tree holds.
 * @property {import('./area-app.mjs').Pair} record
 * @property {number} minX
 * @property {number} minY
 * @property {number} maxX
 * @property {number} maxY
 */

const [, , file = ''] = process.argv;
/** @type {RBush<Item>} */
const tree = new RBush();
const items = new Map(recordsOf(file).map((record) => [record[0], itemOf(record)]));
tree.load([...items.values()]);

/**
 * @param {import('./area-app.mjs').Pair} record
 * @returns {Item}
 */
function itemOf(record) {
  const { latitude, longitude } = record[1].coordinates;
  return { record, minX: longitude, minY: latitude, maxX: longitude, maxY: latitude };
}

await serveAreas({
  within({ west, south, east, north }, limit) {
    // It has no limit of its own.
    const found = tree.search({ minX: west, minY: south, maxX: east, maxY: north });
    return found.slice(0, limit).map(({ record }) => record);
  },
  replace(id, location) {
    const before = items.get(id);
    if (before === undefined) return false;
    const item = itemOf([id, location]);
    tree.remove(before);
    tree.insert(item);
    items.set(id, item);
    return true;
  },
});
