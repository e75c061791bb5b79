import type { LocationRecord } from '@location-records/core';

/** Latitude, longitude and description by identifier. */
const spots: Readonly<Record<string, readonly [latitude: number, longitude: number, description?: string]>> =
  {
    // A box of one degree: in it, on its edges, and beside them by the smallest difference.
    centre: [-47.5, -122.5, 'in the "centre"'],
    twin: [-47.5, -122.5],
    'west edge': [-47.5, -123],
    'south edge': [-48, -122.5],
    'east edge': [-47.5, -122],
    'north edge': [-47, -122.5],
    'south-west corner': [-48, -123],
    'north-east corner': [-47, -122],
    'just west': [-47.5, -123.00000000000001],
    'just north': [-46.99999999999999, -122.5],

    // Around the antimeridian.
    'at 175': [17.5, 175],
    'at 179.95': [17.5, 179.95],
    'at 180': [17.5, 180],
    'at -180': [17.5, -180],
    'at -179.95': [17.5, -179.95],
    'at -175': [17.5, -175],
    'just beyond 180': [17.5, 180.00000000000003],
    'at 185': [17.5, 185],
    'at -185': [17.5, -185],

    // Around the poles.
    'north pole': [90, 17],
    'by the north pole at 0': [89.95, 0],
    'by the north pole at 90': [89.95, 90],
    'by the north pole at 180': [89.95, 180],
    'above the north pole': [90.01, 7.5],
    'south pole': [-90, 0],
    'across the south pole': [-89.95, 180],

    // The same meridian, and no place on the globe.
    'at -10': [-30, -10],
    'at 350': [-30, 350],
    'two turns': [-30, 710],

    // The numbers that are hard to compare.
    zero: [0, 0],
    tiny: [5e-324, 5e-324],
    'tiny west': [0, -5e-324],
    largest: [Number.MAX_VALUE, Number.MAX_VALUE],
    smallest: [-Number.MAX_VALUE, -Number.MAX_VALUE],

    // By their distance: 1,112 m, 1,429 m and 13 km from the hub.
    hub: [50, 10, ''],
    'hub twin': [50, 10],
    'north of the hub': [50.01, 10],
    'east of the hub': [50, 10.02],
    'far from the hub': [50.1, 10.1],

    // Texts and digits.
    'ödd "id" \\ \u{1f5fc}': [10.123456789012344, 20.1, 'two\r\nlines, "quoted"; \0\u2028<b>&amp;'],
  };

/** The records that each service of the contract begins with. */
export const places: readonly LocationRecord[] = Object.entries(spots).map(
  ([id, [latitude, longitude, description]]) => {
    const coordinates = { latitude, longitude };
    return [id, description === undefined ? { coordinates } : { description, coordinates }];
  },
);
