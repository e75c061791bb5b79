import type { Location, LocationRecord } from '@location-records/core';
import { type Box, compareByStripe, stripeOf } from '@location-records/core/areas';
import { AreaReferenceStore, changingPages, opening } from './area-reference-store.ts';
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

/** Stores whose boxes have the wrong records, or have them in another order. */
export const areaBoxMutants: readonly StoreMutant[] = [
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
    breaks: 'leaves records at 0 out of a box that ends at -0',
    killedBy: 'area-zero',
    open: requiring(
      ({ latitude, longitude }, { east, north }) =>
        !(Object.is(north, -0) && latitude === 0) && !(Object.is(east, -0) && longitude === 0),
    ),
  },
  {
    id: 'area-drops-descriptions',
    breaks: 'leaves out descriptions in pages',
    killedBy: 'area-whole-records',
    open: changingPages((page) => ({
      ...page,
      records: page.records.map(([id, { coordinates }]) => [id, { coordinates }]),
    })),
  },
  {
    id: 'area-drops-long-identifiers',
    breaks: 'does not find identifiers of more than 2,704 bytes',
    killedBy: 'area-whole-records',
    open: changingPages((page) => ({ ...page, records: page.records.filter(([id]) => id.length <= 2704) })),
  },
  {
    id: 'area-never-ends',
    breaks: 'gives an empty box a next page, again and again',
    killedBy: 'area-nothing',
    open: changingPages((page, { after }) => {
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
];
