// Fastify over a Map.
import { serveRecords } from './fastify-app.mjs';

/** @type {Map<string, import('./fastify-app.mjs').Location>} */
const records = new Map();

await serveRecords({
  list: () => [...records],
  get: (id) => records.get(id),
  put: (id, location) => void records.set(id, location),
  replace: (id, location) => records.has(id) && records.set(id, location) !== undefined,
  delete: (id) => void records.delete(id),
});
