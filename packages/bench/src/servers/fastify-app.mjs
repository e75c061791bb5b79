// The service as a user of Fastify would write it: schemas check each body and write each response.
import { fastify } from 'fastify';
import { announce } from './announce.mjs';

const location = {
  type: 'object',
  required: ['coordinates'],
  properties: {
    description: { type: 'string' },
    coordinates: {
      type: 'object',
      required: ['latitude', 'longitude'],
      properties: { latitude: { type: 'number' }, longitude: { type: 'number' } },
    },
  },
};
const failure = { type: 'object', properties: { error_message: { type: 'string' } } };
const reading = { schema: { response: { 200: location, 404: failure } } };
const writing = { schema: { body: location, response: { 404: failure } } };

/**
 * @typedef {{ description?: string, coordinates: { latitude: number, longitude: number } }} Location
 * @typedef {import('fastify').FastifyRequest<{ Params: { id: string }, Body: Location }>} Request
 */

/**
 * Listens on a free port with an app over these records.
 *
 * @param {object} records
 * @param {() => unknown} records.list
 * @param {(id: string) => Location | undefined} records.get
 * @param {(id: string, location: Location) => void} records.put
 * @param {(id: string, location: Location) => boolean} records.replace
 * @param {(id: string) => void} records.delete
 */
export async function serveRecords(records) {
  // Otherwise Ajv turns a text such as "1" into a number.
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  app.get('/', () => records.list());
  app.get('/:id', reading, (/** @type {Request} */ { params: { id } }, reply) => {
    const found = records.get(id);
    return found === undefined
      ? reply.code(404).send({ error_message: `Resource not found: ${id}` })
      : reply.send(found);
  });
  app.post('/:id', writing, (/** @type {Request} */ { params: { id }, body }, reply) => {
    records.put(id, body);
    return reply.send();
  });
  app.put('/:id', writing, (/** @type {Request} */ { params: { id }, body }, reply) => {
    if (records.replace(id, body)) return reply.send();
    return reply.code(404).send({ error_message: `Location not found: ${id}` });
  });
  app.delete('/:id', (/** @type {Request} */ { params: { id } }, reply) => {
    records.delete(id);
    return reply.send();
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  announce(Number(new URL(address).port));
}
