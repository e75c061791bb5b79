// Lets clients leave every host half-way, and looks for what they leave behind. See the README.
import { runCommand } from '../../bench/src/shared/command.ts';
import { readFlags } from '../../bench/src/shared/flags.ts';
import { print } from '../../bench/src/shared/print.ts';
import { leaveHost } from './leaving/leave-host.ts';
import { leavingHosts } from './leaving/leaving-hosts.ts';
import { fetchRuntimes } from './runtimes.ts';

const values = readFlags({ only: { type: 'string' } });
const rounds = values.short ? 3 : 20;

await runCommand(values, async (verdict) => {
  fetchRuntimes();
  for (const host of leavingHosts().filter(({ name }) => name.includes(values.only ?? ''))) {
    const { memory, batchesPerStalled } = await leaveHost(host, rounds, verdict);
    print(`${host.name}: ${batchesPerStalled.toFixed(1)} batches for a client that reads none`);
    print(`  MiB resident: ${memory.map(({ resident }) => resident.toFixed()).join(' ')}`);
    print(`  MiB on the heap: ${memory.map(({ heap }) => heap.toFixed(1)).join(' ')}`);
  }
});
