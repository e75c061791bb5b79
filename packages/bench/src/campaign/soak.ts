import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { print, printTable, withTemporaryFolder } from '@location-records/workspace/campaigns';
import { Connection, requestBytes } from '../connection.ts';
import { ServerProcess } from '../server-process.ts';
import { Ledger } from './ledger.ts';
import type { Settings } from './settings.ts';
import { Writers } from './writers.ts';

/** In milliseconds. */
const roundTime = 5000;
/** The pause of each client after a write, in milliseconds: a leak shows by its slope, and not by the load. */
const pause = 100;
/** The memory of the last round may be this many times that of the round after a third of them. */
const maxGrowth = 1.5;
const lists = requestBytes('GET', '');

/**
 * Writes, lists and leaves lists for a long time. Records must stay right, and neither the memory nor the
 * descriptors of the service may grow.
 */
export async function soak({ rounds, seed, check }: Settings): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const server = await ServerProcess.startCommand(`sqlite:${join(folder, 'soak.db')}`);
    const ledger = new Ledger();
    const writers = new Writers(ledger, seed);
    const memory: number[] = [];
    const descriptors: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await writers.writeDuring(server.port, () => leaveLists(server.port), pause);
      const wrong = await ledger.verify(server.port);
      for (const problem of wrong.slice(0, 10)) print(problem);
      if (wrong.length > 0) check('soak: every record holds what was acknowledged last', false);
      memory.push((await server.memory()) / 2 ** 20);
      descriptors.push(server.descriptors());
    }
    check('soak: there were writes to lose', writers.acknowledged > 0);
    // The first third fills caches.
    const first = Math.floor(rounds / 3);
    const [early, last] = [memory.slice(first), descriptors.slice(first)];
    printTable(
      ['soak', 'rounds', 'acknowledged writes', 'first', 'last', 'slope per hour'],
      [
        ['memory, MiB', ...rowOf(rounds, writers.acknowledged, early)],
        ['descriptors', ...rowOf(rounds, writers.acknowledged, last)],
      ],
    );
    check(
      'soak: the memory of the service does not grow',
      (early.at(-1) ?? 0) <= maxGrowth * (early[0] ?? 0),
    );
    check(
      'soak: the descriptors of the service do not grow',
      (last.at(-1) ?? 0) <= maxGrowth * (last[0] ?? 0),
    );
    check('soak: the service ends with exit code 0', (await server.stop()) === 0);
  });
}

function rowOf(rounds: number, writes: number, values: readonly number[]): string[] {
  const [slope, error] = slopeOf(values).map((value) => (value * 3_600_000) / roundTime) as [number, number];
  const deviation = Number.isNaN(error) ? '' : ` ± ${error.toFixed(1)}`;
  const ends = [values[0], values.at(-1)].map((value) => (value ?? 0).toFixed(0));
  return [String(rounds), String(writes), ...ends, `${slope.toFixed(1)}${deviation}`];
}

/** Returns the slope of the line that fits best (least squares), and its standard error; NaN for two values. */
function slopeOf(values: readonly number[]): readonly [slope: number, error: number] {
  const count = values.length;
  const [middle, mean] = [(count - 1) / 2, values.reduce((sum, value) => sum + value, 0) / count];
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread;
  const rest = values.reduce((sum, value, index) => sum + (value - mean - slope * (index - middle)) ** 2, 0);
  return [slope, Math.sqrt(rest / (count - 2) / spread)];
}

/** Asks for lists again and again, and leaves each before its end. */
async function leaveLists(port: number): Promise<void> {
  const end = performance.now() + roundTime;
  while (performance.now() < end) {
    const connection = await Connection.open(port);
    // It ends with the connection.
    connection.send(lists).catch(() => {});
    await setTimeout(20);
    connection.close();
  }
}
