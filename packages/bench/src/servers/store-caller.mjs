// Calls a store, without HTTP: `store-caller.mjs <module> <function> <options as JSON>`. For each message
// `{ call, milliseconds }` it makes calls from 64 callers for that time, and sends the number of calls and
// the CPU time in microseconds. `{ call: 'load', count }` stores records first.
const [, , module = '', name = '', json = '{}'] = process.argv;
const [stores, options] = [await import(module), JSON.parse(json)];
await stores.migratePostgres?.(options);
const store = await stores[name](options);

const callers = 64;
const ids = 10_000;
let next = 0;
const idOf = (/** @type {number} */ index) => `record-${String(index).padStart(8, '0')}`;
const locationOf = (/** @type {number} */ index) => ({
  description: `Record number ${index}`,
  coordinates: { latitude: (index % 18_000) / 100 - 90, longitude: (index % 36_000) / 100 - 180 },
});

/** @type {Record<string, () => Promise<unknown>>} */
const calls = {
  put: () => store.put(idOf(next % ids), locationOf(next++)),
  replace: () => store.replace(idOf(next % ids), locationOf(next++)),
  get: () => store.get(idOf(next++ % ids)),
};

/** @param {(() => Promise<unknown>) | undefined} call @param {number} milliseconds */
async function callFor(call, milliseconds) {
  if (!call) throw new Error('No such call.');
  const end = performance.now() + milliseconds;
  let count = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (; performance.now() < end; count++) await call();
    }),
  );
  return count;
}

/** @param {number} count */
async function load(count) {
  let index = 0;
  await Promise.all(
    Array.from({ length: 16 * callers }, async () => {
      while (index < count) {
        const own = index++;
        await store.put(idOf(own), locationOf(own));
      }
    }),
  );
  return count;
}

process.on('message', async (/** @type {any} */ { call, milliseconds, count }) => {
  const before = process.cpuUsage();
  const begin = performance.now();
  const made = call === 'load' ? await load(count) : await callFor(calls[call], milliseconds);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ calls: made, cpu: user + system, seconds: (performance.now() - begin) / 1000 });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
