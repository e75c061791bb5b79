import { setImmediate } from 'node:timers/promises';
import { type Location, type LocationRecord, StoreError } from '@location-records/core';
import { type Records, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

class IgnoresClose extends ReferenceStore {
  override async close(): Promise<void> {
    await Promise.all(this.underWay);
  }
}

class ClosesLate extends ReferenceStore {
  override async close(): Promise<void> {
    await setImmediate();
    await super.close();
  }
}

class ThrowsSynchronously extends ReferenceStore {
  override get(id: string): Promise<Location | undefined> {
    this.demandOpen();
    return super.get(id);
  }
}

class ClosedWithAnotherCode extends ReferenceStore {
  override demandOpen(): void {
    if (this.isClosed) throw new StoreError('STORE_UNAVAILABLE', 'The database connection is not open');
  }
}

class GetAfterCloseIsAbsent extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    return this.isClosed ? undefined : super.get(id);
  }
}

class ListsAfterClose extends ReferenceStore {
  override async *inBatches(
    records: readonly LocationRecord[],
  ): AsyncGenerator<readonly LocationRecord[], undefined> {
    for (let start = 0; start < records.length; start += 1000) yield records.slice(start, start + 1000);
  }
}

class ListEndsAtClose extends ReferenceStore {
  override async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    this.demandOpen();
    for await (const batch of new ReferenceStore(this.records).list()) {
      if (this.isClosed) return;
      yield batch;
    }
  }
}

class CloseTwiceRejects extends ReferenceStore {
  override async close(): Promise<void> {
    this.demandOpen();
    await super.close();
  }
}

class CloseDoesNotWait extends ReferenceStore {
  override async close(): Promise<void> {
    this.isClosed = true;
  }
}

class CloseDropsWrites extends ReferenceStore {
  override commit<T>(write: () => T): Promise<T> {
    return super.commit(() => {
      this.demandOpen();
      return write();
    });
  }
}

class ReturnsThenables extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    // biome-ignore lint/suspicious/noThenProperty: what query builders return.
    return { then: (...handlers) => super.put(id, location).then(...handlers) } as Promise<void>;
  }
}

class OpenGuarantees extends ReferenceStore {
  override readonly guarantees = { durable: true, shared: true, listOrder: 'id-bytes' as const };
}

class ForgetsOnClose extends ReferenceStore {
  override async close(): Promise<void> {
    await super.close();
    this.records.clear();
  }
}

class LosesLateWrites extends ReferenceStore {
  override commit<T>(write: () => T): Promise<T> {
    const before = new Map(this.records);
    return super.commit(() => {
      const result = write();
      if (this.isClosed) restore(this.records, before);
      return result;
    });
  }
}

class SeesOnlyItsOwn extends ReferenceStore {
  readonly #file: Records;
  constructor(file: Records) {
    super(new Map(file));
    this.#file = file;
  }
  override async close(): Promise<void> {
    await super.close();
    restore(this.#file, this.records);
  }
}

class CachesForGood extends ReferenceStore {
  readonly #cache: Records = new Map();
  override async get(id: string): Promise<Location | undefined> {
    const location = this.#cache.get(id) ?? (await super.get(id));
    if (location) this.#cache.set(id, location);
    this.demandOpen();
    return location && structuredClone(location);
  }
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, location);
    this.#cache.delete(id);
  }
  override async replace(id: string, location: Location): Promise<boolean> {
    this.#cache.delete(id);
    return super.replace(id, location);
  }
  override async delete(id: string): Promise<void> {
    await super.delete(id);
    this.#cache.delete(id);
  }
}

const openOver = new WeakMap<Records, Set<ReferenceStore>>();

class ClosesTheOthers extends ReferenceStore {
  constructor(records: Records) {
    super(records);
    openOver.set(records, (openOver.get(records) ?? new Set()).add(this));
  }
  override async close(): Promise<void> {
    await super.close();
    for (const other of openOver.get(this.records) ?? []) other.isClosed = true;
  }
}

function restore(records: Records, from: Records): void {
  records.clear();
  for (const [id, location] of from) records.set(id, location);
}

/** Stores that go wrong when they are opened, closed or shared. */
export const lifecycleMutants: readonly StoreMutant[] = [
  {
    id: 'ignores-close',
    breaks: 'goes on after close',
    killedBy: 'closed-methods-reject',
    open: (records) => new IgnoresClose(records),
  },
  {
    id: 'closes-late',
    breaks: 'takes calls while it is closing',
    killedBy: 'closing-methods-reject',
    open: (records) => new ClosesLate(records),
  },
  {
    id: 'throws-synchronously',
    breaks: 'throws instead of rejecting',
    killedBy: 'closed-methods-reject',
    open: (records) => new ThrowsSynchronously(records),
  },
  {
    id: 'closed-with-another-code',
    breaks: 'rejects after close with the code of another failure',
    killedBy: 'closed-methods-reject',
    open: (records) => new ClosedWithAnotherCode(records),
  },
  {
    id: 'get-after-close-is-absent',
    breaks: 'pretends after close that a record is absent',
    killedBy: 'closed-methods-reject',
    open: (records) => new GetAfterCloseIsAbsent(records),
  },
  {
    id: 'lists-after-close',
    breaks: 'goes on with a list after close',
    killedBy: 'close-ends-lists',
    open: (records) => new ListsAfterClose(records),
  },
  {
    id: 'list-ends-at-close',
    breaks: 'ends a list at close as if it were complete',
    killedBy: 'close-ends-lists',
    open: (records) => new ListEndsAtClose(records),
  },
  {
    id: 'close-twice-rejects',
    breaks: 'rejects the second close',
    killedBy: 'close-twice',
    open: (records) => new CloseTwiceRejects(records),
  },
  {
    id: 'close-does-not-wait',
    breaks: 'resolves close before the writes under way',
    killedBy: 'close-waits-for-writes',
    open: (records) => new CloseDoesNotWait(records),
  },
  {
    id: 'close-drops-writes',
    breaks: 'rejects writes that were under way when it was closed',
    killedBy: 'close-waits-for-writes',
    open: (records) => new CloseDropsWrites(records),
  },
  {
    id: 'returns-thenables',
    breaks: 'returns something like a promise',
    killedBy: 'methods-return-promises',
    open: (records) => new ReturnsThenables(records),
  },
  {
    id: 'open-guarantees',
    breaks: 'lets anybody change its guarantees',
    killedBy: 'guarantees-stated',
    open: (records) => new OpenGuarantees(records),
  },
  {
    id: 'forgets-on-close',
    breaks: 'promises durability and forgets everything at close',
    killedBy: 'durable-survives-reopening',
    open: (records) => new ForgetsOnClose(records),
  },
  {
    id: 'loses-late-writes',
    breaks: 'acknowledges writes under way at close, and loses them',
    killedBy: 'durable-keeps-writes-of-close',
    open: (records) => new LosesLateWrites(records),
  },
  {
    id: 'sees-only-its-own',
    breaks: 'promises to share records and shows others its writes at close',
    killedBy: 'shared-sees-writes',
    open: (records) => new SeesOnlyItsOwn(records),
  },
  {
    id: 'caches-for-good',
    breaks: 'keeps what it once read, whatever other stores write',
    killedBy: 'shared-sees-writes',
    open: (records) => new CachesForGood(records),
  },
  {
    id: 'closes-the-others',
    breaks: 'closes every store over the same records',
    killedBy: 'shared-close-is-its-own',
    open: (records) => new ClosesTheOthers(records),
  },
];
