// Compares the service with bare node:http, with Fastify, and with another build of itself. See the README.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readFlags, runCampaign, withTemporaryFolder } from '@location-records/workspace/campaigns';
import { ownBin } from '../server-process.ts';
import { compareLists } from './lists.ts';
import { onOwnCpu } from './measure.ts';
import { compareRequests } from './requests.ts';
import { type Comparison, pageOf, show, type Table } from './results.ts';
import { compareStores } from './stores.ts';

const parts = {
  requests: compareRequests,
  lists: compareLists,
  stores: compareStores,
} as const;

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  only: { type: 'choice', of: Object.keys(parts) },
  other: { type: 'string' },
});
const packages = join(import.meta.dirname, '..', '..', '..');
const own = { name: 'this build', bin: ownBin, stores: join(packages, 'stores') };
const short = values.short ?? false;

await runCampaign(values, async (verdict) => {
  const comparison: Comparison = {
    builds: values.other === undefined ? [own] : [own, buildOf(resolve(values.other))],
    rounds: values.rounds ?? (short ? 1 : 15),
    short,
    wrapper: onOwnCpu(),
  };
  const tables: Table[] = [];
  await withTemporaryFolder(async (folder) => {
    for (const [name, compare] of Object.entries(parts)) {
      if (values.only !== undefined && values.only !== name) continue;
      for (const table of await compare(comparison, folder)) {
        tables.push(table);
        show(table);
        verdict.check(`${table.title}: every figure was measured`, !table.rows.flat().includes('NaN'));
      }
    }
  });
  const isWhole = !short && values.only === undefined && values.other === undefined;
  if (isWhole) await writeFile(join(import.meta.dirname, '..', '..', 'RESULTS.md'), pageOf(tables));
});

/** Another checkout of the repository, which is built. */
function buildOf(folder: string) {
  return {
    name: 'other build',
    bin: join(folder, 'packages', 'cli', 'dist', 'bin.js'),
    stores: join(folder, 'packages', 'stores'),
  };
}
