// What the servers on Fastify that find records by their places share: the routes, and which records are near.
import { readFileSync } from 'node:fs';
import { distance } from 'geokdbush';
import { createApp, listen, location, writing } from './fastify-app.mjs';

/** The options of the route for queries. A pair is an identifier and a Location. */
const querying = {
  schema: {
    querystring: {
      type: 'object',
      properties: {
        bbox: { type: 'string', pattern: '^-?[\\d.]+(,-?[\\d.]+){3}$' },
        near: { type: 'string', pattern: '^-?[\\d.]+,-?[\\d.]+$' },
        radius: { type: 'string', pattern: '^[\\d.]+$' },
        limit: { type: 'string', pattern: '^(\\d+|all)$' },
      },
      anyOf: [{ required: ['bbox'] }, { required: ['near', 'radius'] }],
    },
    response: { 200: { type: 'array', items: { type: 'array', items: [{ type: 'string' }, location] } } },
  },
};

/**
 * @typedef {import('./fastify-app.mjs').OneRecord} OneRecord
 * @typedef {[id: string, location: OneRecord['Body']]} Pair
 * @typedef {{ west: number, south: number, east: number, north: number }} Box
 * @typedef {{ bbox?: string, near?: string, radius?: string, limit?: string }} AreaQuery
 *
 * @typedef {object} Index What finds the records.
 * @property {(box: Box, limit: number) => Pair[]} within finds up to `limit` records of a box.
 * @property {(id: string, location: OneRecord['Body']) => boolean} replace whether there was such a record.
 */

/**
 * The records of a file, with which a server starts.
 *
 * @param {string} file
 * @returns {Pair[]}
 */
export function recordsOf(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Listens with an app over an index.
 *
 * @param {Index} index
 */
export async function serveAreas(index) {
  const app = createApp();
  app.get(
    '/-/records',
    querying,
    (/** @type {import('fastify').FastifyRequest<{ Querystring: AreaQuery }>} */ request) =>
      findRecords(request.query, index),
  );
  app.put('/:id', writing, (/** @type {import('fastify').FastifyRequest<OneRecord>} */ request, reply) => {
    const { id } = request.params;
    if (!index.replace(id, request.body)) {
      return reply.code(404).send({ error_message: `Location not found: ${id}` });
    }
    return reply.send();
  });
  await listen(app);
}

/**
 * The records that a query asks for: those of a box, or the nearest of a circle first.
 *
 * @param {AreaQuery} query
 * @param {Index} index
 */
function findRecords({ bbox, near, radius, limit }, { within }) {
  const count = limit === undefined || limit === 'all' ? Infinity : Number(limit);
  if (bbox !== undefined) {
    const [west = 0, south = 0, east = 0, north = 0] = numbersOf(bbox);
    return within({ west, south, east, north }, count);
  }
  const [latitude = 0, longitude = 0] = numbersOf(near ?? '');
  const kilometers = Number(radius) / 1000;
  return within(boxAround(latitude, longitude, kilometers), Infinity)
    .map((pair) => {
      const { coordinates } = pair[1];
      return { pair, away: distance(longitude, latitude, coordinates.longitude, coordinates.latitude) };
    })
    .filter(({ away }) => away <= kilometers)
    .sort((one, other) => one.away - other.away)
    .slice(0, count)
    .map(({ pair }) => pair);
}

/** @param {string} text */
function numbersOf(text) {
  return text.split(',').map(Number);
}

/** Somewhat less than it is, so that the box is somewhat too large. */
const kilometersPerDegree = 111;

/**
 * A box with a whole circle in it, unless the circle reaches a pole or the antimeridian.
 *
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} kilometers
 */
function boxAround(latitude, longitude, kilometers) {
  const high = kilometers / kilometersPerDegree;
  const wide = high / Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180);
  return { west: longitude - wide, south: latitude - high, east: longitude + wide, north: latitude + high };
}
