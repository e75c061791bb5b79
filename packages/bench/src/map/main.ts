// The map of a million records: tiles beside writers, and a browser. See the README.
import { join } from 'node:path';
import { startBrowser } from '@location-records/dev-kit/browser';
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  type Verdict,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { findProgram } from '@location-records/dev-kit/engines';
import { realLikeRecords, writeRecords } from '../shared/real-records.ts';
import { median, quantile } from '../shared/statistics.ts';
import { timeUntilDrawn, timeUntilShown, viewsOfWrites } from './browser-times.ts';
import { mapStores, startWithMap } from './start-with-map.ts';
import { timeTiles } from './tile-times.ts';
import { lastLowZoom, zooms } from './tiles.ts';

const values = readFlags({
  records: { type: 'number', min: 1000, max: 1e7 },
  rounds: { type: 'number', min: 1 },
  store: { type: 'choice', of: mapStores },
});
const recordCount = values.records ?? (values.short ? 20_000 : 1_000_000);
const rounds = values.rounds ?? (values.short ? 3 : 50);
/** A page takes as long as many tiles. */
const pageRounds = Math.max(1, Math.round(rounds / 5));

/** The views that the page is opened with. */
const views = { 'the world': '', 'a city': '#12/48.8534/2.3488' };

const rows: string[][] = [];

await runCampaign(values, async (verdict) => {
  const records = realLikeRecords(recordCount);
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'records.json');
    await writeRecords(file, records);
    for (const name of mapStores) {
      if (values.store !== undefined && values.store !== name) continue;
      const server = await startWithMap(name, file, folder);
      const { times, writes, refused } = await timeTiles(server.port, records, rounds);
      print(`${name}: ${writes} writes beside ${times.length} tiles`);
      verdict.check(
        `${name}: records were moved meanwhile (${refused} refused)`,
        writes > 0 && refused === 0,
      );
      verdict.check(
        `${name}: each tile of a low zoom has records`,
        times.every(({ zoom, isEmpty }) => zoom > lastLowZoom || !isEmpty),
      );
      const medians = zooms.map((zoom) => {
        const some = times.filter((time) => time.zoom === zoom).map(({ milliseconds }) => milliseconds);
        rows.push([
          name,
          String(zoom),
          ...[median(some), quantile(some, 0.9)].map((time) => time.toFixed(1)),
        ]);
        return median(some);
      });
      const [low, others] = [medians.slice(0, lastLowZoom + 1), medians.slice(lastLowZoom + 1)];
      verdict.target(`${name}: tiles of zoom 0 to ${lastLowZoom}`, Math.max(...low), 50, 'ms');
      verdict.target(`${name}: tiles of other zooms`, Math.max(...others), 20, 'ms');
      if (findProgram('chromium')) await measurePage(verdict, name, `http://127.0.0.1:${server.port}/`);
      else print('Chromium is not on this machine: the page is left out');
      verdict.check(`${name}: the server stopped`, (await server.stop()) === 0);
    }
  });
  printTable(['store', 'zoom', 'median ms', 'p90 ms'], rows);
});

/** The page in a browser, without writers beside it. */
async function measurePage(verdict: Verdict, name: string, service: string): Promise<void> {
  const browser = await startBrowser();
  const faults: string[] = [];
  for (const [view, hash] of Object.entries(views)) {
    const drawn: number[] = [];
    for (let round = 0; round < pageRounds; round++) {
      const time = await timeUntilDrawn(browser, service, hash);
      drawn.push(time.milliseconds);
      faults.push(...time.faults);
    }
    verdict.target(`${name}: the page of ${view}, until tiles are drawn`, median(drawn), 3000, 'ms');
  }
  for (const [view, hash] of Object.entries(viewsOfWrites)) {
    const shown = await timeUntilShown(browser, service, hash, rounds);
    faults.push(...(shown[0]?.faults ?? []));
    const longest = Math.max(...shown.map(({ milliseconds }) => milliseconds));
    verdict.target(`${name}: a write of another client, until ${view} shows it`, longest, 2000, 'ms');
  }
  for (const fault of faults.slice(0, 5)) print(`${name}: ${fault}`);
  verdict.check(`${name}: no fault in the page`, faults.length === 0);
  await browser.close();
}
