import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { print, printTable, type Verdict, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { median } from '../shared/statistics.ts';

const description = 'x'.repeat(300);

/** Measures opening with a log beside the file, as after kill -9. A file that was cut short must be refused. */
export async function measureLogCheck(verdict: Verdict, short: boolean): Promise<void> {
  const rows: string[][] = [];
  for (const records of short ? [1000] : [1000, 10_000, 100_000]) {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, 'records.db');
      const store = await openSqliteStore({ path });
      for (let start = 0; start < records; start += 1000) {
        await Promise.all(
          Array.from({ length: 1000 }, (_, index) =>
            store.put(`record-${(start + index) * 7919}`, {
              description,
              coordinates: { latitude: 1, longitude: 2 },
            }),
          ),
        );
      }
      // The files as kill -9 would leave them.
      const killed = join(folder, 'killed.db');
      for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, join(folder, `kept.db${suffix}`));
      await store.close();
      const rounds = short ? 3 : 11;
      const withLog: number[] = [];
      const without: number[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const suffix of ['', '-wal'])
          copyFileSync(join(folder, `kept.db${suffix}`), `${killed}${suffix}`);
        withLog.push(await timeOpening(killed));
        without.push(await timeOpening(path));
      }
      const sizes = ['', '-wal'].map((suffix) => statSync(join(folder, `kept.db${suffix}`)).size / 2 ** 20);
      rows.push([
        String(records),
        ...sizes.map((size) => size.toFixed(1)),
        median(without).toFixed(1),
        median(withLog).toFixed(1),
      ]);
      for (const suffix of ['', '-wal']) copyFileSync(join(folder, `kept.db${suffix}`), `${killed}${suffix}`);
      const { size } = statSync(killed);
      if (size > 8192) {
        truncateSync(killed, Math.floor(size / 8192) * 4096);
        const refused = await openSqliteStore({ path: killed }).then(
          (opened) => opened.close().then(() => false),
          (error: { readonly code?: unknown }) => error.code === 'STORE_UNSUITABLE',
        );
        verdict.check(`${records} records: a file cut to its half is refused`, refused);
      }
    });
  }
  print('SQLite, opening');
  printTable(['records', 'file MiB', 'log MiB', 'ms after close()', 'ms after kill -9'], rows);
  verdict.check('all were measured', rows.length > 0);
}

async function timeOpening(path: string): Promise<number> {
  const begin = performance.now();
  const store = await openSqliteStore({ path });
  const elapsed = performance.now() - begin;
  await store.close();
  return elapsed;
}
