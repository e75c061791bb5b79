import { setImmediate } from 'node:timers/promises';
import { type Location, type LocationRecord, StoreError } from '@location-records/core';
import { ReferenceStore } from './reference-store.ts';
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
    this.requireOpen();
    return super.get(id);
  }
}

class ClosedWithAnotherCode extends ReferenceStore {
  override requireOpen(): void {
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
    this.requireOpen();
    for await (const batch of new ReferenceStore(this.records).list()) {
      if (this.isClosed) return;
      yield batch;
    }
  }
}

class CloseTwiceRejects extends ReferenceStore {
  override async close(): Promise<void> {
    this.requireOpen();
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
      this.requireOpen();
      return write();
    });
  }
}

class ReturnsThenables extends ReferenceStore {
  override put(id: string, location: Location): Promise<void> {
    // biome-ignore lint/suspicious/noThenProperty: query builders return such objects.
    return { then: (...handlers) => super.put(id, location).then(...handlers) } as Promise<void>;
  }
}

class OpenGuarantees extends ReferenceStore {
  override readonly guarantees = {
    durable: true,
    shared: true,
    snapshot: true,
    listOrder: 'id-bytes' as const,
  };
}

class SecondCloseDoesNotWait extends ReferenceStore {
  override async close(): Promise<void> {
    if (!this.isClosed) await super.close();
  }
}

class ReadsNothingWhileClosing extends ReferenceStore {
  override async get(id: string): Promise<Location | undefined> {
    this.requireOpen();
    await setImmediate();
    return this.isClosed ? undefined : super.get(id);
  }
}

/** Stores with faults when they are opened or closed. */
export const lifecycleMutants: readonly StoreMutant[] = [
  {
    id: 'ignores-close',
    breaks: 'still works after close',
    killedBy: 'closed-methods-reject',
    open: (records) => new IgnoresClose(records),
  },
  {
    id: 'closes-late',
    breaks: 'accepts calls while it is closing',
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
    breaks: 'rejects after close with the code of another error',
    killedBy: 'closed-methods-reject',
    open: (records) => new ClosedWithAnotherCode(records),
  },
  {
    id: 'get-after-close-is-absent',
    breaks: 'returns no record from get after close',
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
    breaks: 'rejects writes that are under way when it is closed',
    killedBy: 'close-waits-for-writes',
    open: (records) => new CloseDropsWrites(records),
  },
  {
    id: 'returns-thenables',
    breaks: 'returns a thenable instead of a promise',
    killedBy: 'methods-return-promises',
    open: (records) => new ReturnsThenables(records),
  },
  {
    id: 'open-guarantees',
    breaks: 'does not freeze its guarantees',
    killedBy: 'guarantees-stated',
    open: (records) => new OpenGuarantees(records),
  },
  {
    id: 'second-close-does-not-wait',
    breaks: 'resolves a second close before the writes under way',
    killedBy: 'close-twice-waits',
    open: (records) => new SecondCloseDoesNotWait(records),
  },
  {
    id: 'reads-nothing-while-closing',
    breaks: 'returns no record from a get that is under way when it is closed',
    killedBy: 'close-settles-pending-reads',
    open: (records) => new ReadsNothingWhileClosing(records),
  },
];
