// Area queries of every store beside a look at every record. See the README.
import type { LocationRecord } from '@location-records/core';
import { type AreaStore, type Box, compareByStripe } from '@location-records/core/areas';
import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { engineStores } from '../shared/engine-stores.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { readBox } from '../shared/read-box.ts';
import { lookAtAll, someBox, someRecords } from './some-box.ts';

const values = readFlags({
  boxes: { type: 'number', min: 1, max: 2 ** 31 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: engineStores.map(({ name }) => name) },
});
const count = values.boxes ?? (values.short ? 1000 : 100_000);

/** How many boxes are asked for before the records are others. */
const boxesPerSet = 500;

/** How many queries are under way at once. */
const atOnce = 16;

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same records and boxes');
  const rows: string[][] = [];
  for (const { name, isThere, within, openAreas } of engineStores) {
    if (values.store !== undefined && values.store !== name) continue;
    if (!isThere()) {
      print(`${name} is not on this machine: no box was asked for`);
      continue;
    }
    const begin = performance.now();
    const { differences, found } = await within(async (address) =>
      compareBoxes(await openAreas(address), seed),
    );
    for (const difference of differences.slice(0, 5)) print(`${name}: ${difference}`);
    verdict.check(`${name}: every box has its records, in order`, differences.length === 0);
    verdict.check(`${name}: there were records in boxes`, found > 0);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    rows.push([name, ...[count, found, differences.length].map(String), seconds]);
  }
  printTable(['store', 'boxes', 'records found', 'differences', 'seconds'], rows);
});

/** Asks a store for boxes, and closes it. */
async function compareBoxes(store: AreaStore, seed: number) {
  const random = seededRandom(seed);
  const differences: string[] = [];
  let found = 0;
  let records: LocationRecord[] = [];
  for (let done = 0; done < count; done += boxesPerSet) {
    await Promise.all(records.map(([id]) => store.delete(id)));
    records = someRecords(random, 200);
    await Promise.all(records.map(([id, location]) => store.put(id, location)));
    const queries = Array.from({ length: Math.min(boxesPerSet, count - done) }, () => ({
      box: someBox(random, records),
      limit: 1 + Math.floor(random() * 60),
    }));
    const work = async () => {
      for (let query = queries.pop(); query; query = queries.pop()) {
        const [seen, difference] = await compareBox(store, records, query.box, query.limit);
        found += seen;
        if (difference) differences.push(difference);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  await store.close();
  return { differences, found };
}

async function compareBox(
  store: AreaStore,
  records: readonly LocationRecord[],
  box: Box,
  limit: number,
): Promise<[found: number, difference: string | undefined]> {
  const found = await readBox(store, box, limit);
  const expected = lookAtAll(records, box);
  if (store.guarantees.areaOrder === 'stripe') expected.sort(compareByStripe);
  else for (const list of [expected, found]) list.sort(([a], [b]) => (a < b ? -1 : 1));
  const isSame = JSON.stringify(found) === JSON.stringify(expected);
  const query = JSON.stringify({ box, limit });
  return [found.length, isSame ? undefined : `${query}: ${found.length} records, not ${expected.length}`];
}
