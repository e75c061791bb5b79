// The service as a user of Fastify would write it over a Map: schemas check each body and write each response.
import { fastify } from 'fastify';
import { announce } from '../../servers/serve.mjs';

const coordinates = {
  type: 'object',
  required: ['latitude', 'longitude'],
  properties: { latitude: { type: 'number' }, longitude: { type: 'number' } },
};
const location = {
  type: 'object',
  required: ['coordinates'],
  properties: { description: { type: 'string' }, coordinates },
};
const failure = { type: 'object', properties: { error_message: { type: 'string' } } };
const reading = { schema: { response: { 200: location, 404: failure } } };
const writing = { schema: { body: location, response: { 404: failure } } };

/** @type {Map<string, unknown>} */
const records = new Map();
// Without the option Ajv would turn a text such as "1" into a number, which the specification does not allow.
const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });

/** @typedef {{ Params: { id: string } }} OneRecord */

app.get('/', () => [...records]);

app.get('/:id', reading, (/** @type {import('fastify').FastifyRequest<OneRecord>} */ request, reply) => {
  const { id } = request.params;
  const found = records.get(id);
  if (found === undefined) return reply.code(404).send({ error_message: `Resource not found: ${id}` });
  return reply.send(found);
});

app.post('/:id', writing, (/** @type {import('fastify').FastifyRequest<OneRecord>} */ request, reply) => {
  records.set(request.params.id, request.body);
  return reply.send();
});

app.put('/:id', writing, (/** @type {import('fastify').FastifyRequest<OneRecord>} */ request, reply) => {
  const { id } = request.params;
  if (!records.has(id)) return reply.code(404).send({ error_message: `Location not found: ${id}` });
  records.set(id, request.body);
  return reply.send();
});

app.delete('/:id', (/** @type {import('fastify').FastifyRequest<OneRecord>} */ request, reply) => {
  records.delete(request.params.id);
  return reply.send();
});

app.setErrorHandler((error, _request, reply) => {
  const isType = /** @type {import('fastify').FastifyError} */ (error).statusCode === 415;
  const message = isType ? 'Content-type is wrong, it must be JSON' : 'Provided JSON is not valid';
  reply.code(400).send({ error_message: message });
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
announce(Number(new URL(address).port));
