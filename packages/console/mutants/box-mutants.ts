import {
  type ConsoleMutant,
  changingBoxes,
  changingParameter,
  changingResponses,
  findingOnly,
  problem,
  withWithin,
} from './console-mutant.ts';

/** The four numbers of a box as another text. */
function changingBbox(
  change: (west: number, south: number, east: number, north: number) => readonly number[],
): ConsoleMutant['create'] {
  return changingParameter('bbox', (text) => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
    return change(west, south, east, north).join().replaceAll('e+', 'e');
  });
}

function within(degrees: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, degrees));
}

/** Consoles that find other records than those in the box. */
export const boxMutants: readonly ConsoleMutant[] = [
  {
    id: 'box-in-another-order',
    breaks: 'takes a box for south, west, north, east',
    killedBy: 'areas-box',
    create: changingBbox((south, west, north, east) => [west, south, east, north]),
  },
  {
    id: 'box-of-centres',
    breaks: 'finds what is in the circle inside the box',
    killedBy: 'areas-box',
    create: findingOnly(({ latitude, longitude }, { west, south, east, north }) => {
      const [x, y] = [
        (longitude - (west + east) / 2) / (east - west),
        (latitude - (south + north) / 2) / (north - south),
      ];
      return Math.hypot(x, y) <= 0.5;
    }),
  },
  {
    id: 'box-open-in-the-west',
    breaks: 'does not find what is on the west edge of a box',
    killedBy: 'areas-box-edges',
    create: findingOnly(({ longitude }, { west }) => longitude > west),
  },
  {
    id: 'box-open-in-the-north',
    breaks: 'does not find what is on the north edge of a box',
    killedBy: 'areas-box-edges',
    create: findingOnly(({ latitude }, { north }) => latitude < north),
  },
  {
    id: 'box-without-corners',
    breaks: 'does not find what is at the corners of a box',
    killedBy: 'areas-box-edges',
    create: findingOnly(({ latitude, longitude }, { west, south, east, north }) => {
      return !([west, east].includes(longitude) && [south, north].includes(latitude));
    }),
  },
  {
    id: 'box-in-single-precision',
    breaks: 'rounds the edges of a box to single precision',
    killedBy: 'areas-box-exact',
    create: changingBbox((...edges) => edges.map(Math.fround)),
  },
  {
    id: 'box-with-a-margin',
    breaks: 'finds what is beside a box by a billionth of a degree',
    killedBy: 'areas-box-exact',
    create: changingBoxes(({ west, south, east, north }) => {
      return { west: west - 1e-9, south: south - 1e-9, east: east + 1e-9, north: north + 1e-9 };
    }),
  },
  {
    id: 'box-of-seven-digits',
    breaks: 'rounds the edges of a box to seven digits behind the point',
    killedBy: 'areas-box-point',
    create: changingBbox((...edges) => edges.map((edge) => Number(edge.toFixed(7)))),
  },
  {
    id: 'box-of-no-tiny-numbers',
    breaks: 'takes the smallest numbers for zero',
    killedBy: 'areas-box-tiny',
    create: changingBbox((...edges) => edges.map((edge) => (Math.abs(edge) < 1e-300 ? 0 : edge))),
  },
  {
    id: 'box-of-no-huge-numbers',
    breaks: 'takes the largest numbers for smaller ones',
    killedBy: 'areas-box-huge',
    create: changingBbox((...edges) => edges.map((edge) => within(edge, 1e15))),
  },
  {
    id: 'box-with-a-zero-below-zero',
    breaks: 'takes an edge at -0 for one below 0',
    killedBy: 'areas-box-zero',
    create: changingParameter('bbox', (text) =>
      text.replace(/^-0,-0,-0,-0$/, '-1e-200,-1e-200,-5e-324,-5e-324'),
    ),
  },
  {
    id: 'box-without-exponents',
    breaks: 'refuses numbers with an exponent',
    killedBy: 'areas-box-spelling',
    create: changingResponses((response, { target }) =>
      /bbox=[^&]*\de-?\d/i.test(target)
        ? problem(400, 'The parameter "bbox" must be four numbers.')
        : response,
    ),
  },
  {
    id: 'box-nowhere',
    breaks: 'responds with 404 where there are no records',
    killedBy: 'areas-box-empty',
    create: changingResponses((response) =>
      /"features":\[\]/.test(String(response.body)) ? problem(404, 'No records were found.') : response,
    ),
  },
  {
    id: 'antimeridian-turned',
    breaks: 'exchanges west and east where west is above east',
    killedBy: 'areas-antimeridian',
    create: changingBbox((west, south, east, north) => [
      Math.min(west, east),
      south,
      Math.max(west, east),
      north,
    ]),
  },
  {
    id: 'antimeridian-east-alone',
    breaks: 'leaves out the west of a box across the antimeridian',
    killedBy: 'areas-antimeridian',
    create: findingOnly(({ longitude }, { west, east }) => !(east === 180 && west > 0 && longitude < 180)),
  },
  {
    id: 'antimeridian-twice',
    breaks: 'finds what is at 180 on both sides of the antimeridian',
    killedBy: 'areas-antimeridian-edges',
    create: withWithin((store) => async (box, options) => {
      const page = await store.within(box, options);
      if (box.west !== -180 || options.after) return page;
      const more = await store.within({ ...box, west: 180, east: 180 }, { limit: 1000 });
      return { ...page, records: [...more.records, ...page.records] };
    }),
  },
  {
    id: 'antimeridian-open',
    breaks: 'does not find what is at 180 or -180 in a box across the antimeridian',
    killedBy: 'areas-antimeridian-edges',
    create: findingOnly(({ longitude }, { west, east }) => {
      return !(Math.abs(longitude) === 180 && (east === 180 || west === -180));
    }),
  },
  {
    id: 'antimeridian-without-end',
    breaks: 'finds what is beyond 180 in a box across the antimeridian',
    killedBy: 'areas-antimeridian-beyond',
    create: changingBoxes((box) => (box.east === 180 && box.west > 0 ? { ...box, east: 1e300 } : box)),
  },
  {
    id: 'longitudes-clamped',
    breaks: 'takes an edge beyond 180 for 180',
    killedBy: 'areas-box-beyond-180',
    create: changingBbox((west, south, east, north) => [within(west, 180), south, within(east, 180), north]),
  },
  {
    id: 'longitudes-wrapped',
    breaks: 'finds what is at -170 in a box around 190',
    killedBy: 'areas-box-beyond-180',
    create: changingBoxes((box) =>
      box.west >= 180 && box.east < 1000 ? { ...box, west: box.west - 360, east: box.east - 360 } : box,
    ),
  },
  {
    id: 'latitudes-clamped',
    breaks: 'takes an edge beyond 90 for 90',
    killedBy: 'areas-box-beyond-90',
    create: changingBbox((west, south, east, north) => [west, within(south, 90), east, within(north, 90)]),
  },
  {
    id: 'globe-without-poles',
    breaks: 'does not find what is at a pole',
    killedBy: 'areas-box-globe',
    create: findingOnly(({ latitude }) => Math.abs(latitude) !== 90),
  },
];
