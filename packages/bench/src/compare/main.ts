// The service beside what a user could take instead: rates, latencies, CPU time and memory. See the README.
import { join } from 'node:path';
import { print, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { pinApart } from '../shared/cpu-time/contestants.ts';
import { compareDurable } from './compare-durable.ts';
import { compareFakes } from './compare-fakes.ts';
import { compareMemory } from './compare-memory.ts';
import { compareStart } from './compare-start.ts';
import { fetchForComparison } from './fetched.ts';
import type { Settings } from './measure-works.ts';
import { writeResults } from './write-results.ts';

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  rate: { type: 'number', min: 10 },
  records: { type: 'number', min: 1 },
  part: { type: 'choice', of: ['memory', 'durable', 'start', 'fakes'] },
});
const { short = false } = values;
const resultsFolder = join(import.meta.dirname, '..', '..', 'results');

await runCampaign(values, (verdict) =>
  withTemporaryFolder(async (folder) => {
    const settings: Settings = {
      // The first has the most requests for warming up.
      connections: short ? [64] : [64, 1, 1000],
      rounds: values.rounds ?? (short ? 1 : 9),
      warmUps: short ? 1 : 2,
      generations: short ? 1 : 3,
      rate: values.rate ?? 5000,
      sliceMs: short ? 40 : 500,
      records: values.records ?? (short ? 1000 : 1_000_000),
      server: { wrapper: pinApart() },
    };
    fetchForComparison();
    const { part } = values;
    const isWanted = (name: string) => part === undefined || part === name;
    const memory = isWanted('memory') ? await compareMemory(folder, settings, verdict) : [];
    const durable = isWanted('durable') ? await compareDurable(folder, settings, verdict) : [];
    const start = isWanted('start') ? [await compareStart(folder, settings, verdict)] : [];
    const fakes = isWanted('fakes') ? [await compareFakes(settings, verdict)] : [];
    // Only the whole campaign has results to keep. The short form draws them, too, to see that it can.
    const isWhole = !short && part === undefined;
    await writeResults(isWhole ? resultsFolder : join(folder, 'results'), {
      memory,
      durable,
      others: [...start, ...fakes],
    });
    if (isWhole) print('The results are in results/compare.md.');
  }),
);
