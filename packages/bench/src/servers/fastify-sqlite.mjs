// Fastify over better-sqlite3, with one commit to the disk for each write:
// `fastify-sqlite.mjs <file> <folder>`. The folder has better-sqlite3 in its node_modules.
import { createRequire } from 'node:module';
import { serveRecords } from './fastify-app.mjs';

const [, , file = '', folder = ''] = process.argv;
const Database = createRequire(`${folder}/`)('better-sqlite3');
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(`
  CREATE TABLE IF NOT EXISTS locations (
    id TEXT PRIMARY KEY, description TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL
  )
`);
const select = db.prepare('SELECT description, latitude, longitude FROM locations WHERE id = ?');
const selectAll = db.prepare('SELECT id, description, latitude, longitude FROM locations');
const upsert = db.prepare('INSERT OR REPLACE INTO locations VALUES (?, ?, ?, ?)');
const update = db.prepare('UPDATE locations SET description = ?, latitude = ?, longitude = ? WHERE id = ?');
const remove = db.prepare('DELETE FROM locations WHERE id = ?');

/** @param {{ description: string | null, latitude: number, longitude: number }} row */
const locationOf = ({ description, latitude, longitude }) => ({
  description: description ?? undefined,
  coordinates: { latitude, longitude },
});

await serveRecords({
  list: () => selectAll.all().map((/** @type {any} */ row) => [row.id, locationOf(row)]),
  get(id) {
    const row = select.get(id);
    return row && locationOf(row);
  },
  put(id, { description, coordinates: { latitude, longitude } }) {
    upsert.run(id, description ?? null, latitude, longitude);
  },
  replace: (id, { description, coordinates: { latitude, longitude } }) =>
    update.run(description ?? null, latitude, longitude, id).changes > 0,
  delete: (id) => void remove.run(id),
});
