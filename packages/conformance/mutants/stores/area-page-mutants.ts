import type { Location, LocationRecord } from '@location-records/core';
import {
  type AreaPage,
  type AreaPosition,
  type Box,
  compareByStripe,
  stripeOf,
  type WithinOptions,
} from '@location-records/core/areas';
import { AreaReferenceStore, changingPages, opening } from './area-reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

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

class OwnBoxes extends AreaReferenceStore {
  readonly #boxes = new Map<string, string>();
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    const known = this.#boxes.get(JSON.stringify(options.after));
    const isOwn = known === undefined || known === JSON.stringify(box);
    const page = await super.within(box, isOwn ? options : { limit: options.limit });
    if (page.next) this.#boxes.set(JSON.stringify(page.next), JSON.stringify(box));
    return page;
  }
}

class NextBeside extends AreaReferenceStore {
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    const page = await super.within(box, options);
    const { next } = page;
    if (!next) return page;
    const later = this.placed()
      .sort(this.compare)
      .filter((record) => this.isAfter(record, next));
    const end = later.findIndex(([, { coordinates }]) => this.isInside(coordinates, box));
    const beside = later[end - 1];
    return beside ? { ...page, next: this.next(beside, true) } : page;
  }
}

class LateArguments extends AreaReferenceStore {
  override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.requireOpen();
    this.requireArguments(box, options);
    await Promise.resolve();
    return super.within(box, options);
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

/** Stores whose pages do not follow each other as they should. */
export const areaPageMutants: readonly StoreMutant[] = [
  {
    id: 'area-ignores-limit',
    breaks: 'gives one record more than the limit',
    killedBy: 'area-pages',
    open: changingPages(
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
    id: 'area-next-beside',
    breaks: 'goes on behind the records beside the box that follow the last one of a page',
    killedBy: 'area-next-of-full-page',
    open: opening(NextBeside),
  },
  {
    id: 'area-late-arguments',
    breaks: 'reads its arguments later than at the call',
    killedBy: 'area-arguments-at-call',
    open: opening(LateArguments),
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
    id: 'area-position-behind-all-repeats',
    breaks: 'gives the same position again after one that is behind all records',
    killedBy: 'area-position-behind-all',
    open: changingPages((page, { after }) =>
      after && after.part >= 2 ** 40 ? { records: [], next: after } : page,
    ),
  },
  {
    id: 'area-position-of-one-box',
    breaks: 'begins anew at a position of another box',
    killedBy: 'area-position-for-halves',
    open: opening(OwnBoxes),
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
];
