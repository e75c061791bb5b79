import { setImmediate } from 'node:timers/promises';
import {
  checkIdentifier,
  checkLocation,
  compareIdentifiers,
  type Location,
  type LocationRecord,
  StoreError,
} from '@location-records/core';
import {
  type AreaPage,
  type AreaStore,
  type Box,
  checkWithin,
  compareByStripe,
  stripeOf,
  type WithinOptions,
} from '@location-records/core/areas';

/** The records, which several stores may share: their "file". */
export type Records = Map<string, Location>;

/** The simplest right store. A mutant replaces some of its methods. */
export class RightStore implements AreaStore {
  readonly guarantees: AreaStore['guarantees'] = Object.freeze({
    durable: true,
    shared: true,
    listOrder: 'id-bytes',
    areaOrder: 'stripe',
    exchanges: true,
  });
  readonly records: Records;
  readonly underWay = new Set<Promise<unknown>>();
  isClosed = false;

  constructor(records: Records) {
    this.records = records;
  }

  async get(id: string): Promise<Location | undefined> {
    this.requireOpen();
    checkIdentifier(id);
    const location = this.records.get(id);
    return location && copy(location);
  }

  async put(id: string, location: Location): Promise<void> {
    this.requireOpen();
    checkIdentifier(id);
    checkLocation(location);
    const copied = copy(location);
    return this.commit(() => void this.records.set(id, copied));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    this.requireOpen();
    checkIdentifier(id);
    checkLocation(location);
    const copied = copy(location);
    return this.commit(() => this.records.has(id) && Boolean(this.records.set(id, copied)));
  }

  async delete(id: string): Promise<void> {
    this.requireOpen();
    checkIdentifier(id);
    return this.commit(() => void this.records.delete(id));
  }

  async exchange(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean> {
    this.requireOpen();
    checkIdentifier(id);
    for (const location of [expected, next]) if (location !== undefined) checkLocation(location);
    const [old, changed] = [expected && copy(expected), next && copy(next)];
    return this.commit(() => {
      if (JSON.stringify(this.records.get(id)) !== JSON.stringify(old)) return false;
      if (changed) this.records.set(id, changed);
      else this.records.delete(id);
      return true;
    });
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    for (let last = ''; ; ) {
      await this.turn();
      const batch = batchOf(this.sorted().filter(([id]) => compareIdentifiers(id, last) > 0));
      if (batch.length === 0) return;
      yield batch;
      last = batch.at(-1)?.[0] ?? '';
    }
  }

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    checkWithin(box, options);
    return pageOf([...this.records], box, options);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.underWay);
  }

  /** Makes a write take effect as a whole, some time after the call. */
  async commit<T>(write: () => T): Promise<T> {
    const written = setImmediate().then(write);
    this.underWay.add(written);
    return written.finally(() => this.underWay.delete(written));
  }

  /** Waits a turn of the event loop for a batch of a list. */
  async turn(): Promise<void> {
    await setImmediate();
    this.requireOpen();
  }

  /** Copies of all records, by identifier. */
  sorted(): LocationRecord[] {
    const records = Array.from(this.records, ([id, location]): LocationRecord => [id, copy(location)]);
    return records.sort(([a], [b]) => compareIdentifiers(a, b));
  }

  requireOpen(): void {
    if (this.isClosed) throw new StoreError('STORE_CLOSED', 'The store is closed.');
  }
}

/** The first records: 256, or fewer when their descriptions come to 32 KiB. */
export function batchOf(records: readonly LocationRecord[]): LocationRecord[] {
  const batch: LocationRecord[] = [];
  for (let bytes = 0; batch.length < Math.min(records.length, 256) && bytes < 32 * 1024; ) {
    const record = records[batch.length] as LocationRecord;
    batch.push(record);
    bytes += record[1].description?.length ?? 0;
  }
  return batch;
}

/** A page of the records in a box. */
export function pageOf(
  records: readonly LocationRecord[],
  { west, south, east, north }: Box,
  { after, limit }: WithinOptions,
): AreaPage {
  const position = after && ([after.id, { coordinates: after }] as LocationRecord);
  const found = records
    .filter(([, { coordinates }]) => {
      const { latitude, longitude } = coordinates;
      return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
    })
    .filter((record) => {
      const part = stripeOf(record[1].coordinates.longitude);
      if (!after || !position || part !== after.part) return !after || part > after.part;
      return compareInStripe(record, position) > 0;
    })
    .sort(compareByStripe);
  const page = found.slice(0, limit).map(([id, location]): LocationRecord => [id, copy(location)]);
  const last = page.at(-1);
  if (!last || found.length === page.length) return { records: page, next: undefined };
  const { coordinates } = last[1];
  return { records: page, next: { part: stripeOf(coordinates.longitude), ...coordinates, id: last[0] } };
}

function compareInStripe([a, left]: LocationRecord, [b, right]: LocationRecord): number {
  const byLatitude = left.coordinates.latitude - right.coordinates.latitude;
  const byLongitude = left.coordinates.longitude - right.coordinates.longitude;
  return byLatitude || byLongitude || compareIdentifiers(a, b);
}

/** A copy of a Location that shares no object with it. */
export function copy({ description, coordinates: { latitude, longitude } }: Location): Location {
  const coordinates = { latitude: latitude + 0, longitude: longitude + 0 };
  return description === undefined ? { coordinates } : { description, coordinates };
}
