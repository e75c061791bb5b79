import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finishChild, startChild } from '../shared/child.ts';
import { print } from '../shared/print.ts';
import { ServerProcess } from '../shared/server-process.ts';

/** The stores that the list is read from. */
export const stores = ['memory', 'SQLite'] as const;

/** Starts a server whose store holds the first `count` records of the big list. */
export async function startWithRecords(
  store: (typeof stores)[number],
  count: number,
  folder: string,
): Promise<ServerProcess> {
  if (store === 'memory') return ServerProcess.startOwn('records', [String(count)]);
  const path = join(folder, 'list.db');
  const loader = fileURLToPath(new URL('./load-sqlite.mjs', import.meta.url));
  const begin = performance.now();
  await finishChild(startChild([process.execPath, loader, path, String(count)], 'inherit'));
  const rate = count / ((performance.now() - begin) / 1000);
  print(`SQLite: ${count} records put through the store's interface, ${rate.toFixed(0)} per second`);
  return ServerProcess.startCli(`sqlite:${path}`);
}
