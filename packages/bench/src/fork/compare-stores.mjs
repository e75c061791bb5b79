// Measures reads and writes of memory stores that were forked, in turns with a store that was not:
// `node compare-stores.mjs <records> <alternations> <rounds>`. The outcome is JSON, in microseconds of CPU time.
import { bigStore, idOf, locationOf } from '../shared/big-list.mjs';

/** @typedef {import('@location-records/core').MemoryStore} MemoryStore */

/** The number of calls in a slice. */
const calls = 10_000;
/** The number of warm-up rounds, which do not count. */
const warmUpRounds = 3;

const [records = 0, alternations = 0, rounds = 0] = process.argv.slice(2).map(Number);
const ids = Array.from({ length: records }, (_, index) => idOf(index));
const locations = ids.map((_, index) => locationOf(index));
const shared = bigStore(records);
const overwritten = shared.fork();
for (let index = 0; index < records; index += 10) await putAt(overwritten, index);
const alternated = shared.fork();
const begin = process.cpuUsage();
for (let index = 0; index < alternations; index++) {
  await putAt(alternated, index);
  alternated.fork();
}
const alternation = since(begin) / alternations;
const plain = bigStore(records);

/**
 * Each gives the store of a slice.
 *
 * @type {Record<string, () => MemoryStore>}
 */
const contestants = {
  'never forked': () => plain,
  forked: () => shared.fork(),
  'with a tenth overwritten': () => overwritten.fork(),
  'forked after each write': () => alternated.fork(),
};

/**
 * Each runs a slice, and resolves to the number of calls, or of records listed.
 *
 * @type {Record<string, (store: MemoryStore, from: number) => Promise<number>>}
 */
const tasks = {
  async get(store, from) {
    for (let index = from; index < from + calls; index++) await store.get(ids[index % records] ?? '');
    return calls;
  },
  async put(store, from) {
    for (let index = from; index < from + calls; index++) await putAt(store, index);
    return calls;
  },
  async list(store) {
    let listed = 0;
    for await (const batch of store.list()) listed += batch.length;
    return listed;
  },
};

/** @type {{ task: string, store: string, costs: number[] }[]} */
const series = [];
for (const [task, run] of Object.entries(tasks)) {
  const own = Object.keys(contestants).map((store) => ({ task, store, costs: /** @type {number[]} */ ([]) }));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [index, give] of Object.values(contestants).entries()) {
      const store = give();
      const start = process.cpuUsage();
      const done = await run(store, round * calls);
      if (round >= warmUpRounds) own[index]?.costs.push(since(start) / done);
    }
  }
  series.push(...own);
}
process.stdout.write(JSON.stringify({ alternation, series }));

/**
 * @param {MemoryStore} store
 * @param {number} index
 */
function putAt(store, index) {
  return store.put(ids[index % records] ?? '', locations[index % records] ?? locationOf(index));
}

/** @param {NodeJS.CpuUsage} start */
function since(start) {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
