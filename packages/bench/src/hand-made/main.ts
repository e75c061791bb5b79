// What the parts that are made by hand gain and cost. See the README, and "Engines made by hand" in DECISIONS.md.
import { readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { measureLogCheck } from './log-check.ts';
import { compareNodeHttp } from './node-http.ts';
import { comparePostgres } from './postgres.ts';
import { compareCluster } from './redis-cluster.ts';

const parts = {
  postgres: comparePostgres,
  cluster: compareCluster,
  log: measureLogCheck,
  // The last one: it keeps this process on one CPU.
  http: compareNodeHttp,
};

const values = readFlags({ part: { type: 'choice', of: Object.keys(parts) } });

await runCampaign(values, async (verdict) => {
  for (const [name, measure] of Object.entries(parts)) {
    if (values.part === undefined || values.part === name) await measure(verdict, values.short === true);
  }
});
