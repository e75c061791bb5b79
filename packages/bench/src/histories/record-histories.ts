import {
  checkHistory,
  type HistoryViolation,
  type RecordedStore,
  recordHistory,
} from '@location-records/conformance';
import type { SqliteStore } from '@location-records/stores/sqlite';
import type { EngineStore } from '../shared/engine-stores.ts';
import { StoreProcess } from './store-process.ts';

/** The number of stores in other processes that take part when the store guarantees to be `shared`. */
const processCount = 2;

/** From few clients with many calls to many clients with few, on several identifiers and on one. */
const shapes = [
  { clients: 16, calls: 20, idCount: 3 },
  { clients: 4, calls: 60, idCount: 2 },
  { clients: 48, calls: 6, idCount: 1 },
  { clients: 16, calls: 12, idCount: 1 },
];

/** The figures of the histories of one store. */
interface HistoryFigures {
  /** The number of stores that took part in each history. */
  readonly stores: number;
  readonly operations: number;
  /** The number of operations that rejected, though nothing was made to fail. */
  readonly failed: number;
  readonly violations: readonly (HistoryViolation & { readonly seed: number })[];
}

/**
 * Records `count` histories with the seeds from `seed` on, in several shapes, and checks them.
 *
 * @param isOneWriter whether the store of this process writes for those of the others.
 */
export function recordHistories(
  { name, within, open }: EngineStore,
  seed: number,
  count: number,
  isOneWriter = false,
): Promise<HistoryFigures> {
  return within(async (address) => {
    const own = await open(address);
    const others: StoreProcess[] = [];
    try {
      while (own.guarantees.shared && others.length < processCount) {
        others.push(await StoreProcess.open(name, address, isOneWriter ? (own as SqliteStore) : undefined));
      }
      return await recordOn([own, ...others], seed, count);
    } finally {
      await Promise.all([own, ...others].map((store) => store.close()));
    }
  });
}

async function recordOn(
  stores: readonly RecordedStore[],
  firstSeed: number,
  count: number,
): Promise<HistoryFigures> {
  const violations: (HistoryViolation & { readonly seed: number })[] = [];
  let operations = 0;
  let failed = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { idCount, ...shape } = shapes[seed % shapes.length] as (typeof shapes)[number];
    const ids = Array.from({ length: idCount }, (_, number) => `history-${seed}-${number}`);
    const history = await recordHistory(stores, { ...shape, seed, ids });
    operations += history.length;
    failed += history.filter(({ outcome }) => !outcome).length;
    const violation = checkHistory(history);
    if (violation) violations.push({ ...violation, seed });
  }
  return { stores: stores.length, operations, failed, violations };
}
