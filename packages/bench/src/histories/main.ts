// Concurrent histories of every store, checked for linearizability. See the README.

import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { engineStores } from '../shared/engine-stores.ts';
import { maxSeed, seedFrom } from '../shared/random.ts';
import { recordHistories } from './record-histories.ts';

const values = readFlags({
  histories: { type: 'number', min: 1 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: engineStores.map(({ name }) => name) },
});
const count = values.histories ?? (values.short ? 50 : 1000);

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same calls, though not the same order');
  const rows: string[][] = [];
  const ways = engineStores.flatMap((store) => [
    { store, name: store.name, isOneWriter: false },
    ...(store.openRemote ? [{ store, name: `${store.name}, one writes`, isOneWriter: true }] : []),
  ]);
  for (const { store, name, isOneWriter } of ways) {
    if (values.store !== undefined && values.store !== store.name) continue;
    if (!store.isThere()) {
      print(`${name} is not on this machine: no history of it was recorded`);
      continue;
    }
    const begin = performance.now();
    const { stores, operations, failed, violations } = await recordHistories(store, seed, count, isOneWriter);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    for (const violation of violations) print(`${name}, --seed ${violation.seed}: ${violation.explanation}`);
    verdict.check(`${name}: every history is linearizable`, violations.length === 0);
    verdict.check(`${name}: no call failed`, failed === 0);
    verdict.check(`${name}: there were histories`, operations > 0);
    rows.push([name, ...[stores, count, operations, failed, violations.length].map(String), seconds]);
  }
  printTable(['store', 'stores', 'histories', 'operations', 'failed', 'violations', 'seconds'], rows);
});
