// What the contestants that find records by their places share: the query of a request, and which records are near.
import { distance } from 'geokdbush';

/** The options of the route. */
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
  },
};

/**
 * @typedef {{ latitude: number, longitude: number }} Coordinates
 * @typedef {{ west: number, south: number, east: number, north: number }} Box
 * @typedef {import('./fastify-app.mjs').OneRecord['Body']} Location
 * @typedef {[id: string, location: Location]} Pair
 * @typedef {{ bbox?: string, near?: string, radius?: string, limit?: string }} AreaQuery
 */

/**
 * Adds a route that responds with the records of an area.
 *
 * @param {ReturnType<typeof import('./fastify-app.mjs').createApp>} app
 * @param {(box: Box, limit: number) => Pair[]} within finds up to `limit` records of a box.
 */
export function addAreaRoute(app, within) {
  app.get(
    '/-/records',
    querying,
    (/** @type {import('fastify').FastifyRequest<{ Querystring: AreaQuery }>} */ request) =>
      findRecords(request.query, within),
  );
}

/**
 * The records that a query asks for: those of a box, or the nearest of a circle first.
 *
 * @param {AreaQuery} query
 * @param {(box: Box, limit: number) => Pair[]} within
 */
function findRecords({ bbox, near, radius, limit }, within) {
  const count = limit === undefined || limit === 'all' ? Infinity : Number(limit);
  if (bbox !== undefined) {
    const [west = 0, south = 0, east = 0, north = 0] = numbersOf(bbox);
    return within({ west, south, east, north }, count);
  }
  const [latitude = 0, longitude = 0] = numbersOf(near ?? '');
  const kilometers = Number(radius) / 1000;
  return within(boxAround({ latitude, longitude }, kilometers), Infinity)
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

const kilometersPerDegree = 111.19;

/**
 * A box with a whole circle in it, unless the circle reaches a pole or the antimeridian.
 *
 * @param {Coordinates} middle
 * @param {number} kilometers
 */
function boxAround({ latitude, longitude }, kilometers) {
  const high = kilometers / kilometersPerDegree;
  const wide = high / Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180);
  return {
    west: longitude - wide,
    south: latitude - high,
    east: longitude + wide,
    north: latitude + high,
  };
}
