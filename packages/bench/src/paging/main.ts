// Pages of area queries while other records are written. See the README.
import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { engineStores } from '../shared/engine-stores.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { pagesOf } from '../shared/read-box.ts';

const values = readFlags({
  pagings: { type: 'number', min: 1, max: 2 ** 31 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: engineStores.map(({ name }) => name) },
});
const count = values.pagings ?? (values.short ? 100 : 10_000);

const writerCount = 16;
const readerCount = 8;

/** The records that nothing writes to, and those that each writer writes to. */
const [stayingCount, restlessPerWriter] = [100, 8];

/** Every record lies in it: restless ones move between the places of those that stay. */
const box = { west: -10, south: -10, east: 10, north: 10 };

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same records and writes, though not the same order');
  const rows: string[][] = [];
  for (const { name, isThere, within, openAreas } of engineStores) {
    if (values.store !== undefined && values.store !== name) continue;
    if (!isThere()) {
      print(`${name} is not on this machine: no box was read`);
      continue;
    }
    const begin = performance.now();
    const { pages, writes, faults } = await within(async (address) =>
      readPages(await openAreas(address), seed),
    );
    for (const fault of faults.slice(0, 5)) print(`${name}: ${fault}`);
    verdict.check(`${name}: a record that stays comes exactly once`, faults.length === 0);
    verdict.check(`${name}: there were writes meanwhile`, writes > count);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    rows.push([name, ...[count, pages, writes, faults.length].map(String), seconds]);
  }
  printTable(['store', 'pagings', 'pages', 'writes', 'faults', 'seconds'], rows);
});

/** Reads the box page by page, again and again, while writers move records. Closes the store. */
async function readPages(store: AreaStore, seed: number) {
  const random = seededRandom(seed);
  const staying = Array.from({ length: stayingCount }, (_, number) => `stays ${number}`);
  await Promise.all(staying.map((id) => store.put(id, somewhere(random))));
  const faults: string[] = [];
  let [started, finished, pages, writes] = [0, 0, 0, 0];
  const read = async () => {
    while (started < count) {
      const number = started++;
      const seen: LocationRecord[] = [];
      for await (const records of pagesOf(store, box, 1 + (number % 40))) {
        pages++;
        seen.push(...records);
        // The memory store waits for nothing: without a turn for the writers, nothing would be written.
        await setImmediate();
      }
      const fault = faultOf(staying, seen);
      if (fault) faults.push(`paging ${number}: ${fault}`);
      finished++;
    }
  };
  const write = async (writer: number) => {
    for (let step = 0; finished < count; step++) {
      const id = `moves ${writer} ${step % restlessPerWriter}`;
      if (random() < 0.3) await store.delete(id);
      else if (random() < 0.5) await store.replace(id, somewhere(random));
      else await store.put(id, somewhere(random));
      writes++;
      if (step % 8 === 0) await setImmediate();
    }
  };
  await Promise.all([
    ...Array.from({ length: readerCount }, read),
    ...Array.from({ length: writerCount }, (_, writer) => write(writer)),
  ]);
  await store.close();
  return { pages, writes, faults };
}

function somewhere(random: () => number) {
  const degrees = () => Math.round(random() * 20 - 10) / 2;
  return { coordinates: { latitude: degrees(), longitude: degrees() } };
}

/** What is wrong with the records of one paging. */
function faultOf(staying: readonly string[], seen: readonly LocationRecord[]): string | undefined {
  const times = new Map<string, number>();
  for (const [id] of seen) times.set(id, (times.get(id) ?? 0) + 1);
  const wrong = staying.find((id) => times.get(id) !== 1);
  return wrong && `${wrong} came ${times.get(wrong) ?? 0} times`;
}
