import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { print, printTable, withTemporaryFolder } from '@location-records/workspace/campaigns';
import { Connection, requestBytes } from '../connection.ts';
import { ServerProcess } from '../server-process.ts';
import { Ledger } from './ledger.ts';
import type { Settings } from './settings.ts';
import { Writers } from './writers.ts';

const roundTime = 5000;
/** The memory of the last round may be this many times that of the round after a third of them. */
const maxGrowth = 1.5;
const lists = requestBytes('GET', '');

/**
 * Writes, lists and leaves lists for a long time. Records must stay right, and the memory of the service must
 * not grow.
 */
export async function soak({ rounds, seed, check }: Settings): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const server = await ServerProcess.startCommand(`sqlite:${join(folder, 'soak.db')}`);
    const ledger = new Ledger();
    const writers = new Writers(ledger, seed);
    const memory: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await writers.writeDuring(server.port, () => leaveLists(server.port));
      const wrong = await ledger.verify(server.port);
      for (const problem of wrong.slice(0, 10)) print(problem);
      check('soak: every record holds what was acknowledged last', wrong.length === 0);
      memory.push(await server.memory());
    }
    const mebibytes = memory.map((bytes) => (bytes / 2 ** 20).toFixed(0));
    printTable(
      ['soak, round', 'memory, MiB'],
      mebibytes.map((text, index) => [String(index + 1), text]),
    );
    const [early = 0, last = 0] = [memory[Math.floor(rounds / 3)], memory.at(-1)];
    check('soak: the memory of the service does not grow', last <= maxGrowth * early);
    check('soak: the service ends with exit code 0', (await server.stop()) === 0);
  });
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
