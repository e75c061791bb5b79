import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LocationRecord } from '@location-records/core';
import type { ParsedEntry } from '@location-records/formats';
import { inspectFile, parseFile, writeRecords } from '@location-records/formats/files';
import { SpawnedCli } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { inspectInThread, parseInThread } from '../../src/data-file/read-in-thread.ts';
import { serveHere } from '../run-here.ts';
import { writeEndlessGeoPackage } from './endless-geopackage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-thread-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function all(batches: AsyncIterable<readonly ParsedEntry[]>): Promise<readonly ParsedEntry[]> {
  const entries: ParsedEntry[] = [];
  for await (const batch of batches) entries.push(...batch);
  return entries;
}

const records = Array.from(
  { length: 1000 },
  (_, number): LocationRecord => [
    `place-${number} 🗺`,
    { description: `\u202e "${number}"`, coordinates: { latitude: number / 12, longitude: number / 7 } },
  ],
);

test.each(['csv', 'geojson', 'gpkg'] as const)(
  'a thread reads the same of %s as this one, again and again',
  async (format) => {
    const path = join(folder, 'places');
    await writeRecords(path, [records], { format });
    const { records: read, ...here } = await inspectFile(path);
    const { records: readThere, close, ...there } = await inspectInThread(path);
    onTestFinished(close);
    expect(there).toEqual(here);
    for await (const [first] of readThere()) {
      expect(first).toMatchObject({ record: records[0] });
      break;
    }
    const entries = await all(read());
    expect(await all(readThere())).toEqual(entries);
    expect(await all(readThere())).toEqual(entries);
  },
);

test('a thread reads strictly like parseFile, refused records included', async () => {
  const path = join(folder, 'places.csv');
  await writeFile(path, 'id,latitude,longitude\na,1,2\nb,x,3\n"lone \ud800",1e-7,-0\n');
  const reading = parseInThread(path, { idProperty: 'id' }, new AbortController().signal);
  onTestFinished(() => reading.close());
  expect(await all(reading.records())).toEqual(await all(parseFile(path, { idProperty: 'id' })));
});

test.each([
  ['a missing file', 'missing.csv', {}],
  ['a file of an unknown format', 'unknown', {}],
  ['a table without coordinates', 'words.csv', { latitude: 'a', longitude: 'b' }],
])('a thread rejects about %s as this one does', async (_, name, options) => {
  await writeFile(join(folder, 'unknown'), Buffer.from([0, 1, 2, 3]));
  await writeFile(join(folder, 'words.csv'), 'one,two\nthree,four\n');
  const path = join(folder, name);
  const error = await inspectFile(path, options).catch((reason) => reason);
  const { message, name: kind, code } = error;
  await expect(inspectInThread(path, options)).rejects.toMatchObject({ message, name: kind, code });
});

test('a thread rejects where a file is broken as this one does', async () => {
  const path = join(folder, 'places.geojson');
  await writeFile(
    path,
    '{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}},{',
  );
  const here = await inspectFile(path);
  const there = await inspectInThread(path);
  onTestFinished(() => there.close());
  const { message, code } = await all(here.records()).catch((reason) => reason);
  await expect(all(there.records())).rejects.toMatchObject({ message, code, name: 'FormatError' });
});

/** Writes a small file that takes minutes to read. */
async function writeBomb(path: string): Promise<void> {
  const rows = 'a,1,2\n'.repeat(2_000_000);
  const packed = gzipSync(`id,latitude,longitude\n${rows}`);
  const member = gzipSync(rows);
  await writeFile(path, Buffer.concat([packed, ...Array.from({ length: 100 }, () => member)]));
}

test('reading in a thread rejects at once when its signal is aborted', async () => {
  const path = join(folder, 'bomb.csv.gz');
  await writeBomb(path);
  const controller = new AbortController();
  const reason = new Error('not wanted any more');
  const onProgress = () => controller.abort(reason);
  await expect(inspectInThread(path, { signal: controller.signal, onProgress })).rejects.toBe(reason);
  await expect(inspectInThread(path, { signal: controller.signal })).rejects.toBe(reason);
});

/** Starts an import, and waits until its thread has the file open. */
async function importing(path: string, ...flags: readonly string[]): Promise<SpawnedCli> {
  const cli = new SpawnedCli(['import', path, '--dry-run', '--store', `sqlite:${path}.db`, ...flags]);
  onTestFinished(() => void cli.process.kill('SIGKILL'));
  const files = `/proc/${cli.process.pid}/fd`;
  await cli.until(() => readdirSync(files).some((file) => linkOf(join(files, file)) === path));
  return cli;
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed meanwhile.
    return undefined;
  }
}

describe.skipIf(process.platform !== 'linux')('a signal ends an import', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'whose file SQLite never finishes, as it ends a process without listeners: %s',
    async (signal) => {
      const path = join(folder, 'endless.gpkg');
      await writeEndlessGeoPackage(path);
      const cli = await importing(path, '--trust-file');
      expect(await cli.stop(signal)).toBe(-constants.signals[signal]);
      expect([cli.stdout(), cli.stderr()]).toEqual(['', '']);
    },
  );

  test('whose file takes minutes to read', async () => {
    const path = join(folder, 'bomb.csv.gz');
    await writeBomb(path);
    const cli = await importing(path);
    // Without a processor, its thread may not end in time.
    expect([130, -constants.signals.SIGINT]).toContain(await cli.stop('SIGINT'));
    expect([cli.stdout(), cli.stderr()]).toEqual(['', '']);
  });
});

test('serve answers while a thread reads the changed file of --data, and stops meanwhile', async () => {
  const path = join(folder, 'places.csv');
  await writeFile(path, 'id,latitude,longitude\na,1,2\n');
  const served = await serveHere(['--data', path, '--watch']);
  const begun = once(process, 'worker');
  await writeBomb(path);
  await begun;
  for (let request = 0; request < 20; request++) {
    const location = await (await fetch(`${served.url}/a`)).json();
    expect(location).toEqual({ coordinates: { latitude: 1, longitude: 2 } });
  }
  expect(await served.stop()).toBe(0);
  expect(served.stderr.text).not.toContain('stay as they were');
});
