// Records in a table of better-sqlite3, and in the R*Tree module of SQLite. Each write is one commit. The file has the tables of
// `areas/rtree.ts` already. `fastify-rtree.mjs <file> <folder with node_modules of better-sqlite3>`.
import { createRequire } from 'node:module';
import { serveAreas } from './area-app.mjs';

const [, , file = '', folder = ''] = process.argv;
const Database = createRequire(`${folder}/`)('better-sqlite3');
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE UNIQUE INDEX IF NOT EXISTS places_by_id ON places (id)');
const update = db.prepare(
  'UPDATE places SET description = ?, latitude = ?, longitude = ? WHERE id = ? RETURNING number',
);
const move = db.prepare(
  'UPDATE boxes SET west = $longitude, east = $longitude, south = $latitude, north = $latitude WHERE number = $number',
);
// The module rounds its numbers, so the exact ones are compared again.
const select = db.prepare(`
  SELECT id, description, latitude, longitude FROM boxes JOIN places USING (number)
  WHERE east >= $west AND west <= $east AND north >= $south AND south <= $north
    AND latitude BETWEEN $south AND $north AND longitude BETWEEN $west AND $east
  LIMIT $limit
`);
/** @typedef {{ id: string, description: string | null, latitude: number, longitude: number }} Row */

const replace = db.transaction(
  (
    /** @type {string} */ id,
    /** @type {import('./area-app.mjs').Pair[1]} */ { description, coordinates },
  ) => {
    const row = update.get(description ?? null, coordinates.latitude, coordinates.longitude, id);
    if (row) move.run({ ...coordinates, number: row.number });
    return row !== undefined;
  },
);

await serveAreas({
  within(box, limit) {
    // A negative limit is none.
    const rows = select.all({ ...box, limit: limit === Infinity ? -1 : limit });
    return rows.map((/** @type {Row} */ { id, description, latitude, longitude }) => [
      id,
      { description: description ?? undefined, coordinates: { latitude, longitude } },
    ]);
  },
  replace,
});
