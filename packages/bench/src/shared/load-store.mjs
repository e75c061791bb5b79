// Puts the first records of the big list into a store through its own interface: `node load-store.mjs <store url> <count>`.
import { callAtOnce } from './at-once.mjs';
import { idOf, locationOf } from './big-list.mjs';
import { openStore } from './open-store.mjs';

/** The number of concurrent writes. */
const writers = 4096;

const [, , url = '', count] = process.argv;
const store = await openStore(url);
await callAtOnce(Number(count), writers, (index) => store.put(idOf(index), locationOf(index)));
await store.close();
