import { expect } from 'vitest';
import type { LocationRecord, MemoryStore } from '../../../src/index.ts';
import type { ModelStore } from './model-store.ts';

/** A list that is being read, of either kind, beside what it must show. */
export class Reader {
  readonly #owner: ModelStore;
  readonly #next: () => Promise<IteratorResult<readonly LocationRecord[]>>;
  readonly #return: () => unknown;
  readonly #seen: LocationRecord[] = [];
  #expectEnd: ((seen: readonly LocationRecord[]) => void) | undefined;
  isOver = false;

  constructor(owner: ModelStore, kind: 'list' | 'records') {
    this.#owner = owner;
    const source = kind === 'list' ? batchesOf(owner.store) : recordsOf(owner.store);
    this.#next = source.next;
    this.#return = source.return;
  }

  /** Reads one step. The first step takes the snapshot. */
  async read(): Promise<void> {
    if (this.#owner.isClosed) {
      await expect(this.#next()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
      this.isOver = true;
      return;
    }
    this.#expectEnd ??= this.#owner.expectation();
    const { done, value } = await this.#next();
    if (!done) this.#seen.push(...value);
    else {
      this.isOver = true;
      this.#expectEnd(this.#seen);
    }
  }

  async finish(): Promise<void> {
    while (!this.isOver) await this.read();
  }

  async return(): Promise<void> {
    await this.#return();
    this.isOver = true;
  }
}

function batchesOf(store: MemoryStore) {
  const batches = store.list()[Symbol.asyncIterator]();
  return { next: () => batches.next(), return: () => batches.return?.() };
}

function recordsOf(store: MemoryStore) {
  const records = store.records();
  return {
    next: async () => {
      const step = records.next();
      return step.done ? step : { done: false as const, value: [step.value] };
    },
    return: () => records.return?.(),
  };
}
