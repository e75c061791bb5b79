// The service as a user of Hono would write it over a Map. It checks that a body is JSON.
import { Hono } from 'hono';

/** @type {Map<string, any>} */
const records = new Map();

/** The app, which does not listen. */
export const app = new Hono();

app.get('/', (c) => c.json([...records]));

app.get('/:id', (c) => {
  const id = c.req.param('id');
  const location = records.get(id);
  if (location === undefined) return c.json({ error_message: `Resource not found: ${id}` }, 404);
  return c.json(location);
});

app.post('/:id', async (c) => {
  records.set(c.req.param('id'), await c.req.json());
  return c.body('');
});

app.put('/:id', async (c) => {
  const id = c.req.param('id');
  if (!records.has(id)) return c.json({ error_message: `Location not found: ${id}` }, 404);
  records.set(id, await c.req.json());
  return c.body('');
});

app.delete('/:id', (c) => {
  records.delete(c.req.param('id'));
  return c.body('');
});

app.onError((_error, c) => c.json({ error_message: 'Provided JSON is not valid' }, 400));
