// The service as a user of Fastify and rbush would write it: a Map, and an R-tree of the same records in memory.
import RBush from 'rbush';
import { addAreaRoute } from './area-queries.mjs';
import { createApp, listen, reading, writing } from './fastify-app.mjs';

/** @typedef {import('fastify').FastifyRequest<import('./fastify-app.mjs').OneRecord>} Request */

/**
 * @typedef {object} Item What the tree holds.
 * @property {string} id
 * @property {Request['body']} location
 */

/** @extends {RBush<Item>} */
class Tree extends RBush {
  /**
   * @override
   * @param {Item} item
   */
  toBBox({ location: { coordinates } }) {
    const { latitude, longitude } = coordinates;
    return { minX: longitude, minY: latitude, maxX: longitude, maxY: latitude };
  }

  /**
   * @override
   * @param {Item} one
   * @param {Item} other
   */
  compareMinX(one, other) {
    return one.location.coordinates.longitude - other.location.coordinates.longitude;
  }

  /**
   * @override
   * @param {Item} one
   * @param {Item} other
   */
  compareMinY(one, other) {
    return one.location.coordinates.latitude - other.location.coordinates.latitude;
  }
}

/** @type {Map<string, Item>} */
const records = new Map();
const tree = new Tree();

/**
 * @param {string} id
 * @param {Request['body']} location
 */
function put(id, location) {
  remove(id);
  const item = { id, location };
  records.set(id, item);
  tree.insert(item);
}

/** @param {string} id */
function remove(id) {
  const item = records.get(id);
  if (item === undefined) return;
  records.delete(id);
  tree.remove(item);
}

/**
 * @param {import('./area-queries.mjs').Box} box
 * @param {number} limit
 * @returns {import('./area-queries.mjs').Pair[]}
 */
function within({ west, south, east, north }, limit) {
  return tree
    .search({ minX: west, minY: south, maxX: east, maxY: north })
    .slice(0, limit)
    .map(({ id, location }) => [id, location]);
}

const app = createApp();

addAreaRoute(app, within);

app.get('/:id', reading, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const found = records.get(id);
  if (found === undefined) return reply.code(404).send({ error_message: `Resource not found: ${id}` });
  return reply.send(found.location);
});

app.post('/:id', writing, (/** @type {Request} */ request, reply) => {
  put(request.params.id, request.body);
  return reply.send();
});

app.put('/:id', writing, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  if (!records.has(id)) return reply.code(404).send({ error_message: `Location not found: ${id}` });
  put(id, request.body);
  return reply.send();
});

app.delete('/:id', (/** @type {Request} */ request, reply) => {
  remove(request.params.id);
  return reply.send();
});

await listen(app);
