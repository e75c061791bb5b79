import {
  compareIdentifiers,
  type Location,
  type LocationRecord,
  type LocationStore,
} from '@location-records/core';
import type { PassTools } from '../shared/pass-tools.ts';
import { askedAtOnce, batchesOf } from '../shared/read-store.ts';

/** What a copy or a comparison is doing. Each phase goes through the records of one store, once. */
export type CopyPhase =
  | 'checking'
  | 'reading-target'
  | 'counting'
  | 'copying'
  | 'verifying-source'
  | 'verifying-target'
  | 'comparing-with-target'
  | 'comparing-with-source';

/** How far a copy or a comparison has come. */
export interface CopyProgress {
  /** What is under way. */
  readonly phase: CopyPhase;
  /** How many records of the phase are done: 0 when it begins. */
  readonly records: number;
  /** How many records the phase has, where that is known. */
  readonly total?: number | undefined;
}

/** The tools of the passes of a copy or a comparison. */
export type CopyTools = PassTools<CopyPhase>;

/** A record of one store, and what another store has under its identifier. */
export interface Pair {
  readonly record: LocationRecord;
  readonly other: Location | undefined;
}

/**
 * Every record of `store` with what `other` has under its identifier. Two lists in the same order are read side by
 * side, which costs as much as reading them; otherwise `other` is asked for each record.
 */
export function pairUp(
  store: LocationStore,
  other: LocationStore,
  tools: CopyTools,
): AsyncGenerator<readonly Pair[], undefined> {
  const areOrdered = [store, other].every(({ guarantees }) => guarantees.listOrder === 'id-bytes');
  return areOrdered ? pairByOrder(store, other, tools) : pairByAsking(store, other, tools);
}

/** The same with a store that is known to be empty. */
export async function* pairWithNothing(
  store: LocationStore,
  { signal }: CopyTools,
): AsyncGenerator<readonly Pair[], undefined> {
  for await (const batch of batchesOf(store, signal)) {
    yield batch.map((record) => ({ record, other: undefined }));
  }
}

async function* pairByOrder(
  store: LocationStore,
  other: LocationStore,
  { signal }: CopyTools,
): AsyncGenerator<readonly Pair[], undefined> {
  const others = new OrderedRecords(other);
  try {
    for await (const batch of batchesOf(store, signal)) {
      const pairs: Pair[] = [];
      for (const record of batch) pairs.push({ record, other: await others.advanceTo(record[0]) });
      yield pairs;
    }
  } finally {
    await others.end();
  }
}

async function* pairByAsking(
  store: LocationStore,
  other: LocationStore,
  { signal, retry }: CopyTools,
): AsyncGenerator<readonly Pair[], undefined> {
  const ask = async (record: LocationRecord): Promise<Pair> => ({
    record,
    other: await retry(() => other.get(record[0])),
  });
  for await (const batch of batchesOf(store, signal)) {
    for (let start = 0; start < batch.length; start += askedAtOnce) {
      yield await Promise.all(batch.slice(start, start + askedAtOnce).map(ask));
    }
  }
}

/** The list of a store whose order is `id-bytes`, read once from identifier to identifier. */
class OrderedRecords {
  readonly #batches: AsyncIterator<readonly LocationRecord[]>;
  #batch: readonly LocationRecord[] = [];
  #index = 0;

  constructor(store: LocationStore) {
    this.#batches = store.list()[Symbol.asyncIterator]();
  }

  /** The Location stored under `id`, which must come after the identifier of the previous call. */
  async advanceTo(id: string): Promise<Location | undefined> {
    for (;;) {
      for (; this.#index < this.#batch.length; this.#index++) {
        const [found, location] = this.#batch[this.#index] as LocationRecord;
        const order = compareIdentifiers(found, id);
        if (order >= 0) return order === 0 ? location : undefined;
      }
      const next = await this.#batches.next();
      if (next.done) return undefined;
      this.#batch = next.value;
      this.#index = 0;
    }
  }

  /** Releases what the list holds. */
  async end(): Promise<void> {
    await this.#batches.return?.();
  }
}
