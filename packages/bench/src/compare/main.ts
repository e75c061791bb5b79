// Compares the service with bare node:http, with Fastify, and with another build of itself. See the README.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  itemsNamed,
  readFlags,
  runCampaign,
  wholeNumber,
  withTemporaryFolder,
} from '@location-records/workspace/campaigns';
import { ownBin } from '../server-process.ts';
import { compareLists } from './lists.ts';
import { onOwnCpu } from './measure.ts';
import { compareRequests } from './requests.ts';
import { type Comparison, pageOf, show, type Table } from './results.ts';
import { compareStores } from './stores.ts';

// The index of areas costs writes; what it is compared with has none.
process.env.LOCATION_RECORDS_AREAS = 'false';

const parts = [
  { name: 'requests', compare: compareRequests },
  { name: 'lists', compare: compareLists },
  { name: 'stores', compare: compareStores },
] as const;

const { values } = readFlags({
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    other: { type: 'string' },
  },
});
const { short } = values;
const packages = join(import.meta.dirname, '..', '..', '..');
const own = { name: 'this build', bin: ownBin, stores: join(packages, 'stores') };
const rounds = wholeNumber('rounds', values.rounds, short ? 1 : 15);
const chosen = itemsNamed(values.only, parts);

await runCampaign(async (check) => {
  const comparison: Comparison = {
    builds: values.other === undefined ? [own] : [own, buildOf(resolve(values.other))],
    rounds,
    short,
    wrapper: onOwnCpu(),
  };
  const tables: Table[] = [];
  await withTemporaryFolder(async (folder) => {
    for (const { compare } of chosen) {
      for (const table of await compare(comparison, folder)) {
        tables.push(table);
        show(table);
        check(`${table.title}: every figure was measured`, !table.rows.flat().includes('NaN'));
      }
    }
  });
  const isWhole = !short && chosen.length === parts.length && values.other === undefined;
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
