import { join } from 'node:path';
import type { LocationRecord, LocationStore } from '@location-records/core';
import { startPostgres, startRedis } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { seededRandom } from '../shared/random.ts';
import { median, quartiles, ratiosTo } from '../shared/statistics.ts';
import { putAll } from './own-store.ts';

const writers = 64;

/** How far a moved record goes, in degrees. */
const step = 0.001;

/** Two stores of one engine over the same records: without area queries, and with them. */
export interface StorePair {
  readonly plain: LocationStore;
  readonly indexed: LocationStore;
  close(): Promise<void>;
}

/** The engines whose writes are compared, by name. */
export const storePairs: Readonly<Record<string, (folder: string) => Promise<StorePair>>> = {
  async SQLite(folder) {
    const plain = await openSqliteStore({ path: join(folder, 'plain.db') });
    const indexed = await openSqliteStore({ path: join(folder, 'indexed.db'), areas: true });
    return { plain, indexed, close: () => closeAll(plain, indexed) };
  },
  async PostgreSQL() {
    const server = await startPostgres();
    const { url } = server;
    await migratePostgres({ url, table: 'plain' });
    await migratePostgres({ url, table: 'indexed', areas: true });
    const plain = await openPostgresStore({ url, table: 'plain' });
    const indexed = await openPostgresStore({ url, table: 'indexed', areas: true });
    return { plain, indexed, close: () => closeAll(plain, indexed).then(() => server.stop()) };
  },
  async Redis() {
    const server = await startRedis();
    const { url } = server;
    const plain = await openRedisStore({ url, prefix: 'plain' });
    const indexed = await openRedisStore({ url, prefix: 'indexed', areas: true });
    return { plain, indexed, close: () => closeAll(plain, indexed).then(() => server.stop()) };
  },
};

async function closeAll(...stores: readonly LocationStore[]): Promise<void> {
  await Promise.all(stores.map((store) => store.close()));
}

/** Writes per second of the store with area queries, divided by those of the other one. */
export interface WriteRatio {
  readonly median: number;
  readonly quartiles: string;
}

/**
 * Moves records to places near them, with 64 writers. The two stores take turns, and each comes first equally often. The
 * ratio is taken within each round.
 */
export async function compareWrites(
  { plain, indexed }: StorePair,
  records: readonly LocationRecord[],
  rounds: number,
  milliseconds: number,
): Promise<WriteRatio> {
  for (const store of [plain, indexed]) await putAll(store, records);
  const random = seededRandom(2);
  const rates = new Map<LocationStore, number[]>([
    [plain, []],
    [indexed, []],
  ]);
  for (let round = -1; round < rounds; round++) {
    for (const store of round % 2 === 0 ? [plain, indexed] : [indexed, plain]) {
      const rate = await writeFor(store, records, random, milliseconds);
      // The first round warms up.
      if (round >= 0) rates.get(store)?.push(rate);
    }
  }
  const ratios = ratiosTo(rates.get(plain) ?? [], rates.get(indexed) ?? []);
  return { median: median(ratios), quartiles: quartiles(ratios, 2) };
}

/** Writes until the time is over. Resolves to the writes per second. */
async function writeFor(
  store: LocationStore,
  records: readonly LocationRecord[],
  random: () => number,
  milliseconds: number,
): Promise<number> {
  const begin = performance.now();
  let count = 0;
  const write = async () => {
    while (performance.now() - begin < milliseconds) {
      const [id, { description, coordinates }] = records[
        Math.floor(random() * records.length)
      ] as LocationRecord;
      const near = (value: number) => value + (random() - 0.5) * step;
      const { latitude, longitude } = coordinates;
      await store.put(id, {
        description,
        coordinates: { latitude: near(latitude), longitude: near(longitude) },
      });
      count++;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return count / ((performance.now() - begin) / 1000);
}
