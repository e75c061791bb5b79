// The app of Fastify over a Map, with a route that looks at each record until it has enough.

import { app, records } from './apps/fastify.mjs';
import { addAreaRoute } from './area-queries.mjs';
import { listen } from './fastify-app.mjs';

/**
 * @param {import('./area-queries.mjs').Box} box
 * @param {number} limit
 */
function within({ west, south, east, north }, limit) {
  /** @type {import('./area-queries.mjs').Pair[]} */
  const found = [];
  for (const record of records) {
    const { latitude, longitude } = record[1].coordinates;
    if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
    found.push(record);
    if (found.length === limit) break;
  }
  return found;
}

addAreaRoute(app, within);

await listen(app);
