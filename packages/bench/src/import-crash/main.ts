// kill -9 of imports and exports, and the same command again. See the README.
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  type Verdict,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { CommandProcess, type Report, runForReport } from '../shared/command-process.ts';
import { type FreshStores, freshSqlite, freshStores } from '../shared/fresh-stores.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { contentsOf } from './crash-stores.ts';
import {
  type Contents,
  fileRecords,
  heldRecords,
  importOneByOne,
  isSameContents,
  type Outcomes,
} from './imported-file.ts';

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  records: { type: 'number', min: 1000 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: freshStores.map(({ name }) => name) },
});
const rounds = values.rounds ?? (values.short ? 4 : 50);
/** Engines other than SQLite are killed in fewer rounds. */
const otherRounds = Math.ceil(rounds / 5);
const exportRounds = Math.ceil(rounds / 2);
const count = values.records ?? (values.short ? 10_000 : 30_000);
const modes = ['replace', 'skip'] as const;

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same file and delays, though not the same crash');
  const random = seededRandom(seed);
  const records = fileRecords(count, random);
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'places.geojson');
    await writeFile(file, geoJson(records));
    const heldFile = join(folder, 'held.geojson');
    await writeFile(heldFile, geoJson(heldRecords()));
    const rows: string[][] = [];
    let midway = 0;
    for (const stores of freshStores) {
      if (values.store !== undefined && values.store !== stores.name) continue;
      if (!stores.isThere()) {
        print(`${stores.name} is not on this machine: no import was killed`);
        continue;
      }
      const { kills, row } = await killImports(verdict, stores, { file, heldFile, records }, random);
      midway += kills;
      rows.push(row);
    }
    verdict.check('some imports were killed between the first and the last write', midway > 0);
    if (values.store === undefined || values.store === 'SQLite') await killExports(verdict, file, random);
    printTable(['imports', 'rounds', 'undisturbed s', 'killed midway', 'records left to write'], rows);
  });
});

/** What is imported. */
interface ImportFiles {
  readonly file: string;
  /** What the store holds before. */
  readonly heldFile: string;
  /** The records of `file`. */
  readonly records: readonly LocationRecord[];
}

/** Kills imports into the stores of one engine, and finishes each with the same command. */
async function killImports(
  verdict: Verdict,
  stores: FreshStores,
  { file, heldFile, records }: ImportFiles,
  random: () => number,
) {
  const roundCount = stores === freshSqlite ? rounds : otherRounds;
  const [left, seconds]: [number[], number[]] = [[], []];
  let kills = 0;
  await stores.within(async (fresh) => {
    const makeStore = async () => {
      const store = await fresh();
      // By another process: one that had the file of SQLite open would keep the next one from recovering it.
      await runForReport(['import', heldFile, '--store', store]);
      return store;
    };
    const before: Contents = await contentsOf(await makeStore());
    for (let round = 0; round < roundCount; round++) {
      const onConflict = modes[round % modes.length] as (typeof modes)[number];
      const expected = importOneByOne(before, records, onConflict);
      const title = `${stores.name}, ${onConflict}, round ${round + 1}`;
      const commandFor = (store: string) => ['import', file, '--store', store, '--on-conflict', onConflict];
      if (round < modes.length) {
        const store = await makeStore();
        const undisturbed = await runForReport(commandFor(store));
        seconds.push(undisturbed.seconds);
        const isRight = isSameContents(await contentsOf(store), expected.contents);
        verdict.check(`${title}: an undisturbed import has the right end`, isRight);
        verdict.check(`${title}: its report is right`, hasOutcomes(undisturbed.report, expected.outcomes));
      }
      const store = await makeStore();
      const importing = new CommandProcess([...commandFor(store), '--json']);
      // A command begins to write after a while.
      await setTimeout((0.3 + 0.7 * random()) * 1000 * Math.max(...seconds));
      await importing.kill();
      const found = await contentsOf(store);
      const again = importOneByOne(found, records, onConflict);
      if (found.size > before.size && found.size < expected.contents.size) kills++;
      left.push(again.outcomes.created);
      const { report } = await runForReport(commandFor(store));
      verdict.check(
        `${title}: the same command ends as an undisturbed import does`,
        isSameContents(await contentsOf(store), expected.contents),
      );
      verdict.check(
        `${title}: it writes only what differs from the store`,
        hasOutcomes(report, again.outcomes),
      );
      const last = (await runForReport(commandFor(store))).report;
      verdict.check(`${title}: once more creates nothing`, last.created === 0);
      const isKept = isSameContents(await contentsOf(store), expected.contents);
      verdict.check(`${title}: once more changes nothing in the end`, isKept);
    }
  });
  const slowest = Math.max(...seconds).toFixed(1);
  const spread = `${Math.min(...left)}-${Math.max(...left)}`;
  return { kills, row: [stores.name, String(roundCount), slowest, String(kills), spread] };
}

/** Kills exports over an earlier file, which must then be there, or the whole new one. */
async function killExports(verdict: Verdict, source: string, random: () => number) {
  await freshSqlite.within(async (fresh) => {
    const store = await fresh();
    await runForReport(['import', source, '--store', store]);
    await withTemporaryFolder(async (folder) => {
      const file = join(folder, 'places.geojson');
      const command = ['export', file, '--store', store];
      const { seconds } = await runForReport(command);
      const whole = await readFile(file);
      const old = Buffer.from('an earlier file');
      let [kept, leftOver] = [0, 0];
      for (let round = 1; round <= exportRounds; round++) {
        await writeFile(file, old);
        const exporting = new CommandProcess(command);
        await setTimeout((0.3 + 0.7 * random()) * 1000 * seconds);
        await exporting.kill();
        const found = await readFile(file);
        if (found.equals(old)) kept++;
        verdict.check(
          `export ${round}: the earlier file or the whole new one`,
          [old, whole].some((one) => one.equals(found)),
        );
        const others = await othersIn(folder);
        leftOver += others.length;
        verdict.check(`export ${round}: at most one temporary file is left`, others.length <= 1);
        // As if the next export came two hours later.
        const then = Date.now() / 1000 - 7200;
        for (const path of others) await utimes(path, then, then);
        await runForReport(command);
        verdict.check(`export ${round}: a later one is whole`, (await readFile(file)).equals(whole));
        verdict.check(
          `export ${round}: a later one removes what was left`,
          (await othersIn(folder)).length === 0,
        );
      }
      print(`${exportRounds} exports killed: ${kept} earlier files kept, ${leftOver} temporary files left`);
    });
  });
}

/** The files beside the one that is exported. */
async function othersIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name !== 'places.geojson').map((name) => join(folder, name));
}

/** Whether an import had these outcomes. Others are printed. */
function hasOutcomes(report: Report, outcomes: Outcomes): boolean {
  const { created, replaced, unchanged, skipped } = report;
  const [found, expected] = [{ created, replaced, unchanged, skipped }, outcomes].map((counts) =>
    JSON.stringify(counts),
  );
  if (found !== expected) print(`${found} instead of ${expected}`);
  return found === expected;
}

function geoJson(records: readonly LocationRecord[]): string {
  const features = records.map(([id, { description, coordinates }]) => {
    const { latitude, longitude } = coordinates;
    const geometry = { type: 'Point', coordinates: [longitude, latitude] };
    return JSON.stringify({ type: 'Feature', id, geometry, properties: { description } });
  });
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`;
}
