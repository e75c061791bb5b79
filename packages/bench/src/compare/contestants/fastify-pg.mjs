// The service as a user of Fastify and pg would write it: a pool and prepared statements, with one commit for each
// request. `fastify-pg.mjs <url>`.
import pg from 'pg';
import { createApp, listen, reading, writing } from './fastify-app.mjs';

/** @typedef {import('fastify').FastifyRequest<import('./fastify-app.mjs').OneRecord>} Request */

const [, , url] = process.argv;
const pool = new pg.Pool({ connectionString: url });
await pool.query(`
  CREATE TABLE IF NOT EXISTS fastify_locations (
    id text PRIMARY KEY, description text, latitude float8 NOT NULL, longitude float8 NOT NULL
  )
`);
const columns = 'description, latitude, longitude';
const statements = {
  select: `SELECT ${columns} FROM fastify_locations WHERE id = $1`,
  selectAll: `SELECT id, ${columns} FROM fastify_locations`,
  upsert: `
    INSERT INTO fastify_locations (id, ${columns}) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE
    SET description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
  `,
  update: 'UPDATE fastify_locations SET description = $2, latitude = $3, longitude = $4 WHERE id = $1',
  remove: 'DELETE FROM fastify_locations WHERE id = $1',
};

/**
 * @param {keyof typeof statements} name
 * @param {unknown[]} values
 */
const run = (name, ...values) => pool.query({ name, text: statements[name], values });

/** @param {{ description: string | null, latitude: number, longitude: number }} row */
function locationOf({ description, latitude, longitude }) {
  return { description: description ?? undefined, coordinates: { latitude, longitude } };
}

const app = createApp();

app.get('/', async () => (await run('selectAll')).rows.map((row) => [row.id, locationOf(row)]));

app.get('/:id', reading, async (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const { rows } = await run('select', id);
  if (rows.length === 0) return reply.code(404).send({ error_message: `Resource not found: ${id}` });
  return locationOf(rows[0]);
});

app.post('/:id', writing, async (/** @type {Request} */ request, reply) => {
  const { description, coordinates } = request.body;
  await run('upsert', request.params.id, description ?? null, coordinates.latitude, coordinates.longitude);
  return reply.send();
});

app.put('/:id', writing, async (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const { description, coordinates } = request.body;
  const { latitude, longitude } = coordinates;
  const { rowCount } = await run('update', id, description ?? null, latitude, longitude);
  if (rowCount === 0) return reply.code(404).send({ error_message: `Location not found: ${id}` });
  return reply.send();
});

app.delete('/:id', async (/** @type {Request} */ request, reply) => {
  await run('remove', request.params.id);
  return reply.send();
});

await listen(app);
