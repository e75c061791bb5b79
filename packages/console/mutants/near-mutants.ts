import {
  type ConsoleMutant,
  changingBoxes,
  changingFeatures,
  changingPages,
  changingParameter,
  changingQueries,
  findingOnly,
} from './console-mutant.ts';

/** Another radius for each. */
function changingRadius(change: (radius: number) => number): ConsoleMutant['create'] {
  return changingParameter('radius', (text) => String(change(Number(text))));
}

/** Other distances than those on the globe. */
function changingDistances(change: (distance: number) => number): ConsoleMutant['create'] {
  return changingFeatures((feature) => {
    const { distance, ...others } = feature.properties;
    const properties = distance === undefined ? others : { ...others, distance: change(distance) };
    return { ...feature, properties };
  });
}

/** Consoles that find other records than those near the point, or in another order. */
export const nearMutants: readonly ConsoleMutant[] = [
  {
    id: 'point-in-another-order',
    breaks: 'takes a point for longitude, latitude',
    killedBy: 'areas-near',
    create: changingParameter('near', (text) => text.split(',').reverse().join()),
  },
  {
    id: 'circle-too-wide',
    breaks: 'finds what is a little beyond the radius',
    killedBy: 'areas-near',
    create: changingRadius((radius) => radius * 1.05),
  },
  {
    id: 'circle-too-narrow',
    breaks: 'does not find what is a little within the radius',
    killedBy: 'areas-near',
    create: changingRadius((radius) => radius * 0.95),
  },
  {
    id: 'radius-in-kilometres',
    breaks: 'takes the radius for kilometres',
    killedBy: 'areas-near',
    create: changingRadius((radius) => Math.min(radius * 1000, 2e7)),
  },
  {
    id: 'circle-without-edges-of-boxes',
    breaks: 'searches degrees of longitude as if they were as long as those of latitude',
    killedBy: 'areas-near',
    create: changingBoxes((box) => {
      const [width, height] = [box.east - box.west, box.north - box.south];
      const surplus = width > height && width < 1 ? (width - height) / 2 : 0;
      return { ...box, west: box.west + surplus, east: box.east - surplus };
    }),
  },
  {
    id: 'furthest-first',
    breaks: 'gives the furthest first',
    killedBy: 'areas-near-order',
    create: changingPages((page, { target }) =>
      target.includes('near=') ? { ...page, features: page.features.toReversed() } : page,
    ),
  },
  {
    id: 'near-by-identifier',
    breaks: 'gives what is near in the order of the identifiers',
    killedBy: 'areas-near-order',
    create: changingPages((page) => ({
      ...page,
      features: page.features.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  },
  {
    id: 'nearest-within-fifty-kilometres',
    breaks: 'finds the nearest within 50 kilometres only',
    killedBy: 'areas-nearest',
    create: changingQueries((query) =>
      query.includes('near=') && !query.includes('radius=') ? `${query}&radius=50000` : query,
    ),
  },
  {
    id: 'distance-in-kilometres',
    breaks: 'gives distances in kilometres',
    killedBy: 'areas-near-distance',
    create: changingDistances((distance) => distance / 1000),
  },
  {
    id: 'distance-in-feet',
    breaks: 'gives distances in feet',
    killedBy: 'areas-near-distance',
    create: changingDistances((distance) => distance / 0.3048),
  },
  {
    id: 'distance-one-percent-off',
    breaks: 'gives distances that are too long by one percent',
    killedBy: 'areas-near-distance',
    create: changingDistances((distance) => distance * 1.01),
  },
  {
    id: 'distance-beside-the-properties',
    breaks: 'gives the distance as a member of the Feature',
    killedBy: 'areas-near-shape',
    create: changingFeatures(({ properties: { distance, ...properties }, ...feature }) => {
      return { ...feature, properties, distance };
    }),
  },
  {
    id: 'no-radius-of-zero',
    breaks: 'takes a radius of zero for one of a kilometre',
    killedBy: 'areas-near-zero',
    create: changingRadius((radius) => radius || 1000),
  },
  {
    id: 'nothing-at-zero',
    breaks: 'finds nothing within a radius of zero',
    killedBy: 'areas-near-zero',
    create: changingPages((page, { target }) =>
      /radius=0(?:&|$)/.test(target) ? { ...page, features: [], links: [] } : page,
    ),
  },
  {
    id: 'no-way-across-the-north-pole',
    breaks: 'finds half of what is around the north pole',
    killedBy: 'areas-near-north-pole',
    create: findingOnly(({ longitude }, { west, north }) => {
      return !(north === 90 && west === -360 && Math.abs(longitude) > 90);
    }),
  },
  {
    id: 'no-way-across-the-south-pole',
    breaks: 'does not find what is on the other side of the south pole',
    killedBy: 'areas-near-south-pole',
    create: findingOnly(({ longitude }, { west, south }) => {
      return !(south === -90 && west === -360 && Math.abs(longitude) > 90);
    }),
  },
  {
    id: 'circle-that-ends-at-180',
    breaks: 'does not find what is near on the other side of the antimeridian',
    killedBy: 'areas-near-antimeridian',
    create: findingOnly((_coordinates, { west, east }) => west >= -180 || east > 0 || west === -360),
  },
  {
    id: 'circle-without-longitudes-to-360',
    breaks: 'does not find what is stored at longitudes beyond 180 near a point',
    killedBy: 'areas-near-360',
    create: findingOnly(({ longitude }, { west, east }) => {
      const isOfCircle = east - west < 1;
      return !(isOfCircle && Math.abs(longitude) > 180);
    }),
  },
  {
    id: 'poles-without-end',
    breaks: 'takes what is stored beyond a pole for near to it',
    killedBy: 'areas-near-beyond',
    create: changingBoxes((box) => (box.north === 90 && box.west === -360 ? { ...box, north: 91 } : box)),
  },
  {
    id: 'circle-of-a-thousand-kilometres',
    breaks: 'does not look further than a thousand kilometres',
    killedBy: 'areas-near-wide',
    create: changingRadius((radius) => Math.min(radius, 1e6)),
  },
];
