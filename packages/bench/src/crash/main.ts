// Makes the service or its engine fail under many writers, and looks for acknowledged writes that are lost. See the README.
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  withTemporaryFolder,
} from '@location-records/workspace/campaigns';
import { type Fault, faults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { seededRandom, Writers } from './writers.ts';

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  seed: { type: 'number', min: 0, max: 2 ** 32 - 1 },
  only: { type: 'string' },
});
const rounds = values.rounds ?? (values.short ? 3 : 20);
const seed = values.seed ?? Math.floor(Math.random() * 2 ** 32);

await runCampaign(values, async (verdict) => {
  print(`Seed ${seed}: the same with --seed gives the same delays and writes`);
  const rows: string[][] = [];
  for (const fault of faults.filter(({ name }) => name.includes(values.only ?? ''))) {
    const { acknowledged, wrong } = await withTemporaryFolder((folder) => failAgainAndAgain(fault, folder));
    for (const problem of wrong.slice(0, 10)) print(problem);
    verdict.check(`${fault.name}: no acknowledged write is lost, none is half-written`, wrong.length === 0);
    rows.push([fault.name, String(acknowledged), String(wrong.length)]);
  }
  printTable(['', 'acknowledged writes', 'wrong records'], rows);
  verdict.check(
    'there were writes to lose',
    rows.every(([, acknowledged]) => acknowledged !== '0'),
  );
});

async function failAgainAndAgain({ name, start }: Fault, folder: string) {
  const failing = await start(folder);
  if (!failing) {
    print(`Left out, since this user may not mount a file system: ${name}`);
    return { acknowledged: Number.NaN, wrong: [] };
  }
  const random = seededRandom(seed);
  const ledger = new Ledger();
  const writers = new Writers(ledger, seed);
  const wrong: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      await writers.writeDuring(failing.server().port, () => failing.fail(random()));
      await failing.mend();
      wrong.push(...(await ledger.verify(failing.server().port)));
    }
  } finally {
    await failing.stop();
  }
  return { acknowledged: writers.acknowledged, wrong };
}
