import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import { copy, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

type Batches = AsyncGenerator<readonly LocationRecord[], undefined>;

class Live extends ReferenceStore {
  override async *list(): Batches {
    this.requireOpen();
    for (const [start] of this.snapshot().entries()) {
      if (start % 1000 > 0) continue;
      await setImmediate();
      this.requireOpen();
      yield this.snapshot().slice(start, start + 1000);
    }
    this.requireOpen();
  }
}

class ReadsValuesLate extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    for await (const batch of super.inBatches(records)) {
      yield batch.map(([id, location]) => [id, copy(this.records.get(id) ?? location)]);
    }
  }
}

class SkipsDeleted extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    for await (const batch of super.inBatches(records)) yield batch.filter(([id]) => this.records.has(id));
  }
}

class AddsInserted extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    yield* super.inBatches(records);
    const known = new Set(records.map(([id]) => id));
    yield this.snapshot().filter(([id]) => !known.has(id));
  }
}

class SharesSnapshots extends ReferenceStore {
  #latest: LocationRecord[] = [];
  override async *list(): Batches {
    this.requireOpen();
    this.#latest = this.snapshot();
    for (let start = 0; start < this.#latest.length; start += 1000) {
      this.requireOpen();
      yield this.#latest.slice(start, start + 1000);
    }
    this.requireOpen();
  }
}

class SnapshotAtCall extends ReferenceStore {
  override list(): Batches {
    return this.inBatches(this.snapshot());
  }
}

class RepeatsAnId extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    let last: LocationRecord[] = [];
    for await (const batch of super.inBatches(records)) {
      yield [...last, ...batch];
      last = batch.slice(-1);
    }
  }
}

class GoesRound extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    yield* super.inBatches(records);
    // As a keyset list with a page that leads back. A short list has only one page.
    while (records.length > 1000) yield* super.inBatches(records.slice(1000));
  }
}

class NeverSaysEnd extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    yield* super.inBatches(records);
    while (records.length > 1000) yield [];
  }
}

class DropsTheLastBatch extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    const records = super.snapshot();
    return records.length > 1000 ? records.slice(0, -(records.length % 1000 || 1000)) : records;
  }
}

class OneBatch extends ReferenceStore {
  override async *inBatches(records: readonly LocationRecord[]): Batches {
    if (records.length > 0) yield records;
    this.requireOpen();
  }
}

class ListsTriples extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().map(([id, location]) => Object.assign([id, location] as const, { length: 3 }));
  }
}

class LeaksColumns extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().map(([id, location]) => [id, { id, ...location }]);
  }
}

class IgnoresReturn extends ReferenceStore {
  override list(): Batches {
    const batches = super.list();
    batches.return = async () => ({ done: true, value: undefined });
    return batches;
  }
}

class OrderedByUnits extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

class OrderedByLocale extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return super.snapshot().sort(([a], [b]) => a.localeCompare(b, 'en'));
  }
}

class OrderedByInsertion extends ReferenceStore {
  override snapshot(): LocationRecord[] {
    return Array.from(this.records, ([id, location]) => [id, copy(location)]);
  }
}

class OrderedByLastPut extends ReferenceStore {
  override readonly guarantees = Object.freeze({
    durable: true,
    shared: true,
    snapshot: true,
    listOrder: 'first-put' as const,
  });
  override put(...[id, location]: Parameters<ReferenceStore['put']>): Promise<void> {
    const copied = copy(location);
    return this.commit(() => {
      this.records.delete(id);
      this.records.set(id, copied);
    });
  }
  override snapshot(): LocationRecord[] {
    return Array.from(this.records, ([id, location]) => [id, copy(location)]);
  }
}

/** Stores with faulty lists. */
export const listMutants: readonly StoreMutant[] = [
  {
    id: 'list-is-live',
    breaks: 'reads each batch of a list from the current records',
    killedBy: 'list-between-writes',
    open: (records) => new Live(records),
  },
  {
    id: 'list-reads-values-late',
    breaks: 'lists the current state of the records of its snapshot',
    killedBy: 'list-hides-overwrites',
    open: (records) => new ReadsValuesLate(records),
  },
  {
    id: 'list-skips-deleted',
    breaks: 'leaves out records deleted during a list',
    killedBy: 'list-hides-deletes',
    open: (records) => new SkipsDeleted(records),
  },
  {
    id: 'list-adds-inserted',
    breaks: 'adds records created during a list',
    killedBy: 'list-hides-inserts',
    open: (records) => new AddsInserted(records),
  },
  {
    id: 'list-shares-snapshots',
    breaks: 'replaces the snapshots of older lists by the newest',
    killedBy: 'list-snapshots-of-their-own',
    open: (records) => new SharesSnapshots(records),
  },
  {
    id: 'list-snapshot-at-call',
    breaks: 'takes the snapshot at the call of list',
    killedBy: 'list-starts-at-first-next',
    open: (records) => new SnapshotAtCall(records),
  },
  {
    id: 'list-repeats-an-id',
    breaks: 'repeats the last record of a batch in the next',
    killedBy: 'list-many',
    open: (records) => new RepeatsAnId(records),
  },
  {
    id: 'list-goes-round',
    breaks: 'repeats a long list from its second batch for ever',
    killedBy: 'list-ends',
    open: (records) => new GoesRound(records),
  },
  {
    id: 'list-never-says-end',
    breaks: 'adds empty batches to a long list for ever',
    killedBy: 'list-ends',
    open: (records) => new NeverSaysEnd(records),
  },
  {
    id: 'list-drops-the-last-batch',
    breaks: 'drops the last batch of a long list',
    killedBy: 'list-many',
    open: (records) => new DropsTheLastBatch(records),
  },
  {
    id: 'list-is-one-batch',
    breaks: 'returns a long list in one batch',
    killedBy: 'list-batches-bounded',
    open: (records) => new OneBatch(records),
  },
  {
    id: 'list-of-triples',
    breaks: 'lists records with three elements',
    killedBy: 'list-pairs',
    open: (records) => new ListsTriples(records),
  },
  {
    id: 'list-leaks-columns',
    breaks: 'lists Locations with an extra member',
    killedBy: 'list-pairs',
    open: (records) => new LeaksColumns(records),
  },
  {
    id: 'list-ignores-return',
    breaks: 'goes on with an abandoned list',
    killedBy: 'list-abandoned',
    open: (records) => new IgnoresReturn(records),
  },
  {
    id: 'list-ordered-by-units',
    breaks: 'sorts identifiers by UTF-16 code units',
    killedBy: 'list-order-id-bytes',
    open: (records) => new OrderedByUnits(records),
  },
  {
    id: 'list-ordered-by-locale',
    breaks: 'sorts identifiers as a dictionary does',
    killedBy: 'list-order-id-bytes',
    open: (records) => new OrderedByLocale(records),
  },
  {
    id: 'list-ordered-by-insertion',
    breaks: 'promises the order of identifiers, and lists by insertion',
    killedBy: 'list-order-id-bytes-many',
    open: (records) => new OrderedByInsertion(records),
  },
  {
    id: 'list-ordered-by-last-put',
    breaks: 'promises the order of the first puts, and lists by the last puts',
    killedBy: 'list-order-first-put',
    open: (records) => new OrderedByLastPut(records),
  },
];
