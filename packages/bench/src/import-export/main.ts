// Speed and memory of import and export. See the README.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  type Verdict,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { runForReport } from '../shared/command-process.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { median } from '../shared/statistics.ts';
import { writeBigGeoJson } from './big-geojson.ts';

const values = readFlags({
  megabytes: { type: 'number', min: 1 },
  rounds: { type: 'number', min: 1 },
});
const megabytes = values.megabytes ?? (values.short ? 50 : 1000);
const rounds = values.rounds ?? (values.short ? 1 : 3);
const mega = 1_000_000;
/** The size of the file whose import and export are timed. */
const timedMegabytes = Math.min(megabytes, 50);
/** The size of the file that is imported into a service. */
const serviceMegabytes = values.short ? 1 : 5;
/** The formats whose export is timed, without targets for those behind the first. */
const exportFormats = ['geojson', 'csv', 'json', 'gpkg'];

const rows: string[][] = [];

await runCampaign(values, async (verdict) => {
  await withTemporaryFolder(async (folder) => {
    await measureSpeed(verdict, folder);
    await measureService(verdict, folder);
    if (megabytes > timedMegabytes) await measureMemory(verdict, folder);
  });
  printTable(['', 'records', 'MB', 'seconds', 'records/s', 'MB/s', 'peak MiB', 'load'], rows);
});

/** Imports a file of ordinary size into new stores on SQLite, and exports it again. */
async function measureSpeed(verdict: Verdict, folder: string): Promise<void> {
  const file = join(folder, 'timed.geojson');
  const { records } = await writeBigGeoJson(file, timedMegabytes * mega);
  const speeds: number[] = [];
  const peaks: number[] = [];
  const storeOf = (round: number) => `sqlite:${join(folder, `timed-${round}.db`)}`;
  for (let round = 1; round <= rounds; round++) {
    const { report, peak } = await runForReport(['import', file, '--store', storeOf(round)]);
    verdict.check(`import ${round}: every record is created`, report.created === records);
    speeds.push(keep('import geojson, SQLite', records, timedMegabytes, report.durationMs, peak).records);
    peaks.push(peak);
  }
  verdict.targetAtLeast('import into SQLite', median(speeds), 20_000, 'records/s');
  verdict.target(`memory of the import of ${timedMegabytes} MB`, Math.max(...peaks), 160, 'MiB');
  for (const format of exportFormats) {
    const exported = join(folder, `exported.${format}`);
    const rates: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const { report, peak } = await runForReport(['export', exported, '--store', storeOf(1)]);
      const length = (await hashOf(exported)).bytes / mega;
      rates.push(keep(`export ${format}, SQLite`, report.records, length, report.durationMs, peak).megabytes);
    }
    if (format !== 'geojson') continue;
    verdict.targetAtLeast('export of GeoJSON from SQLite', median(rates), 40, 'MB/s');
    await checkSame(verdict, file, exported);
  }
}

/** Imports a small file into a running service on the memory store, and exports it from there. */
async function measureService(verdict: Verdict, folder: string): Promise<void> {
  const file = join(folder, 'service.geojson');
  const { records } = await writeBigGeoJson(file, serviceMegabytes * mega);
  const server = await ServerProcess.startCli('memory:');
  const url = `http://127.0.0.1:${server.port}`;
  const { report, peak } = await runForReport(['import', file, '--url', url]);
  verdict.check('import into a service: every record is created', report.created === records);
  keep('import geojson, service', records, serviceMegabytes, report.durationMs, peak);
  const exported = join(folder, 'from-service.geojson');
  const outcome = await runForReport(['export', exported, '--url', url]);
  verdict.check('export from a service: every record is there', outcome.report.records === records);
  keep('export geojson, service', records, serviceMegabytes, outcome.report.durationMs, outcome.peak);
  verdict.check('the server stopped', (await server.stop()) === 0);
}

/** Imports a very large file, and exports it again. */
async function measureMemory(verdict: Verdict, folder: string): Promise<void> {
  const file = join(folder, 'large.geojson');
  const { records } = await writeBigGeoJson(file, megabytes * mega);
  const store = join(folder, 'large.db');
  const { report, peak } = await runForReport(['import', file, '--store', `sqlite:${store}`]);
  verdict.check('the large import: every record is created', report.created === records);
  keep('import geojson, SQLite', records, megabytes, report.durationMs, peak);
  verdict.target(`memory of the import of ${megabytes} MB`, peak, 160, 'MiB');
  const exported = join(folder, 'large-again.geojson');
  const outcome = await runForReport(['export', exported, '--store', `sqlite:${store}`]);
  keep('export geojson, SQLite', records, megabytes, outcome.report.durationMs, outcome.peak);
  await checkSame(verdict, file, exported);
  await rm(store);
}

/** Keeps a row of the table, and returns its speeds per second. */
function keep(title: string, records: number, length: number, durationMs: number, peak: number) {
  const seconds = durationMs / 1000;
  const speeds = { records: records / seconds, megabytes: length / seconds };
  const figures = [length, seconds, speeds.records, speeds.megabytes, peak, loadavg()[0] as number];
  const places = [0, 1, 0, 1, 0, 1];
  rows.push([title, String(records), ...figures.map((figure, index) => figure.toFixed(places[index]))]);
  return speeds;
}

/** The file is canonical, and the list of SQLite has its order. */
async function checkSame(verdict: Verdict, file: string, exported: string): Promise<void> {
  const [before, after] = await Promise.all([hashOf(file), hashOf(exported)]);
  verdict.check(`${exported} has the bytes that were imported`, before.hash === after.hash);
  if (before.hash !== after.hash) print(`${before.bytes} bytes became ${after.bytes}`);
}

async function hashOf(path: string): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  await pipeline(file, hash);
  return { hash: hash.digest('hex'), bytes: file.bytesRead };
}
