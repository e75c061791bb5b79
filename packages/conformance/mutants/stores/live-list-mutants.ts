import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import { LiveStore } from './live-store.ts';
import { copy } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

type Batches = AsyncGenerator<readonly LocationRecord[], undefined>;

class CountsPositions extends LiveStore {
  override async *list(): Batches {
    this.requireOpen();
    for (let start = 0; start < this.records.size; start += 100) {
      yield this.snapshot().slice(start, start + 100);
      await setImmediate();
      this.requireOpen();
    }
  }
}

/** Records move to the end when they are written, as in a log. */
class ReadsTheLog extends LiveStore {
  override put(...[id, location]: Parameters<LiveStore['put']>): Promise<void> {
    this.requireIdentifier(id);
    this.requireLocation(location);
    const copied = copy(location);
    return this.commit(() => {
      this.records.delete(id);
      this.records.set(id, copied);
    });
  }

  override async *list(): Batches {
    this.requireOpen();
    let batch: LocationRecord[] = [];
    for (const [id, location] of this.records) {
      batch.push([id, copy(location)]);
      if (batch.length < 100) continue;
      yield batch;
      batch = [];
      await setImmediate();
      this.requireOpen();
    }
    yield batch;
  }
}

class TearsPairs extends LiveStore {
  override async *list(): Batches {
    const earlier = new Map(this.records);
    for await (const batch of super.list()) {
      yield batch.map(([id, { description, ...location }]) => [
        id,
        { ...location, ...(earlier.get(id) ?? {}), coordinates: location.coordinates },
      ]);
    }
  }
}

class RepeatsCreated extends LiveStore {
  override async *list(): Batches {
    const earlier = new Set(this.records.keys());
    yield* super.list();
    yield [...this.records].filter(([id]) => !earlier.has(id));
  }
}

class GoesOnWhenAbandoned extends LiveStore {
  override list(): Batches {
    const batches = super.list();
    batches.return = async () => ({ done: true, value: undefined });
    return batches;
  }
}

class CutsShortAfterDeletes extends LiveStore {
  override async *list(): Batches {
    const size = this.records.size;
    for await (const batch of super.list()) {
      if (this.records.size < size) return;
      yield batch;
    }
  }
}

/** Stores with faulty live lists. */
export const liveListMutants: readonly StoreMutant[] = [
  {
    id: 'live-list-counts-positions',
    breaks: 'skips records of a live list when others are deleted',
    killedBy: 'list-live-keeps-what-stays',
    open: (records) => new CountsPositions(records),
  },
  {
    id: 'live-list-reads-the-log',
    breaks: 'lists a record twice in a live list when it is written meanwhile',
    killedBy: 'list-live-among-writes',
    open: (records) => new ReadsTheLog(records),
  },
  {
    id: 'live-list-repeats-second-lives',
    breaks: 'lists a record twice in a live list when it is deleted and created again',
    killedBy: 'list-live-second-lives',
    open: (records) => new ReadsTheLog(records),
  },
  {
    id: 'live-list-tears-pairs',
    breaks: 'mixes old and new states of a record in a live list',
    killedBy: 'list-live-among-writes',
    open: (records) => new TearsPairs(records),
  },
  {
    id: 'live-list-repeats-created',
    breaks: 'lists a record twice in a live list when it is created meanwhile',
    killedBy: 'list-live-among-inserts',
    open: (records) => new RepeatsCreated(records),
  },
  {
    id: 'live-list-ignores-return',
    breaks: 'goes on with an abandoned live list',
    killedBy: 'list-abandoned-live',
    open: (records) => new GoesOnWhenAbandoned(records),
  },
  {
    id: 'live-list-cut-short',
    breaks: 'ends a live list when another store deletes',
    killedBy: 'list-live-shared',
    open: (records) => new CutsShortAfterDeletes(records),
  },
];
