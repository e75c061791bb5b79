import { print, printTable, withTemporaryFolder } from '@location-records/workspace/campaigns';
import type { Failure } from './failures.ts';
import { Ledger } from './ledger.ts';
import { type Settings, seededRandom } from './settings.ts';
import { Writers } from './writers.ts';

/**
 * Makes the service or its engine fail under many writers, and finds lost acknowledged writes.
 */
export async function crash(failures: readonly Failure[], settings: Settings): Promise<void> {
  const rows: string[][] = [];
  for (const failure of failures) {
    const { acknowledged, wrong } = await withTemporaryFolder((folder) =>
      failAgainAndAgain(failure, folder, settings),
    );
    for (const problem of wrong.slice(0, 10)) print(problem);
    const { check } = settings;
    check(`${failure.name}: no acknowledged write is lost, none is half-written`, wrong.length === 0);
    check(`${failure.name}: there were writes to lose`, acknowledged !== 0);
    rows.push([failure.name, String(acknowledged), String(wrong.length)]);
  }
  printTable(['', 'acknowledged writes', 'wrong records'], rows);
}

async function failAgainAndAgain({ name, start }: Failure, folder: string, { rounds, seed }: Settings) {
  const failing = await start(folder);
  if (!failing) {
    print(`Left out, because this user may not mount a file system: ${name}`);
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
