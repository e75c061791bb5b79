import type { LocationRecord } from '@location-records/core';
import { type Records, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

type Batches = AsyncGenerator<readonly LocationRecord[], undefined>;

/** How many lists {@link LeaksLists} can hold. */
const maxHeldLists = 20;

class EndsAtALimit extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().slice(0, 10_000);
  }
}

class FillsOneArray extends ReferenceStore {
  readonly #batch: LocationRecord[] = [];
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    for await (const batch of super.inBatches(records)) {
      this.#batch.splice(0, this.#batch.length, ...batch);
      yield this.#batch;
    }
  }
}

class LeaksLists extends ReferenceStore {
  #held = 0;
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    if (this.#held === maxHeldLists) throw new Error('too many cursors');
    this.#held++;
    yield* super.inBatches(records);
    // Not in a finally block: return() does not come here.
    this.#held--;
  }
}

class RefusesReturnDuringNext extends ReferenceStore {
  override list(): Batches {
    const batches = super.list();
    const [next, end] = [batches.next.bind(batches), batches.return.bind(batches)];
    let isReading = false;
    batches.next = async () => {
      isReading = true;
      return next().finally(() => {
        isReading = false;
      });
    };
    batches.return = async (value) => {
      if (isReading) throw new Error('The cursor is busy.');
      return end(value);
    };
    return batches;
  }
}

class ComparesBeginnings extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    const reversed = super.snapshot().reverse();
    const keys = new Map(reversed.map(([id]) => [id, Buffer.from(id).subarray(0, 1000)]));
    return reversed.sort(([a], [b]) => Buffer.compare(keys.get(a) as Buffer, keys.get(b) as Buffer));
  }
}

class ListsItsOwnWrites extends ReferenceStore {
  readonly #written = new Set<string>();
  override async put(id: string, location: Parameters<ReferenceStore['put']>[1]): Promise<void> {
    await super.put(id, location);
    this.#written.add(id);
  }
  override snapshot(): LocationRecord[] {
    const records = super.snapshot();
    return this.#written.size > 0 ? records.filter(([id]) => this.#written.has(id)) : records;
  }
}

function opening(Store: new (records: Records) => ReferenceStore): StoreMutant['open'] {
  return (records) => new Store(records);
}

/** Stores whose lists fail when there are many records, many lists or other stores before. */
export const longListMutants: readonly StoreMutant[] = [
  {
    id: 'list-ends-at-a-limit',
    breaks: 'ends a list after 10,000 records',
    killedBy: 'list-many',
    open: opening(EndsAtALimit),
  },
  {
    id: 'list-fills-one-array',
    breaks: 'fills the same array with each batch of its lists',
    killedBy: 'copies-what-is-listed',
    open: opening(FillsOneArray),
  },
  {
    id: 'list-leaks',
    breaks: 'does not release what an abandoned list holds',
    killedBy: 'list-abandoned-many-times',
    open: opening(LeaksLists),
  },
  {
    id: 'list-return-rejects-during-next',
    breaks: 'rejects return() of a list while next() is under way',
    killedBy: 'list-abandoned-during-next',
    open: opening(RefusesReturnDuringNext),
  },
  {
    id: 'list-compares-beginnings',
    breaks: 'sorts identifiers by their first 1,000 bytes',
    killedBy: 'list-order-id-bytes',
    open: opening(ComparesBeginnings),
  },
  {
    id: 'list-of-its-own-writes',
    breaks: 'lists only what it has put itself, once it has put something',
    killedBy: 'durable-many-lives',
    open: opening(ListsItsOwnWrites),
  },
];
