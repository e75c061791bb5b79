// The service beside what a user could take instead: rates, latencies, CPU time and memory. See the README.
import { readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { pinApart } from '../shared/cpu-time/contestants.ts';
import { compareDurable } from './compare-durable.ts';
import { compareMemory } from './compare-memory.ts';
import type { Settings } from './measure-works.ts';

const parts = { memory: compareMemory, durable: compareDurable } as const;
const values = readFlags({
  rounds: { type: 'number', min: 1 },
  rate: { type: 'number', min: 10 },
  records: { type: 'number', min: 1 },
  part: { type: 'choice', of: Object.keys(parts) },
});
const { short = false } = values;

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
    for (const [name, compare] of Object.entries(parts)) {
      if (values.part === undefined || values.part === name) await compare(folder, settings, verdict);
    }
  }),
);
