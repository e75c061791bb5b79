// Puts records into a SQLite store through its own interface: `node load-sqlite.mjs <path> <count>`.
import { openSqliteStore } from '@location-records/stores/sqlite';
import { idOf, locationOf } from './big-list.mjs';

/** So many writes are under way at once. */
const writers = 4096;

const [, , path = '', count] = process.argv;
const store = await openSqliteStore({ path });
let next = 0;
await Promise.all(Array.from({ length: writers }, write));
await store.close();

async function write() {
  while (next < Number(count)) {
    const index = next++;
    await store.put(idOf(index), locationOf(index));
  }
}
