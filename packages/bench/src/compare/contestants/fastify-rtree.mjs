// The service as a user of Fastify and better-sqlite3 would write it over the R*Tree module of SQLite: one commit for each
// write. The file has the tables of `areas/rtree.ts` already. `fastify-rtree.mjs <file> <folder with node_modules of
// better-sqlite3>`.
import { createRequire } from 'node:module';
import { addAreaRoute } from './area-queries.mjs';
import { createApp, listen, reading, writing } from './fastify-app.mjs';

/** @typedef {import('fastify').FastifyRequest<import('./fastify-app.mjs').OneRecord>} Request */

const [, , file = '', folder = ''] = process.argv;
const Database = createRequire(`${folder}/`)('better-sqlite3');
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE UNIQUE INDEX IF NOT EXISTS places_by_id ON places (id)');
const select = db.prepare('SELECT description, latitude, longitude FROM places WHERE id = ?');
const update = db.prepare(
  'UPDATE places SET description = ?, latitude = ?, longitude = ? WHERE id = ? RETURNING number',
);
const move = db.prepare(
  'UPDATE boxes SET west = $longitude, east = $longitude, south = $latitude, north = $latitude WHERE number = $number',
);
// The module rounds its numbers, so the exact ones are compared again.
const selectWithin = db.prepare(`
  SELECT id, description, latitude, longitude FROM boxes JOIN places USING (number)
  WHERE east >= $west AND west <= $east AND north >= $south AND south <= $north
    AND latitude BETWEEN $south AND $north AND longitude BETWEEN $west AND $east
  LIMIT $limit
`);

/** @param {{ description: string | null, latitude: number, longitude: number }} row */
function locationOf({ description, latitude, longitude }) {
  return { description: description ?? undefined, coordinates: { latitude, longitude } };
}

/**
 * @param {import('./area-queries.mjs').Box} box
 * @param {number} limit
 * @returns {import('./area-queries.mjs').Pair[]}
 */
function within(box, limit) {
  // A negative limit is none.
  const rows = selectWithin.all({ ...box, limit: limit === Infinity ? -1 : limit });
  return rows.map((/** @type {any} */ row) => [row.id, locationOf(row)]);
}

const put = db.transaction((/** @type {string} */ id, /** @type {Request['body']} */ location) => {
  const { description, coordinates } = location;
  const row = update.get(description ?? null, coordinates.latitude, coordinates.longitude, id);
  if (row) move.run({ ...coordinates, number: row.number });
  return row !== undefined;
});

const app = createApp();

addAreaRoute(app, within);

app.get('/:id', reading, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const row = select.get(id);
  if (row === undefined) return reply.code(404).send({ error_message: `Resource not found: ${id}` });
  return reply.send(locationOf(row));
});

app.put('/:id', writing, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  if (!put(id, request.body)) return reply.code(404).send({ error_message: `Location not found: ${id}` });
  return reply.send();
});

await listen(app);
