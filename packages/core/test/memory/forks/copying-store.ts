import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type MemoryStore,
  StoreError,
} from '../../../src/index.ts';

/** The plainest memory store. It keeps every promise except the one about time; each mutant breaks one promise of it. */
export class CopyingStore implements MemoryStore {
  readonly guarantees = { durable: false, shared: false, snapshot: true, listOrder: 'first-put' } as const;
  entries: Map<string, Location>;
  isClosed = false;

  constructor(records: Iterable<LocationRecord>) {
    this.entries = new Map(records);
  }

  get size(): number {
    this.demandOpen();
    return this.entries.size;
  }

  peek(id: string): Location | undefined {
    this.demandOpen();
    checkIdentifier(id);
    return structuredClone(this.entries.get(id));
  }

  async get(id: string): Promise<Location | undefined> {
    return this.peek(id);
  }

  async put(id: string, location: Location): Promise<void> {
    this.demandOpen();
    checkIdentifier(id);
    checkLocation(location);
    this.entries.set(id, structuredClone(location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const isPresent = this.peek(id) !== undefined;
    if (isPresent) await this.put(id, location);
    return isPresent;
  }

  async delete(id: string): Promise<void> {
    this.demandOpen();
    checkIdentifier(id);
    this.entries.delete(id);
  }

  records(): IterableIterator<LocationRecord> {
    this.demandOpen();
    return this.snapshot();
  }

  *snapshot(): Generator<LocationRecord, undefined> {
    this.demandOpen();
    for (const record of this.inOrder()) {
      yield structuredClone(record);
      this.demandOpen();
    }
  }

  inOrder(): LocationRecord[] {
    return [...this.entries];
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    for (const record of this.snapshot()) yield [record];
  }

  fork(): CopyingStore {
    this.demandOpen();
    return this.copy();
  }

  /** A store of the same kind over the same records. */
  copy(): CopyingStore {
    return new (this.constructor as typeof CopyingStore)(this.entries);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  demandOpen(): void {
    if (this.isClosed) throw new StoreError('STORE_CLOSED', 'The copying store is closed.');
  }
}
