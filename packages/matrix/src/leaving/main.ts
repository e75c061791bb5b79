// Lets clients leave every host half-way, and looks for what is left of them. See the README.
import {
  fetchRuntimes,
  itemsNamed,
  print,
  readFlags,
  runCampaign,
} from '@location-records/dev-kit/campaigns';
import { type Extent, leaveHost } from './leave-host.ts';
import { leavingHosts } from './leaving-hosts.ts';

const values = readFlags({ only: { type: 'string' } });
const extent: Extent = values.short
  ? { warmingUp: 2, rounds: 2, stalled: 20, leaving: 100 }
  : { warmingUp: 3, rounds: 20, stalled: 50, leaving: 200 };

/** How many hosts run at once: much of the time is waiting for a host to free its memory. */
const hostsAtOnce = 3;

await runCampaign(values, async (verdict) => {
  fetchRuntimes();
  const waiting = itemsNamed('only', values.only, leavingHosts()).values();
  const leaveNext = async () => {
    for (const host of waiting) {
      const { memory, batchesPerStalled } = await leaveHost(host, extent, verdict);
      const batches = batchesPerStalled.toFixed(1);
      print(`${host.name}: ${batches} batches for a client that reads none`);
      print(`  MiB resident: ${memory.map(({ resident }) => resident.toFixed()).join(' ')}`);
      print(`  MiB on the heap: ${memory.map(({ heap }) => heap.toFixed(1)).join(' ')}`);
    }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, leaveNext));
});
