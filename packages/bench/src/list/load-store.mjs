// Puts the first records of the big list into a store through its own interface: `node load-store.mjs <store url> <count>`.
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { idOf, locationOf } from '../shared/big-list.mjs';

/** The number of concurrent writes. */
const writers = 4096;

const [, , url = '', count] = process.argv;
const store = await open(url);
let next = 0;
await Promise.all(Array.from({ length: writers }, write));
await store.close();

async function write() {
  while (next < Number(count)) {
    const index = next++;
    await store.put(idOf(index), locationOf(index));
  }
}

/** @param {string} url */
function open(url) {
  const [scheme, rest] = /** @type {[string, string]} */ (url.split(/:(.*)/s, 2));
  if (scheme === 'sqlite') return openSqliteStore({ path: rest });
  return openRedisStore({
    url: rest
      .slice(2)
      .split(',')
      .map((host) => `redis://${host}`),
  });
}
