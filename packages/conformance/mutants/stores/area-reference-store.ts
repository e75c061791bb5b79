import { compareIdentifiers, type Location, type LocationRecord } from '@location-records/core';
import {
  type AreaGuarantees,
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  compareByStripe,
  stripeOf,
  type WithinOptions,
} from '@location-records/core/areas';
import { copy, type Records, ReferenceStore } from './reference-store.ts';

/** The simplest correct store with area queries: each page sorts all records. Each mutant breaks one of its promises. */
export class AreaReferenceStore extends ReferenceStore implements AreaStore {
  override readonly guarantees: AreaGuarantees = Object.freeze({
    durable: true,
    shared: true,
    snapshot: true,
    listOrder: 'id-bytes',
    areaOrder: 'stripe',
  });

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    const { after, limit } = options;
    const found = this.placed()
      .filter(([, { coordinates }]) => this.isInside(coordinates, box))
      .sort(this.compare)
      .filter((record) => after === undefined || this.isAfter(record, after));
    const records = found.slice(0, limit);
    const last = records.at(-1);
    return {
      records: records.map(([id, location]) => [id, this.copyOut(location)]),
      next: last && this.next(last, found.length > limit),
    };
  }

  /** The records as the index has them. */
  placed(): LocationRecord[] {
    return [...this.records];
  }

  isInside({ latitude, longitude }: Location['coordinates'], { west, south, east, north }: Box): boolean {
    return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  }

  compare(a: LocationRecord, b: LocationRecord): number {
    return compareByStripe(a, b);
  }

  isAfter(record: LocationRecord, { part, latitude, longitude, id }: AreaPosition): boolean {
    const own = stripeOf(record[1].coordinates.longitude);
    if (own !== part) return own > part;
    const { coordinates } = record[1];
    if (coordinates.latitude !== latitude) return coordinates.latitude > latitude;
    if (coordinates.longitude !== longitude) return coordinates.longitude > longitude;
    return compareIdentifiers(record[0], id) > 0;
  }

  next([id, { coordinates }]: LocationRecord, hasMore: boolean): AreaPosition | undefined {
    return hasMore ? { part: stripeOf(coordinates.longitude), ...coordinates, id } : undefined;
  }

  copyOut(location: Location): Location {
    return copy(location);
  }

  requireArguments(box: Box, options: WithinOptions): void {
    checkWithin(box, options);
  }
}

/** Opens stores of a class over the same records. */
export function opening(Store: new (records: Records) => AreaReferenceStore) {
  return (records: Records): AreaStore => new Store(records);
}

/** A store that changes its own pages. */
export function changingPages(
  change: (page: AreaPage, options: WithinOptions, box: Box) => AreaPage,
  before: (options: WithinOptions) => WithinOptions = (options) => options,
): (records: Records) => AreaStore {
  return opening(
    class extends AreaReferenceStore {
      override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
        this.requireOpen();
        this.requireArguments(box, options);
        return change(await super.within(box, before(options)), options, box);
      }
    },
  );
}
