// Boxes and circles on every store beside a look at every record. See the README.
import type { Handler, LocationRecord } from '@location-records/core';
import { type AreaStore, type Box, compareByStripe } from '@location-records/core/areas';
import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { engineStores } from '../shared/engine-stores.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { readBox } from '../shared/read-box.ts';
import { areaService, findNear } from './find-near.ts';
import { lookAtAll, someBox, someCrowd, someRecords } from './some-box.ts';
import { type Circle, circleFault, someCircle, wholeGlobe } from './some-circle.ts';

const values = readFlags({
  queries: { type: 'number', min: 1, max: 2 ** 31 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: engineStores.map(({ name }) => name) },
  buckets: { type: 'number', min: 1 },
});
/** Of these, one in ten is a circle. */
const count = values.queries ?? (values.short ? 1000 : 100_000);

/** How many queries there are before the records are others. */
const queriesPerSet = 500;

/** How many records there are at a time. */
const recordCount = 200;

/** How many records a crowd has. */
const crowdCount = values.short ? 3000 : 20_000;

/** How many queries are under way at once. */
const atOnce = 16;

/** Of Redis: a query asks each for its places, and most of the usual 1,024 would have none. */
const buckets = values.buckets ?? 64;

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same records and queries');
  const rows: string[][] = [];
  for (const { name, isThere, within, openAreas } of engineStores) {
    if (values.store !== undefined && values.store !== name) continue;
    if (!isThere()) {
      print(`${name} is not on this machine: nothing was asked for`);
      continue;
    }
    const begin = performance.now();
    const { differences, found } = await within(async (address) =>
      compareQueries(await openAreas(address, buckets), seed),
    );
    for (const difference of differences.slice(0, 5)) print(`${name}: ${difference}`);
    verdict.check(`${name}: every query gets its records, in order`, differences.length === 0);
    verdict.check(`${name}: records were found`, found > 0);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    rows.push([name, ...[count, found, differences.length].map(String), seconds]);
    print(`${name}: ${count} queries, ${differences.length} differences`);
  }
  printTable(['store', 'queries', 'records found', 'differences', 'seconds'], rows);
});

/** Asks a store, and closes it. */
async function compareQueries(store: AreaStore, seed: number) {
  const random = seededRandom(seed);
  const handle = areaService(store);
  const differences: string[] = [];
  let found = 0;
  let records: LocationRecord[] = [];
  for (let done = 0; done < count; done += queriesPerSet) {
    await Promise.all(records.map(([id]) => store.delete(id)));
    records = someRecords(random, recordCount);
    await Promise.all(records.map(([id, location]) => store.put(id, location)));
    const queries = Array.from({ length: Math.min(queriesPerSet, count - done) }, (_, number) => {
      const limit = 1 + Math.floor(random() * 60);
      if (number % 10 !== 0) return compareBox(store, records, someBox(random, records), limit);
      return compareCircle(handle, records, someCircle(random, records), limit);
    });
    const work = async () => {
      for (let query = queries.pop(); query; query = queries.pop()) {
        const [seen, difference] = await query();
        found += seen;
        if (difference) differences.push(difference);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  await Promise.all(records.map(([id]) => store.delete(id)));
  for (const query of await crowdQueries(store, handle, random)) {
    const [seen, difference] = await query();
    found += seen;
    if (difference) differences.push(difference);
  }
  await store.close();
  return { differences, found };
}

/** The pages of all records of a crowd, by their distance from its middle and from far away. */
async function crowdQueries(store: AreaStore, handle: Handler, random: () => number): Promise<Query[]> {
  const records = someCrowd(random, crowdCount);
  await Promise.all(records.map(([id, location]) => store.put(id, location)));
  const places = [
    [48.86, 2.29],
    [40.7, -74],
    [-48.86, -177.71],
  ] as const;
  return places.map(([latitude, longitude]) =>
    compareCircle(handle, records, wholeGlobe(latitude, longitude), values.short ? 1000 : 100),
  );
}

/** A query: how many records were found, and what is wrong with them. */
type Query = () => Promise<[found: number, difference: string | undefined]>;

function compareBox(store: AreaStore, records: readonly LocationRecord[], box: Box, limit: number): Query {
  return async () => {
    const found = await readBox(store, box, limit);
    const expected = lookAtAll(records, box);
    if (store.guarantees.areaOrder === 'stripe') expected.sort(compareByStripe);
    else for (const list of [expected, found]) list.sort(([a], [b]) => (a < b ? -1 : 1));
    const isSame = JSON.stringify(found) === JSON.stringify(expected);
    const query = JSON.stringify({ box, limit });
    return [found.length, isSame ? undefined : `${query}: ${found.length} records, not ${expected.length}`];
  };
}

function compareCircle(
  handle: Handler,
  records: readonly LocationRecord[],
  circle: Circle,
  limit: number,
): Query {
  return async () => {
    const found = await findNear(handle, circle, limit);
    const fault = circleFault(circle, records, found);
    return [found.length, fault && `${JSON.stringify({ circle, limit })}: ${fault}`];
  };
}
