import type { Location } from '@location-records/core';
import { type Records, ReferenceStore } from './reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

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
    this.requireOpen();
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

class SavesLines extends ReferenceStore {
  override async close(): Promise<void> {
    await super.close();
    for (const [id] of [...this.records]) if (id.includes('\n')) this.records.delete(id);
  }
}

class SavesOnePage extends ReferenceStore {
  override async close(): Promise<void> {
    await super.close();
    restore(this.records, new Map([...this.records].slice(0, 4096)));
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

/** Stores that are less durable or less shared than they promise. */
export const sharingMutants: readonly StoreMutant[] = [
  {
    id: 'forgets-on-close',
    breaks: 'promises durability, and forgets everything at close',
    killedBy: 'durable-survives-reopening',
    open: (records) => new ForgetsOnClose(records),
  },
  {
    id: 'loses-late-writes',
    breaks: 'resolves writes under way at close, and loses them',
    killedBy: 'durable-keeps-writes-of-close',
    open: (records) => new LosesLateWrites(records),
  },
  {
    id: 'sees-only-its-own',
    breaks: 'promises to share records, and shows its writes to other stores only at close',
    killedBy: 'shared-sees-writes',
    open: (records) => new SeesOnlyItsOwn(records),
  },
  {
    id: 'caches-for-good',
    breaks: 'keeps cached records when other stores write',
    killedBy: 'shared-sees-writes',
    open: (records) => new CachesForGood(records),
  },
  {
    id: 'closes-the-others',
    breaks: 'closes every store over the same records',
    killedBy: 'shared-close-is-its-own',
    open: (records) => new ClosesTheOthers(records),
  },
  {
    id: 'saves-lines',
    breaks: 'promises durability, and saves no identifier with a line end',
    killedBy: 'durable-keeps-every-value',
    open: (records) => new SavesLines(records),
  },
  {
    id: 'saves-one-page',
    breaks: 'promises durability, and saves only 4,096 records',
    killedBy: 'durable-keeps-thousands',
    open: (records) => new SavesOnePage(records),
  },
];
