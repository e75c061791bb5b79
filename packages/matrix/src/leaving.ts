// Lets clients leave every host half-way, and looks for what they leave behind. See the README.
import { runCommand } from '../../bench/src/shared/command.ts';
import { readFlags } from '../../bench/src/shared/flags.ts';
import { print } from '../../bench/src/shared/print.ts';
import { type Extent, leaveHost } from './leaving/leave-host.ts';
import { leavingHosts } from './leaving/leaving-hosts.ts';
import { fetchRuntimes } from './runtimes.ts';

const values = readFlags({ only: { type: 'string' } });
const extent: Extent = values.short
  ? { warmingUp: 1, rounds: 2, stalled: 20, leaving: 100 }
  : { warmingUp: 3, rounds: 20, stalled: 50, leaving: 200 };

await runCommand(values, async (verdict) => {
  fetchRuntimes();
  for (const host of leavingHosts().filter(({ name }) => name.includes(values.only ?? ''))) {
    const { memory, batchesPerStalled } = await leaveHost(host, extent, verdict);
    const batches = batchesPerStalled.toFixed(1);
    print(`${host.name}: ${batches} batches for a client that reads none`);
    print(`  MiB resident: ${memory.map(({ resident }) => resident.toFixed()).join(' ')}`);
    print(`  MiB on the heap: ${memory.map(({ heap }) => heap.toFixed(1)).join(' ')}`);
  }
});
