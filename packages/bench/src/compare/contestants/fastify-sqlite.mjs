// The service as a user of Fastify and better-sqlite3 would write it: one commit for each request, on the disk before the
// response. `fastify-sqlite.mjs <file> <folder with node_modules of better-sqlite3>`.
import { createRequire } from 'node:module';
import { createApp, listen, reading, writing } from './fastify-app.mjs';

/** @typedef {import('fastify').FastifyRequest<import('./fastify-app.mjs').OneRecord>} Request */

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
function locationOf({ description, latitude, longitude }) {
  return { description: description ?? undefined, coordinates: { latitude, longitude } };
}

const app = createApp();

app.get('/', () => selectAll.all().map((/** @type {any} */ row) => [row.id, locationOf(row)]));

app.get('/:id', reading, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const row = select.get(id);
  if (row === undefined) return reply.code(404).send({ error_message: `Resource not found: ${id}` });
  return reply.send(locationOf(row));
});

app.post('/:id', writing, (/** @type {Request} */ request, reply) => {
  const { description, coordinates } = request.body;
  upsert.run(request.params.id, description ?? null, coordinates.latitude, coordinates.longitude);
  return reply.send();
});

app.put('/:id', writing, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const { description, coordinates } = request.body;
  const { changes } = update.run(description ?? null, coordinates.latitude, coordinates.longitude, id);
  if (changes === 0) return reply.code(404).send({ error_message: `Location not found: ${id}` });
  return reply.send();
});

app.delete('/:id', (/** @type {Request} */ request, reply) => {
  remove.run(request.params.id);
  return reply.send();
});

await listen(app);
