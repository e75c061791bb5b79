import { join } from 'node:path';
import { runForReport } from '../shared/command-process.ts';
import { ServerProcess } from '../shared/server-process.ts';

/** The stores behind the map. */
export const mapStores = ['memory', 'SQLite'] as const;

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
