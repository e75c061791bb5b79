// Records in a Map that are looked at one after the other, until there are enough: `fastify-scan.mjs <file of records>`.
import { recordsOf, serveAreas } from './area-app.mjs';

const [, , file = ''] = process.argv;
const records = new Map(recordsOf(file));

await serveAreas({
  within({ west, south, east, north }, limit) {
    /** @type {import('./area-app.mjs').Pair[]} */
    const found = [];
    for (const record of records) {
      const { latitude, longitude } = record[1].coordinates;
      if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
      found.push(record);
      if (found.length === limit) break;
    }
    return found;
  },
  replace(id, location) {
    if (!records.has(id)) return false;
    records.set(id, location);
    return true;
  },
});
