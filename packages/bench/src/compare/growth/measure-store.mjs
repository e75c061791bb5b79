// Fills a store with the first records of the big list, and times calls of its interface: `measure-store.mjs <store url>
// <records> <calls in a slice> <rounds>`. Prints as JSON the microseconds of a get and of a put, and the milliseconds of
// the whole list, of each round.
import { callAtOnce } from '../../shared/at-once.mjs';
import { recordAt } from '../../shared/big-list.mjs';
import { openStore } from '../../shared/open-store.mjs';

/** The number of concurrent writes that fill the store. */
const fillers = 1024;
/** The number of concurrent calls that are timed. */
const atOnce = 64;
/** The number of records that the lists of a round have together at least. */
const listedPerRound = 10_000;
/** The number of rounds that do not count. */
const warmUpRounds = 3;

const [, , url = '', ...numbers] = process.argv;
const [records = 0, calls = 0, rounds = 0] = numbers.map(Number);
const store = await openStore(url);
await callAtOnce(records, fillers, (index) => store.put(...recordAt(index)));
/** @type {{ get: number, put: number, list: number }[]} */
const seen = [];
let isRight = true;
for (let round = 0; round < warmUpRounds + rounds; round++) seen.push(await timeRound());
await store.close();
const counted = seen.slice(warmUpRounds);
/** @param {keyof typeof seen[number]} figure */
const all = (figure) => counted.map((one) => one[figure]);
process.stdout.write(JSON.stringify({ get: all('get'), put: all('put'), list: all('list'), isRight }));

async function timeRound() {
  const get = await timeCalls(draw, async ([id]) => {
    if ((await store.get(id)) === undefined) isRight = false;
  });
  // The content of another record, since SQLite writes nothing when an UPDATE changes nothing.
  const put = await timeCalls(
    () => /** @type {const} */ ([draw()[0], draw()[1]]),
    ([id, location]) => store.put(id, location),
  );
  const lists = Math.ceil(listedPerRound / records);
  const begin = performance.now();
  for (let count = 0; count < lists; count++) if ((await listOnce()) !== records) isRight = false;
  const list = (performance.now() - begin) / lists;
  return { get, put, list };
}

/**
 * The microseconds of a call, of a slice. What the calls get is made beforehand.
 *
 * @template Given
 * @param {() => Given} make
 * @param {(given: Given) => Promise<unknown>} call
 */
async function timeCalls(make, call) {
  const given = Array.from({ length: calls }, make);
  const begin = performance.now();
  await callAtOnce(calls, atOnce, (index) => call(/** @type {Given} */ (given[index])));
  return ((performance.now() - begin) * 1000) / calls;
}

/** A random one of the records. */
function draw() {
  return recordAt(Math.floor(Math.random() * records));
}

async function listOnce() {
  let listed = 0;
  for await (const batch of store.list()) listed += batch.length;
  return listed;
}
