import { expect } from 'vitest';
import {
  ask,
  askFor,
  type ConsoleCase,
  expectError,
  idsOf,
  nextUrl,
  pageIn,
  pagesOf,
  reading,
  write,
  writing,
} from './console-case.ts';
import { places } from './places.ts';

const box = 'bbox=-123,-48,-122,-47';
const inBox = [
  ...['centre', 'twin', 'west edge', 'south edge', 'east edge', 'north edge'],
  ...['south-west corner', 'north-east corner'],
];
const across = ['at 175', 'at 179.95', 'at 180', 'at -180', 'at -179.95', 'at -175'];
const aroundNorthPole = [
  ...['north pole', 'by the north pole at 0', 'by the north pole at 90', 'by the north pole at 180'],
];
const around180 = ['at 179.95', 'at 180', 'at -180', 'at -179.95', 'just beyond 180'];
const huge = '1.7976931348623157e308';

/** The identifiers of the places on the globe, whose longitudes may go up to a limit. */
function onGlobe(maxLongitude: number): string[] {
  const found = places.filter(
    ([, { coordinates }]) =>
      Math.abs(coordinates.latitude) <= 90 && Math.abs(coordinates.longitude) <= maxLongitude,
  );
  return found.map(([id]) => id);
}

type FoundRow = readonly [title: string, ...(readonly [query: string, ids: readonly string[]][])];

/** Each query finds exactly these places, in any order. */
const found: readonly FoundRow[] = [
  ['a box has the records in it and on its edges, and none beside them', [box, inBox]],
  [
    'a box compares the numbers that are stored, digit by digit',
    ['bbox=-122.5,-47.5,-122.5,-47.5', ['centre', 'twin']],
    ['bbox=-123.00000000000001,-47.5,-123.00000000000001,-46', ['just west']],
    ['bbox=-122.5,-46.99999999999999,-122.5,-46', ['just north']],
    ['bbox=0,0,0,0', ['zero']],
    ['bbox=-0,-0,-0,-0', ['zero']],
    ['bbox=0,0,5e-324,5e-324', ['zero', 'tiny']],
    ['bbox=-5e-324,0,0,0', ['zero', 'tiny west']],
    [`bbox=1e300,1e300,${huge},${huge}`, ['largest']],
    [`bbox=-${huge},-${huge},-1e300,-1e300`, ['smallest']],
  ],
  [
    'the numbers of a box have any spelling of JSON, and commas may be escaped',
    ['bbox=-1.23e2,-480.0E-1,-1220e-01,-47.000', inBox],
    ['bbox=-123%2C-48%2c-122%2C-47', inBox],
  ],
  ['a box without records is an empty page', ['bbox=-1e200,-1e200,-9e199,-9e199', []]],
  [
    'a box whose west is above its east crosses the antimeridian, and ends at 180 and -180',
    ['bbox=170,17,-170,18', across],
    ['bbox=180,17,-180,18', ['at 180', 'at -180']],
  ],
  [
    'a box beyond 180 or 90 has the records that are stored there, and no others',
    ['bbox=180,17,200,18', ['at 180', 'just beyond 180', 'at 185']],
    ['bbox=-200,17,-180,18', ['at -180', 'at -185']],
    ['bbox=0,90,10,100', ['above the north pole']],
    ['bbox=-180,-90,180,90', onGlobe(180)],
  ],
  ['without a box and a point, the pages have every record', ['', places.map(([id]) => id)]],
  [
    'pages have at most "limit" records, and each record of the query once',
    ['limit=7', places.map(([id]) => id)],
    [`${box}&limit=3`, inBox],
    [`${box}&limit=1`, inBox],
    ['bbox=170,17,-170,18&limit=2', across],
    ['bbox=-122.5,-47.5,-122.5,-47.5&limit=1', ['centre', 'twin']],
    ['near=17.5,180&radius=1000000&limit=2', [...across, 'just beyond 180', 'at 185', 'at -185']],
  ],
  [
    'a circle around a pole has every longitude, and goes on across it',
    ['near=90,0&radius=10000', aroundNorthPole],
    ['near=89.999,-120&radius=10000', aroundNorthPole],
    ['near=-89.97,0&radius=10000', ['south pole', 'across the south pole']],
  ],
  [
    'a circle goes on beyond the antimeridian, from both sides',
    ['near=17.5,179.98&radius=10000', around180],
    ['near=17.5,-180&radius=10000', around180],
  ],
  [
    'a circle has longitudes up to 360 and -360, and nothing beyond, or beyond 90 degrees of latitude',
    ['near=-30,-10.001&radius=10000', ['at -10', 'at 350']],
    ['near=0,0&radius=20015115', onGlobe(360)],
  ],
];

/** The query finds these places in this order on its first page. */
const inOrder: readonly (readonly [title: string, query: string, ids: readonly string[]])[] = [
  [
    'near a point, the records within the radius come by distance, and at one place by identifier',
    'near=50,10&radius=1500',
    ['hub', 'hub twin', 'north of the hub', 'east of the hub'],
  ],
  [
    'near a point, a record just outside the radius is not found',
    'near=50,10&radius=1400',
    ['hub', 'hub twin', 'north of the hub'],
  ],
  ['a radius of 0 has the records at the point', 'near=50,10&radius=0', ['hub', 'hub twin']],
  [
    'without a radius, the nearest records come at any distance',
    'near=50,11&limit=3',
    ['far from the hub', 'east of the hub', 'hub'],
  ],
];

/** What `/-/records` finds, and how its pages link to each other. */
export const queryCases: readonly ConsoleCase[] = [
  ...found.map(([title, ...rows]) =>
    reading(title, async (service) => {
      for (const [query, ids] of rows) {
        const limit = Number(new URLSearchParams(query).get('limit') ?? 100);
        const all: string[] = [];
        for await (const features of pagesOf(service, query)) {
          expect(features.length, `length of a page of ?${query}`).toBeLessThanOrEqual(limit);
          all.push(...features.map((feature) => feature.id));
        }
        expect(all.toSorted(), `found by ?${query}`).toEqual(ids.toSorted());
      }
    }),
  ),
  ...inOrder.map(([title, query, ids]) =>
    reading(title, async (service) => {
      const { features } = await pageIn(await askFor(service, query));
      expect(features.map((feature) => feature.id)).toEqual(ids);
    }),
  ),
  reading('what is near a point comes by distance from page to page', async (service) => {
    const whole = await idsOf(service, 'near=50,11&limit=1000');
    expect(whole).toHaveLength(onGlobe(360).length);
    expect(await idsOf(service, 'near=50,11&limit=4')).toEqual(whole);
  }),
  reading('near a point, each Feature has its distance in metres', async (service) => {
    const { features } = await pageIn(await askFor(service, 'near=50,10&radius=20000'));
    expect(features.map(({ id, properties }) => [id, Math.round(properties.distance ?? -1)])).toEqual([
      ...[
        ['hub', 0],
        ['hub twin', 0],
        ['north of the hub', 1112],
        ['east of the hub', 1429],
      ],
      ['far from the hub', 13_215],
    ]);
    expect(features[0]?.properties).toEqual({ description: '', distance: 0 });
    expect(features[1]?.properties).toEqual({ distance: 0 });
  }),
  reading('the link in a FeatureCollection has the type of GeoJSON', async (service) => {
    const { links } = await pageIn(await askFor(service, `${box}&limit=2`));
    expect(links).toEqual([{ rel: 'next', type: 'application/geo+json', href: expect.any(String) }]);
  }),
  reading('a cursor that was cut or doubled is 400', async (service) => {
    const cursor = await cursorOf(service, `${box}&limit=1`);
    for (const text of [cursor.slice(0, -3), cursor.slice(3), `${cursor}${cursor}`]) {
      await expectError(await askFor(service, `${box}&cursor=${text}`), 400);
    }
  }),
  reading('a cursor of another query is 400', async (service) => {
    const circle = 'near=50,10&radius=20000';
    const ofBox = await cursorOf(service, `${box}&limit=1`);
    for (const query of ['bbox=-123,-48,-122,-46.9', circle, '']) {
      await expectError(await askFor(service, `${query}&cursor=${ofBox}`), 400);
    }
    const ofCircle = await cursorOf(service, `${circle}&limit=1`);
    for (const query of [`${circle}1`, 'near=50,10', 'near=50,10.1&radius=20000', box]) {
      await expectError(await askFor(service, `${query}&cursor=${ofCircle}`), 400);
    }
  }),
  reading('a cursor goes on at another limit', async (service) => {
    const cursor = await cursorOf(service, `${box}&limit=3`);
    expect(await idsOf(service, `${box}&limit=50&cursor=${cursor}`)).toHaveLength(inBox.length - 3);
  }),
  writing('words are found in identifiers and descriptions, without accents and case', async (service) => {
    await write(service, 'POST', 'Sacré-Cœur', [48.8867, 2.3431], 'Basilique\nà Montmartre');
    await write(service, 'POST', 'moulin', [48.8841, 2.3323], 'MOULIN ROUGE, Montmartre');
    await write(service, 'POST', 'far', [-8.5, 13.5], 'Montmartre');
    const rows: readonly (readonly [query: string, ids: readonly string[]])[] = [
      ['q=montmartre', ['Sacré-Cœur', 'moulin', 'far']],
      ['q=Sacre', ['Sacré-Cœur']],
      ['q=A%CC%80+MONT+cr%C3%A9', ['Sacré-Cœur']],
      ['q=rouge+moulin', ['moulin']],
      ['q=moulin+basilique', []],
      ['q=montmartre&bbox=2,48,3,49', ['Sacré-Cœur', 'moulin']],
      ['q=montmartre&bbox=170,-90,-170,90', []],
    ];
    for (const [query, ids] of rows) {
      const page = await pageIn(await askFor(service, query));
      expect(page.features.map(({ id }) => id).toSorted(), query).toEqual(ids.toSorted());
      expect(page.links).toEqual([]);
      const lines = await (await askFor(service, `${query}&f=ndjson`)).text();
      expect(
        lines
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      ).toEqual(page.features);
      const sequence = await (await askFor(service, `${query}&f=geojsonseq`)).text();
      expect(sequence).toBe(lines.replace(/^(?=.)/gm, '\x1e'));
    }
    expect((await pageIn(await askFor(service, 'q=montmartre&limit=2'))).features).toHaveLength(2);
    for (const query of ['q=', 'q=a&near=1,1', 'q=a&limit=all', 'q=a&cursor=b', 'q=a&q=b']) {
      await expectError(await askFor(service, query), 400);
    }
  }),
  reading('on the list of the service, a query changes nothing', async (service) => {
    const list = await (await ask(service, '/')).text();
    for (const query of [box, 'near=80,0&radius=1', 'limit=1', 'f=geojson', 'bbx=1']) {
      expect(await (await ask(service, `/?${query}`)).text()).toBe(list);
    }
  }),
];

/** The cursor in the link of the first page. */
async function cursorOf(service: Parameters<typeof askFor>[0], query: string): Promise<string> {
  const next = nextUrl(await askFor(service, query), `${service.url}/-/records`);
  return new URL(String(next)).searchParams.get('cursor') ?? '';
}
