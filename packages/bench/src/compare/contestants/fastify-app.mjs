// What the contestants on Fastify share: the schemas, the app with its errors, and how it listens.
import { fastify } from 'fastify';
import { announce } from '../../servers/serve.mjs';

const coordinates = {
  type: 'object',
  required: ['latitude', 'longitude'],
  properties: { latitude: { type: 'number' }, longitude: { type: 'number' } },
};
/** The schema of a Location. */
export const location = {
  type: 'object',
  required: ['coordinates'],
  properties: { description: { type: 'string' }, coordinates },
};
const failure = { type: 'object', properties: { error_message: { type: 'string' } } };

/** The options of routes that respond with a Location. */
export const reading = { schema: { response: { 200: location, 404: failure } } };
/** The options of routes that take a Location. */
export const writing = { schema: { body: location, response: { 404: failure } } };

/**
 * @typedef {{
 *   Params: { id: string },
 *   Body: { description?: string, coordinates: { latitude: number, longitude: number } },
 * }} OneRecord
 */

/** An app without routes. */
export function createApp() {
  // Without the option Ajv would turn a text such as "1" into a number, which the specification does not allow.
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  app.setErrorHandler((error, _request, reply) => {
    const isType = /** @type {import('fastify').FastifyError} */ (error).statusCode === 415;
    const message = isType ? 'Content-type is wrong, it must be JSON' : 'Provided JSON is not valid';
    reply.code(400).send({ error_message: message });
  });
  return app;
}

/** @param {ReturnType<typeof createApp>} app */
export async function listen(app) {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  announce(Number(new URL(address).port));
}
