import { expect } from 'vitest';
import type { Location, LocationRecord, MemoryStore } from '../../../src/index.ts';

/** A store beside a plain `Map` of what it must hold. Each method does the same to both, and compares. */
export class ModelStore {
  readonly store: MemoryStore;
  readonly #records: Map<string, Location>;
  /** Deleted at some time: when they are put again, their position in the list is the store's choice. */
  readonly #movable: Set<string>;
  isClosed = false;

  constructor(store: MemoryStore, records: Iterable<LocationRecord>, movable: Iterable<string> = []) {
    this.store = store;
    this.#records = new Map(records);
    this.#movable = new Set(movable);
  }

  async put(id: string, location: Location): Promise<void> {
    await this.store.put(id, location);
    this.#records.set(id, location);
  }

  async replace(id: string, location: Location): Promise<void> {
    expect(await this.store.replace(id, location)).toBe(this.#records.has(id));
    if (this.#records.has(id)) this.#records.set(id, location);
  }

  async delete(id: string): Promise<void> {
    await this.store.delete(id);
    if (this.#records.delete(id)) this.#movable.add(id);
  }

  async get(id: string): Promise<void> {
    const expected = this.#records.get(id);
    expect(await this.store.get(id)).toEqual(expected);
    expect(this.store.peek(id)).toEqual(expected);
    expect(this.store.size).toBe(this.#records.size);
  }

  fork(): ModelStore {
    return new ModelStore(this.store.fork(), this.#records, this.#movable);
  }

  async close(): Promise<void> {
    await this.store.close();
    this.isClosed = true;
  }

  /** Gives a function that demands the records of now, whenever it is called. */
  expectation(): (records: readonly LocationRecord[]) => void {
    const expected = [...this.#records];
    const movable = new Set(this.#movable);
    return (records) => {
      // As text, because comparing objects one by one takes most of the time otherwise.
      expect(JSON.stringify(sorted(records))).toBe(JSON.stringify(sorted(expected)));
      const unmoved = ([id]: LocationRecord) => !movable.has(id);
      expect(records.filter(unmoved).map(([id]) => id)).toEqual(expected.filter(unmoved).map(([id]) => id));
    };
  }

  /** Demands that the store holds exactly its records; or, once it is closed, that it says so. */
  async expectAll(): Promise<void> {
    const { store } = this;
    if (this.isClosed) {
      const closed = expect.objectContaining({ code: 'STORE_CLOSED' });
      await expect(store.get('id-0')).rejects.toEqual(closed);
      for (const ask of [
        () => store.size,
        () => store.peek('id-0'),
        () => store.records(),
        () => store.fork(),
      ])
        expect(ask).toThrow(closed);
      return;
    }
    const listed: LocationRecord[] = [];
    for await (const batch of store.list()) listed.push(...batch);
    this.expectation()(listed);
    this.expectation()([...store.records()]);
    expect(store.size).toBe(this.#records.size);
    for (const id of [...this.#records.keys(), ...this.#movable, 'absent'])
      expect(store.peek(id)).toEqual(this.#records.get(id));
  }
}

function sorted(records: readonly LocationRecord[]): LocationRecord[] {
  return records.toSorted(([left], [right]) => (left < right ? -1 : 1));
}
