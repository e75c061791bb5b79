import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocationRecord } from '@location-records/core';
import { runForReport } from '../shared/command-process.ts';
import { ServerProcess } from '../shared/server-process.ts';

/** The stores behind the map. */
export const mapStores = ['memory', 'SQLite'] as const;

/** Writes records into a file that the command reads. */
export async function writeRecords(path: string, records: readonly LocationRecord[]): Promise<void> {
  function* lines() {
    yield '[';
    for (const [index, record] of records.entries())
      yield `${index === 0 ? '' : ',\n'}${JSON.stringify(record)}`;
    yield ']';
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

/** Starts `location-records serve` with a map of the records in a file. */
export async function startWithMap(
  name: (typeof mapStores)[number],
  file: string,
  folder: string,
): Promise<ServerProcess> {
  if (name === 'memory') return ServerProcess.startCli('memory:', {}, ['--areas', '--data', file]);
  const store = `sqlite:${join(folder, 'map.db')}`;
  await runForReport(['import', file, '--store', store]);
  return ServerProcess.startCli(store, { stderr: 'ignore' }, ['--areas']);
}
