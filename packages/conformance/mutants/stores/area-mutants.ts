import { InvalidArgumentError, type Location, type LocationRecord } from '@location-records/core';
import {
  type AreaPage,
  type AreaPosition,
  type Box,
  checkWithin,
  compareByStripe,
  stripeOf,
  type WithinOptions,
} from '@location-records/core/areas';
import { AreaReferenceStore, opening } from './area-reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

type Coordinates = Location['coordinates'];

/** A store that compares other numbers than those that are stored. */
function comparing(change: (value: number) => number): StoreMutant['open'] {
  return opening(
    class extends AreaReferenceStore {
      override isInside({ latitude, longitude }: Coordinates, box: Box): boolean {
        return super.isInside({ latitude: change(latitude), longitude: change(longitude) }, box);
      }
    },
  );
}

/** A store whose boxes also have to fulfil this. */
function requiring(isInside: (coordinates: Coordinates, box: Box) => boolean): StoreMutant['open'] {
  return opening(
    class extends AreaReferenceStore {
      override isInside(coordinates: Coordinates, box: Box): boolean {
        return super.isInside(coordinates, box) && isInside(coordinates, box);
      }
    },
  );
}

/** A store with another order. */
function ordering(compare: (a: LocationRecord, b: LocationRecord) => number): StoreMutant['open'] {
  return opening(
    class extends AreaReferenceStore {
      override compare = compare;
    },
  );
}

/** A store that changes its own pages. */
function paging(
  change: (page: AreaPage, options: WithinOptions, box: Box) => AreaPage,
  before: (options: WithinOptions) => WithinOptions = (options) => options,
): StoreMutant['open'] {
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

/** A store that checks other arguments, or none. */
function checking(check: (box: Box, options: WithinOptions) => void): StoreMutant['open'] {
  return opening(
    class extends AreaReferenceStore {
      override requireArguments(box: Box, options: WithinOptions): void {
        check(box, options);
      }
    },
  );
}

/** A store whose own position decides less than it should. */
function following(
  isAfter: (record: LocationRecord, position: AreaPosition) => boolean,
): StoreMutant['open'] {
  return opening(
    class extends AreaReferenceStore {
      override isAfter(record: LocationRecord, position: AreaPosition): boolean {
        return isAfter(record, position);
      }
    },
  );
}

class OffsetPages extends AreaReferenceStore {
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    const all = await super.within(box, { limit: Number.MAX_SAFE_INTEGER });
    const start = options.after?.part ?? 0;
    const end = start + options.limit;
    const next =
      end < all.records.length ? { part: end, latitude: 0, longitude: 0, id: 'offset' } : undefined;
    return { records: all.records.slice(start, end), next };
  }
}

class KnownPositions extends AreaReferenceStore {
  readonly #given = new WeakSet<AreaPosition>();
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    const isKnown = options.after === undefined || this.#given.has(options.after);
    const page = await super.within(box, isKnown ? options : { limit: options.limit });
    if (page.next) this.#given.add(page.next);
    return page;
  }
}

class LastQueryWins extends AreaReferenceStore {
  #left: readonly LocationRecord[] = [];
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    if (!options.after) this.#left = (await super.within(box, { limit: Number.MAX_SAFE_INTEGER })).records;
    const records = this.#left.slice(0, options.limit);
    this.#left = this.#left.slice(options.limit);
    const last = records.at(-1);
    return { records, next: last && this.next(last, this.#left.length > 0) };
  }
}

class SomeLooks extends AreaReferenceStore {
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    const page = await super.within(box, options);
    const looked = new Set(
      [...this.records]
        .sort(compareByStripe)
        .slice(0, 4096)
        .map(([id]) => id),
    );
    return options.after ? page : { ...page, records: page.records.filter(([id]) => looked.has(id)) };
  }
}

/** Stores whose area queries break a promise, apart from those with an index of their own. */
export const areaMutants: readonly StoreMutant[] = [
  {
    id: 'area-without-within',
    breaks: 'promises area queries, and has none',
    killedBy: 'area-box',
    open: opening(
      class extends AreaReferenceStore {
        override readonly within = undefined as never;
      },
    ),
  },
  {
    id: 'area-swaps-coordinates',
    breaks: 'takes latitudes for longitudes in a box',
    killedBy: 'area-box',
    open: opening(
      class extends AreaReferenceStore {
        override isInside({ latitude, longitude }: Coordinates, box: Box): boolean {
          return super.isInside({ latitude: longitude, longitude: latitude }, box);
        }
      },
    ),
  },
  {
    id: 'area-whole-stripes',
    breaks: 'compares stripes instead of longitudes',
    killedBy: 'area-edges',
    open: opening(
      class extends AreaReferenceStore {
        override isInside({ latitude, longitude }: Coordinates, { west, south, east, north }: Box): boolean {
          const stripe = stripeOf(longitude);
          const isBetween = stripe >= stripeOf(west) && stripe <= stripeOf(east);
          return latitude >= south && latitude <= north && isBetween;
        }
      },
    ),
  },
  {
    id: 'area-float32',
    breaks: 'compares float32 numbers',
    killedBy: 'area-edges',
    open: comparing(Math.fround),
  },
  {
    id: 'area-e7',
    breaks: 'compares integers of 1e-7 degrees',
    killedBy: 'area-edges',
    open: comparing((value) => Math.round(value * 1e7) / 1e7),
  },
  ...(['west', 'south', 'east', 'north'] as const).map((edge): StoreMutant => {
    const member = edge === 'west' || edge === 'east' ? 'longitude' : 'latitude';
    return {
      id: `area-without-${edge}-edge`,
      breaks: `leaves out the records on the ${edge} edge`,
      killedBy: 'area-edges',
      open: requiring((coordinates, box) => coordinates[member] !== box[edge]),
    };
  }),
  {
    id: 'area-no-points',
    breaks: 'finds nothing in a box of one point',
    killedBy: 'area-points',
    open: requiring((_, { west, south, east, north }) => west !== east || south !== north),
  },
  {
    id: 'area-clamps',
    breaks: 'compares numbers beyond 1e300 as 1e300',
    killedBy: 'area-extremes',
    open: comparing((value) => Math.max(-1e300, Math.min(value, 1e300))),
  },
  {
    id: 'area-flushes-subnormals',
    breaks: 'compares the smallest numbers as 0',
    killedBy: 'area-extremes',
    open: comparing((value) => (Math.abs(value) < 2 ** -1022 ? 0 : value)),
  },
  {
    id: 'area-wraps',
    breaks: 'takes the longitude 190 for -170',
    killedBy: 'area-beyond-180',
    open: opening(
      class extends AreaReferenceStore {
        override isInside({ latitude, longitude }: Coordinates, box: Box): boolean {
          const wrapped = longitude > 180 ? longitude - 360 : longitude;
          return super.isInside({ latitude, longitude: wrapped }, box);
        }
      },
    ),
  },
  {
    id: 'area-ignores-beyond-180',
    breaks: 'leaves out longitudes beyond 180',
    killedBy: 'area-beyond-180',
    open: requiring(({ longitude }) => Math.abs(longitude) <= 180),
  },
  {
    id: 'area-ignores-poles',
    breaks: 'leaves out latitudes beyond 85.05112878',
    killedBy: 'area-beyond-180',
    open: requiring(({ latitude }) => Math.abs(latitude) <= 85.051_128_78),
  },
  {
    id: 'area-minus-zero',
    breaks: 'puts -0 before 0 in a box',
    killedBy: 'area-zero',
    open: requiring(
      ({ latitude, longitude }, { west, south }) =>
        !(Object.is(south, 0) && Object.is(latitude, -0)) && !(Object.is(west, -0) && longitude === 0),
    ),
  },
  {
    id: 'area-drops-descriptions',
    breaks: 'leaves out descriptions in pages',
    killedBy: 'area-whole-records',
    open: paging((page) => ({
      ...page,
      records: page.records.map(([id, { coordinates }]) => [id, { coordinates }]),
    })),
  },
  {
    id: 'area-drops-long-identifiers',
    breaks: 'does not find identifiers of more than 2,704 bytes',
    killedBy: 'area-whole-records',
    open: paging((page) => ({ ...page, records: page.records.filter(([id]) => id.length <= 2704) })),
  },
  {
    id: 'area-never-ends',
    breaks: 'gives an empty box a next page, again and again',
    killedBy: 'area-nothing',
    open: paging((page, { after }) => {
      const start = { part: 0, latitude: 0, longitude: 0, id: 'a' };
      return page.records.length > 0 ? page : { ...page, next: after ?? start };
    }),
  },
  {
    id: 'area-in-put-order',
    breaks: 'gives records in the order in which they were put',
    killedBy: 'area-order-stripe',
    open: ordering(() => 0),
  },
  {
    id: 'area-without-stripes',
    breaks: 'orders by latitude first',
    killedBy: 'area-order-stripe',
    open: ordering((a, b) => a[1].coordinates.latitude - b[1].coordinates.latitude || compareByStripe(a, b)),
  },
  {
    id: 'area-utf-16-order',
    breaks: 'orders identifiers at one place by UTF-16 units',
    killedBy: 'area-order-stripe',
    open: ordering((a, b) => {
      const isSamePlace = compareByStripe(['a', a[1]], ['a', b[1]]) === 0;
      return isSamePlace ? (a[0] < b[0] ? -1 : 1) : compareByStripe(a, b);
    }),
  },
  {
    id: 'area-ignores-limit',
    breaks: 'gives one record more than the limit',
    killedBy: 'area-pages',
    open: paging(
      (page) => page,
      (options) => ({ ...options, limit: options.limit + 1 }),
    ),
  },
  {
    id: 'area-repeats-position',
    breaks: 'begins a page with the record at the position',
    killedBy: 'area-pages',
    open: following((record, { part, latitude, longitude, id }) => {
      const place: LocationRecord = [id, { coordinates: { latitude, longitude } }];
      return stripeOf(record[1].coordinates.longitude) >= part && compareByStripe(record, place) >= 0;
    }),
  },
  {
    id: 'area-always-next',
    breaks: 'gives the last full page a next one, which is empty',
    killedBy: 'area-pages-are-full',
    open: opening(
      class extends AreaReferenceStore {
        override next(last: LocationRecord): AreaPosition | undefined {
          return super.next(last, true);
        }
      },
    ),
  },
  {
    id: 'area-position-without-id',
    breaks: 'goes on behind all records at the place of the position',
    killedBy: 'area-many-in-one-place',
    open: following((record, { latitude, longitude, id }) => {
      const place = { latitude, longitude };
      return compareByStripe(['a', record[1]], ['a', { coordinates: place }]) > 0 && record[0] !== id;
    }),
  },
  {
    id: 'area-stops-looking',
    breaks: 'drops what comes after 4,096 records',
    killedBy: 'area-few-among-many',
    open: opening(SomeLooks),
  },
  {
    id: 'area-known-positions',
    breaks: 'begins anew at a position that was sent as JSON',
    killedBy: 'area-position-is-data',
    open: opening(KnownPositions),
  },
  {
    id: 'area-one-query-at-a-time',
    breaks: 'goes on with the query that came last',
    killedBy: 'area-position-is-data',
    open: opening(LastQueryWins),
  },
  {
    id: 'area-position-is-a-record',
    breaks: 'begins anew at a position without a record',
    killedBy: 'area-position-anywhere',
    open: opening(
      class extends AreaReferenceStore {
        override isAfter(record: LocationRecord, position: AreaPosition): boolean {
          return !this.records.has(position.id) || super.isAfter(record, position);
        }
      },
    ),
  },
  {
    id: 'area-position-by-stripe-of-longitude',
    breaks: 'takes the stripe of a position from its longitude',
    killedBy: 'area-position-anywhere',
    open: following(
      (record, { latitude, longitude, id }) =>
        compareByStripe(record, [id, { coordinates: { latitude, longitude } }]) > 0,
    ),
  },
  {
    id: 'area-offset-pages',
    breaks: 'counts the records before a page, and so misses some',
    killedBy: 'area-deleted-position',
    open: opening(OffsetPages),
  },
  {
    id: 'area-offset-pages-among-writes',
    breaks: 'counts the records before a page, among writes',
    killedBy: 'area-paging-among-writes',
    open: opening(OffsetPages),
  },
  {
    id: 'area-hands-out-own-objects',
    breaks: 'hands out the stored Locations in pages',
    killedBy: 'area-copies',
    open: opening(
      class extends AreaReferenceStore {
        override copyOut(location: Location): Location {
          return location;
        }
      },
    ),
  },
  {
    id: 'area-accepts-swapped-edges',
    breaks: 'takes a box from east to west for an empty one',
    killedBy: 'area-refuses-boxes',
    open: checking((box, options) => checkWithin({ ...box, east: Math.max(box?.west, box?.east) }, options)),
  },
  {
    id: 'area-accepts-infinite-edges',
    breaks: 'accepts an infinite edge',
    killedBy: 'area-refuses-boxes',
    open: checking((box, options) => {
      const finite = Object.entries(box ?? {}).map(([edge, value]) => [edge, finiteOf(value)]);
      checkWithin(Object.fromEntries(finite), options);
    }),
  },
  {
    id: 'area-accepts-any-limit',
    breaks: 'accepts a limit of 0',
    killedBy: 'area-refuses-options',
    open: checking((box, options) =>
      checkWithin(box, options?.limit === 0 ? { ...options, limit: 1 } : options),
    ),
  },
  {
    id: 'area-accepts-any-position',
    breaks: 'does not check the members of a position',
    killedBy: 'area-refuses-options',
    open: checking((box, options) => checkWithin(box, { limit: options?.limit })),
  },
  {
    id: 'area-checks-options-first',
    breaks: 'checks the limit before the box',
    killedBy: 'area-refuses-first-wrong',
    open: checking((box, options) => {
      if (options?.limit === 0) throw new InvalidArgumentError('options.limit', 'an integer from 1');
      checkWithin(box, options);
    }),
  },
  {
    id: 'area-checks-arguments-of-closed',
    breaks: 'checks arguments before it says that it is closed',
    killedBy: 'area-closed',
    open: opening(
      class extends AreaReferenceStore {
        override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
          this.requireArguments(box, options);
          return super.within(box, options);
        }
      },
    ),
  },
  {
    id: 'area-goes-on-closed',
    breaks: 'goes on with area queries after close',
    killedBy: 'area-closed',
    open: opening(
      class extends AreaReferenceStore {
        override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
          const { isClosed } = this;
          this.isClosed = false;
          return super.within(box, options).finally(() => {
            this.isClosed = isClosed;
          });
        }
      },
    ),
  },
];

function finiteOf(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value;
}
