import { setImmediate } from 'node:timers/promises';
import type { Location } from '@location-records/core';
import { type Records, ReferenceStore } from '../stores/reference-store.ts';
import type { StoreMutant } from '../stores/store-mutant.ts';

/** A replica of the records that is one turn behind, for all stores over these records. */
const replicas = new WeakMap<Records, Records>();

class ReadsReplica extends ReferenceStore {
  readonly #replica: Records;
  constructor(records: Records) {
    super(records);
    this.#replica = replicas.get(records) ?? new Map();
    replicas.set(records, this.#replica);
  }
  override async get(id: string): Promise<Location | undefined> {
    return this.#replica.get(id);
  }
  override async commit<T>(write: () => T): Promise<T> {
    const result = await super.commit(write);
    void setImmediate().then(() => {
      this.#replica.clear();
      for (const [id, location] of this.records) this.#replica.set(id, location);
    });
    return result;
  }
}

class ChecksOnReplica extends ReadsReplica {
  override async replace(id: string, location: Location): Promise<boolean> {
    if ((await this.get(id)) === undefined) return false;
    await this.put(id, location);
    return true;
  }
}

class TakesBack extends ReferenceStore {
  #puts = 0;
  override async put(id: string, location: Location): Promise<void> {
    const before = this.records.get(id);
    await super.put(id, location);
    if (++this.#puts % 8 > 0) return;
    await setImmediate();
    if (before) this.records.set(id, before);
    else this.records.delete(id);
    throw new Error('There is no room left');
  }
}

class WritesAgain extends ReferenceStore {
  #puts = 0;
  override async put(id: string, location: Location): Promise<void> {
    await super.put(id, location);
    if (++this.#puts % 8 === 0)
      void setImmediate().then(() => this.commit(() => this.records.set(id, location)));
  }
}

class LosesReplaced extends ReferenceStore {
  #replaces = 0;
  override async replace(id: string, location: Location): Promise<boolean> {
    if (++this.#replaces % 8 > 0) return super.replace(id, location);
    return (await this.get(id)) !== undefined;
  }
}

class DeletesFirst extends ReferenceStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    const wasPresent = await this.commit(() => this.records.delete(id));
    if (wasPresent) await this.put(id, location);
    return wasPresent;
  }
}

/** Stores that are not atomic, which only many concurrent calls can show. */
export const historyMutants: readonly Omit<StoreMutant, 'killedBy'>[] = [
  {
    id: 'reads-replica',
    breaks: 'reads from a replica that lags behind',
    open: (records) => new ReadsReplica(records),
  },
  {
    id: 'checks-on-replica',
    breaks: 'checks on a replica whether replace finds the record',
    open: (records) => new ChecksOnReplica(records),
  },
  {
    id: 'takes-back',
    breaks: 'shows a put that fails, and then undoes it',
    open: (records) => new TakesBack(records),
  },
  {
    id: 'writes-again',
    breaks: 'repeats a put that has resolved',
    open: (records) => new WritesAgain(records),
  },
  {
    id: 'loses-replaced',
    breaks: 'resolves a replace that it loses',
    open: (records) => new LosesReplaced(records),
  },
  {
    id: 'deletes-first',
    breaks: 'replaces a record by a delete and a put',
    open: (records) => new DeletesFirst(records),
  },
];
