import { chmod, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it } from 'vitest';
import { type StoreProcess, startStoreProcess } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const timeout = 60_000;

function place(number: number) {
  return { description: `place ${number}`, coordinates: { latitude: number, longitude: 0 - number } };
}

describe('several processes on one SQLite file', { timeout }, () => {
  it('processes create one SQLite file at once, write, and read what the others wrote', async () => {
    const path = await temporaryPath();
    const processes = await Promise.all([1, 2, 3].map(() => startStoreProcess(path)));
    await Promise.all(
      processes.map(async (store, process) => {
        for (let round = 0; round < 20; round++) {
          const puts = Array.from({ length: 8 }, (_, index) => {
            const number = (process * 20 + round) * 8 + index;
            return store.put(`id-${number}`, place(number));
          });
          await Promise.all(puts);
        }
      }),
    );
    const store = await openForTest(path);
    for (let number = 0; number < 3 * 20 * 8; number++) {
      expect(await store.get(`id-${number}`)).toEqual(place(number));
    }
    await store.put('new', place(1));
    for (const other of processes) expect(await other.get('new')).toEqual(place(1));
  });

  it('processes that replace one SQLite record lose no update', async () => {
    const path = await temporaryPath();
    const processes = await Promise.all([1, 2].map(() => startStoreProcess(path)));
    await processes[0]?.put('a', place(0));
    const deletions = processes.map((store) => store.delete('a'));
    await Promise.all(deletions);
    for (const store of processes) expect(await store.replace('a', place(1))).toBe(false);
  });
});

describe('a process with an SQLite store that is killed', { timeout }, () => {
  it.each([1, 2, 3])(
    'a killed process has lost no SQLite write that it acknowledged (round %i)',
    async (round) => {
      const path = await temporaryPath();
      const writer = await startStoreProcess(path);
      const acknowledged = new Map<string, number>();
      const sent = new Map<string, number>();
      for (let number = 0; number < 64; number++)
        void keepWriting(writer, `id-${number}`, sent, acknowledged);
      await expect.poll(() => total(acknowledged), { interval: 1, timeout }).toBeGreaterThan(round * 500);
      await writer.kill();
      const store = await openForTest(path);
      for (const [id, number] of acknowledged) {
        const found = await store.get(id);
        // The write behind it may have been committed, and its outcome lost.
        expect([place(number), place(sent.get(id) ?? number)]).toContainEqual(found);
      }
    },
  );
});

function total(acknowledged: ReadonlyMap<string, number>): number {
  return [...acknowledged.values()].reduce((sum, number) => sum + number + 1, 0);
}

async function keepWriting(
  writer: StoreProcess,
  id: string,
  sent: Map<string, number>,
  acknowledged: Map<string, number>,
): Promise<void> {
  for (let number = 0; writer.child.connected; number++) {
    sent.set(id, number);
    await writer.put(id, place(number));
    acknowledged.set(id, number);
  }
}

describe('a user without permission', { timeout }, () => {
  it('openSqliteStore names a folder that the user cannot write', async () => {
    const path = await temporaryPath();
    await chmod(dirname(path), 0o555);
    await expect(startStoreProcess(path, { humble: true })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot open the SQLite store ${JSON.stringify(path)}: this user may not write to the folder ${JSON.stringify(dirname(path))}; check its permissions.`,
    });
  });

  it('openSqliteStore names a file that the user cannot write', async () => {
    const path = await temporaryPath();
    await (await openSqliteStore({ path })).close();
    await chmod(path, 0o444);
    await expect(startStoreProcess(path, { humble: true })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining(
        `this user may not write to the file ${JSON.stringify(path)}; check its permissions`,
      ),
    });
  });

  it('openSqliteStore leaves an empty file that the user may not write', async () => {
    const path = await temporaryPath();
    await writeFile(path, '', { mode: 0o444 });
    await expect(startStoreProcess(path, { humble: true })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect((await stat(path)).size).toBe(0);
  });
});
