import { setImmediate } from 'node:timers/promises';
import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type LocationStore,
  StoreError,
  type StoreGuarantees,
} from '@location-records/core';

/** The records, which several stores may share: their "file". */
export type Records = Map<string, Location>;

const batchLength = 1000;

/** The simplest correct store. Each mutant breaks one of its promises. */
export class ReferenceStore implements LocationStore {
  readonly guarantees: StoreGuarantees = Object.freeze({
    durable: true,
    shared: true,
    snapshot: true,
    listOrder: 'id-bytes',
  });
  readonly records: Records;
  readonly underWay = new Set<Promise<unknown>>();
  isClosed = false;

  constructor(records: Records) {
    this.records = records;
  }

  async get(id: string): Promise<Location | undefined> {
    this.requireOpen();
    this.requireIdentifier(id);
    const location = this.records.get(id);
    return location && copy(location);
  }

  async put(id: string, location: Location): Promise<void> {
    this.requireOpen();
    this.requireIdentifier(id);
    this.requireLocation(location);
    const copied = copy(location);
    return this.commit(() => void this.records.set(id, copied));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    this.requireOpen();
    this.requireIdentifier(id);
    this.requireLocation(location);
    const copied = copy(location);
    return this.commit(() => this.records.has(id) && Boolean(this.records.set(id, copied)));
  }

  async delete(id: string): Promise<void> {
    this.requireOpen();
    this.requireIdentifier(id);
    return this.commit(() => void this.records.delete(id));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    this.requireOpen();
    yield* this.inBatches(this.snapshot());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.underWay);
  }

  /** Makes a write take effect as a whole, some time after the call. */
  async commit<T>(write: () => T): Promise<T> {
    this.requireOpen();
    const written = setImmediate().then(write);
    this.underWay.add(written);
    return written.finally(() => this.underWay.delete(written));
  }

  snapshot(): LocationRecord[] {
    return Array.from(this.records, ([id, location]): LocationRecord => [id, copy(location)]).sort(
      ([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
  }

  async *inBatches(records: readonly LocationRecord[]): AsyncGenerator<readonly LocationRecord[], undefined> {
    for (let start = 0; start < records.length; start += batchLength) {
      await setImmediate();
      this.requireOpen();
      yield records.slice(start, start + batchLength);
    }
    this.requireOpen();
  }

  requireOpen(): void {
    if (this.isClosed) throw new StoreError('STORE_CLOSED', 'The reference store is closed.');
  }

  requireIdentifier(id: string): void {
    checkIdentifier(id);
  }

  requireLocation(location: Location): void {
    checkLocation(location);
  }
}

/** A copy of a Location that shares no object with it. */
export function copy({ description, coordinates: { latitude, longitude } }: Location): Location {
  const coordinates = { latitude: latitude + 0, longitude: longitude + 0 };
  return description === undefined ? { coordinates } : { description, coordinates };
}
