// The service beside what a user could take instead: rates, latencies, CPU time, memory and size. See the README.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { print, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { pinApart } from '../shared/cpu-time/contestants.ts';
import { compareAreas } from './compare-areas.ts';
import { compareCopies } from './compare-copies.ts';
import { compareDurable } from './compare-durable.ts';
import { compareFakes } from './compare-fakes.ts';
import { compareGrowth } from './compare-growth.ts';
import { compareHandle } from './compare-handle.ts';
import { compareInstructions } from './compare-instructions.ts';
import { compareLists } from './compare-lists.ts';
import { compareMemory } from './compare-memory.ts';
import { compareMounts } from './compare-mounts.ts';
import { compareSize } from './compare-size.ts';
import { compareStart } from './compare-start.ts';
import { compareWorkers } from './compare-workers.ts';
import { fetchForComparison } from './fetched.ts';
import type { Settings } from './settings.ts';
import { type Part, writeResults } from './write-results.ts';

/** What is compared: each part has a page of results. */
const parts: Readonly<Record<Part, typeof compareMemory>> = {
  memory: compareMemory,
  instructions: compareInstructions,
  durable: compareDurable,
  workers: compareWorkers,
  start: async (...given) => [await compareStart(...given)],
  fakes: async (_, ...given) => [await compareFakes(...given)],
  lists: compareLists,
  areas: compareAreas,
  growth: async (_, ...given) => [await compareGrowth(...given)],
  handle: async (folder, ...given) => [await compareHandle(folder, ...given), await compareCopies(...given)],
  mounts: async (_, ...given) => [await compareMounts(...given)],
  size: async (...given) => [await compareSize(...given)],
};
const partNames = Object.keys(parts) as Part[];

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  rate: { type: 'number', min: 10 },
  records: { type: 'number', min: 1 },
  part: { type: 'choice', of: partNames },
  'ten-million': { type: 'boolean' },
});
const { short = false } = values;
const resultsFolder = join(import.meta.dirname, '..', '..', 'results');

await runCampaign(values, (verdict) =>
  withTemporaryFolder(async (folder) => {
    const settings: Settings = {
      connections: short ? [64] : [64, 1, 1000],
      rounds: values.rounds ?? (short ? 1 : 9),
      warmUp: short ? 200 : 30_000,
      generations: short ? 1 : 3,
      rate: values.rate ?? 5000,
      sliceMs: short ? 40 : 500,
      turns: short ? 1 : 5,
      records: values.records ?? (short ? 1000 : 1_000_000),
      isShort: short,
      tenMillion: values['ten-million'] ?? false,
      server: { wrapper: pinApart() },
    };
    fetchForComparison();
    // The short form draws the results, too, to see that it can.
    const results = short ? join(folder, 'results') : resultsFolder;
    for (const part of partNames) {
      if (values.part !== undefined && values.part !== part) continue;
      // A store on the disk must be empty at first.
      const partFolder = join(folder, part);
      await mkdir(partFolder);
      const failedBefore = verdict.failedChecks;
      const comparisons = await parts[part](partFolder, settings, verdict);
      if (verdict.failedChecks > failedBefore) {
        print(`results/compare-${part}.md stays as it is, because a check has failed.`);
        continue;
      }
      // Those of a part that this machine cannot measure stay, too.
      if (comparisons.length === 0) continue;
      await writeResults(results, part, comparisons);
      if (!short) print(`The results are in results/compare-${part}.md.`);
    }
  }),
);
