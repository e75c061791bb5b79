// Campaigns against the built command. See the README.
import {
  itemsNamed,
  print,
  readFlags,
  runCampaign,
  wholeNumber,
} from '@location-records/workspace/campaigns';
import { crash } from './crash.ts';
import { crashes, failovers } from './failures.ts';
import { fuzzFiles } from './fuzz-files.ts';
import { fuzzServers } from './fuzz-servers.ts';
import { importExport } from './import-export.ts';
import { increments } from './increments.ts';
import { rollingRestart } from './rolling-restart.ts';
import type { Settings } from './settings.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';

const modes = [
  { name: 'crash', run: (settings: Settings) => crash(crashes, settings) },
  { name: 'failover', run: (settings: Settings) => crash(failovers, settings) },
  { name: 'soak', run: soak },
  { name: 'rolling-restart', run: rollingRestart },
  { name: 'increments', run: increments },
  { name: 'import-export', run: importExport },
  { name: 'slow-clients', run: slowClients },
  { name: 'fuzz-servers', run: fuzzServers },
  { name: 'fuzz-files', run: fuzzFiles },
] as const;

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seed: { type: 'string' },
  },
});
const rounds = wholeNumber('rounds', values.rounds, values.short ? 3 : 20);
const seconds = values.short ? 10 : 600;
const seed = wholeNumber('seed', values.seed, 1 + Math.floor(Math.random() * 1e9));
const chosen = itemsNamed(positionals[0], modes);

await runCampaign(async (check) => {
  print(`Seed ${seed}: the same with --seed gives the same records and delays`);
  for (const { run } of chosen) await run({ rounds, seed, seconds, isShort: values.short, check });
});
