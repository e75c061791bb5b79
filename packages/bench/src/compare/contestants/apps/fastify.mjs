// The service as a user of Fastify would write it over a Map: schemas check each body and write each response.
import { createApp, reading, writing } from '../fastify-app.mjs';

/** @typedef {import('fastify').FastifyRequest<import('../fastify-app.mjs').OneRecord>} Request */

/** @type {Map<string, Request['body']>} */
const records = new Map();

/** The app, which does not listen. */
export const app = createApp();

app.get('/', () => [...records]);

app.get('/:id', reading, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  const found = records.get(id);
  if (found === undefined) return reply.code(404).send({ error_message: `Resource not found: ${id}` });
  return reply.send(found);
});

app.post('/:id', writing, (/** @type {Request} */ request, reply) => {
  records.set(request.params.id, request.body);
  return reply.send();
});

app.put('/:id', writing, (/** @type {Request} */ request, reply) => {
  const { id } = request.params;
  if (!records.has(id)) return reply.code(404).send({ error_message: `Location not found: ${id}` });
  records.set(id, request.body);
  return reply.send();
});

app.delete('/:id', (/** @type {Request} */ request, reply) => {
  records.delete(request.params.id);
  return reply.send();
});
