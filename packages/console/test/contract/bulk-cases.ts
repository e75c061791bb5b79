import { expect } from 'vitest';
import type { BulkReport } from '../../src/index.ts';
import { ask, type ConsoleCase, type ConsoleService, expectError, reading, writing } from './console-case.ts';

const [pier, mast] = [
  { description: 'Pier, north', coordinates: { latitude: 54.5, longitude: 7.25 } },
  { coordinates: { latitude: -0.125, longitude: -179.5 } },
] as const;

const feature = (id: string, [longitude, latitude]: readonly number[], properties = {}) =>
  JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
  });
const features = [
  feature('pier', [7.25, 54.5], { description: 'Pier, north' }),
  feature('mast', [-179.5, -0.125]),
];

/** The records `pier` and `mast` in each format, and the content type that they are sent with. */
const bodies = [
  ['GeoJSON', 'application/geo+json', `{"type":"FeatureCollection","features":[${features}]}`],
  ['Features on lines', 'application/x-ndjson', features.join('\n')],
  ['a text sequence', 'application/geo+json-seq', features.map((text) => `\x1e${text}\n`).join('')],
  [
    'the list of the service',
    'application/json',
    JSON.stringify([
      ['pier', pier],
      ['mast', mast],
    ]),
  ],
  ['an object of Locations', 'Application/JSON; charset=utf-8', JSON.stringify({ pier, mast })],
  [
    'KML',
    'application/vnd.google-earth.kml+xml',
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <Placemark id="pier"><description>Pier, north</description><Point><coordinates>7.25,54.5</coordinates></Point></Placemark>
      <Placemark id="mast"><Point><coordinates>-179.5,-0.125</coordinates></Point></Placemark>
    </Document></kml>`,
  ],
  [
    'GPX',
    'application/gpx+xml',
    `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" creator="a hand">
      <wpt lat="54.5" lon="7.25"><name>pier</name><desc>Pier, north</desc></wpt>
      <wpt lat="-0.125" lon="-179.5"><name>mast</name></wpt>
    </gpx>`,
  ],
  [
    'CSV',
    'text/csv',
    'id,description,latitude,longitude\npier,"Pier, north",54.5,7.25\nmast,,-0.125,-179.5\n',
  ],
  [
    'any file',
    'application/octet-stream',
    'id;latitude;longitude;description\npier;54.5;7.25;Pier, north\nmast;-0.125;-179.5;\n',
  ],
] as const;

const noCounts = {
  read: 0,
  created: 0,
  replaced: 0,
  deleted: 0,
  unchanged: 0,
  skipped: 0,
  refused: 0,
  repeated: 0,
  doubtful: 0,
};

function post(service: ConsoleService, body: string, query = '', type = 'text/csv'): Promise<Response> {
  return ask(service, `/-/records${query}`, { method: 'POST', headers: { 'Content-Type': type }, body });
}

async function reportIn(response: Response): Promise<BulkReport> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  return JSON.parse(text);
}

/** The content of a record, or `undefined` if it is missing. */
async function recordOf(service: ConsoleService, id: string): Promise<unknown> {
  const response = await ask(service, `/${encodeURIComponent(id)}`);
  return response.status === 404 ? undefined : response.json();
}

/** The lines of a CSV file. */
function csv(...lines: readonly string[]): string {
  return ['id,description,latitude,longitude', ...lines].join('\n');
}

/** Lines of records in usual places. */
const usual = Array.from({ length: 12 }, (_, index) => `usual ${index},,${index + 10.5},${index * 2 + 20.5}`);

/** A query or a body that is refused, with a part of the message. Nothing is written. */
type FaultRow = readonly [title: string, query: string, body: string, message: string];

const faults: readonly FaultRow[] = [
  [
    'an unknown parameter',
    '?crss=EPSG:2154',
    csv('a,,1,2'),
    'Unknown parameter "crss". Known parameters: format, id,',
  ],
  ['a parameter of GET', '?bbox=1,2,3,4', csv('a,,1,2'), 'Unknown parameter "bbox"'],
  ['a repeated parameter', '?id=id&id=id', csv('a,,1,2'), 'The parameter "id" must be given once.'],
  ['an unknown action', '?on-conflict=fail', csv('a,,1,2'), '"on-conflict" must be "replace" or "skip".'],
  ['an unknown format', '?format=xls', csv('a,,1,2'), 'The parameter "format" must be one of csv,'],
  ['no body', '', '', 'Body content is missing'],
  [
    'content that is not a file of records',
    '',
    '<p>Hello</p>',
    'This is XML with the element <p>, which is not read.',
  ],
  [
    'a parameter that strict reading lacks',
    '?strict=true&crs=EPSG:3857',
    csv('a,,1,2'),
    'The parameter "crs" must not be used with',
  ],
  ['metres', '', csv('a,,6862305.5,652331.25', 'b,,6863305.5,653331.25', 'c,,6864305.5,651331.25'), 'metres'],
  [
    'integers that are not degrees',
    '',
    csv('a,,541234567,71234567', 'b,,542234567,72234567'),
    'Add to the query: scale=1e-7 (',
  ],
  [
    'latitude and longitude exchanged',
    '',
    csv('a,,139.7,35.6', 'b,,140.7,36.6'),
    'Add to the query: swap=true (',
  ],
  [
    'different records with one identifier',
    '',
    csv('a,first,1,2', 'a,last,1,2'),
    ' Add to the query: id=hash (',
  ],
];

/** Bulk writes: POST of `/-/records`. */
export const bulkCases: readonly ConsoleCase[] = [
  ...bodies.map(([title, type, body]) =>
    writing(`POST of ${title} as ${type} creates its records`, async (service) => {
      const { counts } = await reportIn(await post(service, body, '', type));
      expect(counts).toEqual({ ...noCounts, read: 2, created: 2 });
      expect(await recordOf(service, 'pier')).toEqual(pier);
      expect(await recordOf(service, 'mast')).toEqual(mast);
    }),
  ),
  writing('the same body again changes nothing', async (service) => {
    await post(service, csv('a,A,1,2', 'b,,3,4'));
    const { counts } = await reportIn(await post(service, csv('a,A,1,2', 'b,,3,5')));
    expect(counts).toEqual({ ...noCounts, read: 2, replaced: 1, unchanged: 1 });
  }),
  writing('on-conflict=skip keeps other content', async (service) => {
    await post(service, csv('a,old,1,2'));
    const { counts } = await reportIn(await post(service, csv('a,new,1,2', 'b,,3,4'), '?on-conflict=skip'));
    expect(counts).toEqual({ ...noCounts, read: 2, created: 1, skipped: 1 });
    expect(await recordOf(service, 'a')).toMatchObject({ description: 'old' });
  }),
  writing('return=outcomes has each record with its previous content', async (service) => {
    await post(service, csv('same,,1,2', 'other,old,1,2'));
    const body = csv('new,,5,6', 'other,new,1,2', 'same,,1,2', 'bad,,north,2');
    const { outcomes } = await reportIn(await post(service, body, '?strict=true&return=outcomes'));
    const previous = { description: 'old', coordinates: { latitude: 1, longitude: 2 } };
    expect(outcomes).toEqual([
      { index: 1, id: 'new', outcome: 'created' },
      { index: 2, id: 'other', outcome: 'replaced', previous },
      { index: 3, id: 'same', outcome: 'unchanged' },
      { index: 4, id: 'bad', outcome: 'refused', reason: expect.stringContaining('latitude') },
    ]);
  }),
  writing('action=delete deletes the records that have the same content', async (service) => {
    await post(service, csv('same,,1,2', 'other,new,1,2'));
    const body = csv('same,,1,2', 'other,old,1,2', 'missing,,1,2');
    const { counts, outcomes } = await reportIn(await post(service, body, '?action=delete&return=outcomes'));
    expect(counts).toEqual({ ...noCounts, read: 3, deleted: 1, skipped: 1, unchanged: 1 });
    const previous = { description: 'new', coordinates: { latitude: 1, longitude: 2 } };
    expect(outcomes).toEqual([
      { index: 1, id: 'same', outcome: 'deleted' },
      { index: 2, id: 'other', outcome: 'skipped', previous },
      { index: 3, id: 'missing', outcome: 'unchanged' },
    ]);
    expect(await recordOf(service, 'same')).toBeUndefined();
    expect(await recordOf(service, 'other')).toEqual(previous);
  }),
  writing('dry-run=true tells what a write would do, and writes nothing', async (service) => {
    await post(service, csv('same,,1,2', 'other,old,1,2'));
    const body = csv('new,,5,6', 'other,new,1,2', 'same,,1,2');
    const { counts, outcomes } = await reportIn(await post(service, body, '?dry-run=true&return=outcomes'));
    expect(counts).toEqual({ ...noCounts, read: 3, created: 1, replaced: 1, unchanged: 1 });
    expect(outcomes?.[1]).toMatchObject({ outcome: 'replaced', previous: { description: 'old' } });
    expect(await recordOf(service, 'new')).toBeUndefined();
    expect(await recordOf(service, 'other')).toMatchObject({ description: 'old' });
  }),
  ...['strict=true', 'duplicates=last'].map((query) =>
    writing(`with ${query} the last of several records with one identifier counts`, async (service) => {
      const body = csv('a,first,1,2', 'b,,3,4', 'a,last,1,2');
      const { counts } = await reportIn(await post(service, body, `?${query}`));
      expect(counts).toEqual({ ...noCounts, read: 3, created: 2, replaced: 1, repeated: 1 });
      expect(await recordOf(service, 'a')).toMatchObject({ description: 'last' });
    }),
  ),
  writing(
    'with on-conflict=skip the first of several records with one identifier counts',
    async (service) => {
      await post(service, csv('a,first,1,2', 'a,last,1,2'), '?strict=true&on-conflict=skip');
      expect(await recordOf(service, 'a')).toMatchObject({ description: 'first' });
    },
  ),
  writing('refused records are named with their lines, and the others are written', async (service) => {
    const report = await reportIn(await post(service, csv('a,,1,2', 'b,,north,2', 'c,,3,4', ...usual)));
    expect(report.counts).toEqual({ ...noCounts, read: 15, created: 14, refused: 1 });
    expect(report.refused).toMatchObject([{ index: 2, line: 3, id: 'b' }]);
    expect(report.truncated).toBe(false);
    expect(await recordOf(service, 'c')).toBeDefined();
  }),
  writing('a record that the service does not accept is refused with its reason', async (service) => {
    const report = await reportIn(await post(service, csv(`long,${'x'.repeat(5000)},1,2`, 'b,,3,4')));
    expect(report.refused).toMatchObject([
      {
        index: 1,
        line: 2,
        id: 'long',
        rule: 'SPEC 4.5.4',
        reason: expect.stringMatching(/^Provided JSON is not valid: /),
      },
    ]);
    expect(await recordOf(service, 'b')).toBeDefined();
  }),
  writing('of many refused records the first 100 are named', async (service) => {
    const lines = Array.from({ length: 101 }, (_, index) => `r${index},${'x'.repeat(5000)},1,2`);
    const { counts, refused, truncated } = await reportIn(await post(service, csv(...lines, 'last,,1,2')));
    expect([counts.refused, refused.length, truncated]).toEqual([101, 100, true]);
    expect(await recordOf(service, 'last')).toBeDefined();
  }),
  writing('a record that looks wrong is written and named', async (service) => {
    const { counts, doubtful } = await reportIn(await post(service, csv('a,,139.7,35.6', ...usual)));
    expect(counts).toEqual({ ...noCounts, read: 13, created: 13, doubtful: 1 });
    expect(doubtful).toMatchObject([
      { index: 1, line: 2, id: 'a', reason: expect.stringContaining('swapped') },
    ]);
  }),
  writing('identifiers of every kind are written as they are', async (service) => {
    const ids = ['ü/ö?', '%2e', '-', '__proto__', ' ', '🗼'];
    const body = JSON.stringify(ids.map((id) => [id, mast]));
    const { counts } = await reportIn(await post(service, body, '', 'application/json'));
    expect(counts.created).toBe(ids.length);
    for (const id of ids) expect(await recordOf(service, id)).toEqual(mast);
  }),
  ...faults.map(([title, query, body, message]) =>
    reading(`POST with ${title} is 400, and writes nothing`, async (service) => {
      const list = await (await ask(service, '/')).text();
      expect(await expectError(await post(service, body, query), 400)).toContain(message);
      expect(await (await ask(service, '/')).text()).toBe(list);
    }),
  ),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/png',
    '',
  ].map((type) =>
    reading(`POST with the content type "${type}" is 415, and writes nothing`, async (service) => {
      const body = new TextEncoder().encode(csv('a,,1,2'));
      const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
      const response = await ask(service, '/-/records', { method: 'POST', headers, body });
      expect(response.headers.get('Accept-Post')).toContain('text/csv');
      const message = await expectError(response, 415);
      expect(message).toContain('it must be application/octet-stream for any file');
      expect(await recordOf(service, 'a')).toBeUndefined();
    }),
  ),
  reading('a body of more than 8 MiB is 413, and writes nothing', async (service) => {
    const body = csv('a,,1,2', ' '.repeat(2 ** 23));
    expect(await expectError(await post(service, body), 413)).toContain('The body is longer than 8 MiB');
    expect(await recordOf(service, 'a')).toBeUndefined();
  }),
  reading('a body in gzip is 400', async (service) => {
    const [body, headers] = [
      new Uint8Array([0x1f, 0x8b, 8, 0]),
      { 'Content-Type': 'application/octet-stream' },
    ];
    const response = await ask(service, '/-/records', { method: 'POST', headers, body });
    expect(await expectError(response, 400)).toBe('The body is compressed with gzip: unpack it first');
  }),
  writing('the columns of other people are found, and the report says which', async (service) => {
    const body = 'Stop_Code;Naam;Lat;Lon;Zone\nS1;Noord;52,5;4,75;A\nS2;Zuid;52,25;4,5;B\n';
    const { understood, counts } = await reportIn(await post(service, body));
    expect(understood).toMatchObject({
      format: 'csv',
      rows: 2,
      id: { used: 'Stop_Code' },
      coordinates: { used: 'Lat,Lon' },
      description: { used: 'Naam' },
      unused: ['Zone'],
    });
    expect(counts.created).toBe(2);
    const coordinates = { latitude: 52.5, longitude: 4.75 };
    expect(await recordOf(service, 'S1')).toEqual({ description: 'Noord', coordinates });
  }),
  writing('crs converts metres to degrees', async (service) => {
    const body = csv('a,,6250000.5,250000.25', 'b,,6251000.5,251000.25', 'c,,6252000.5,252000.25');
    const { counts } = await reportIn(await post(service, body, '?crs=EPSG:3857'));
    expect(counts.created).toBe(3);
    const coordinates = { latitude: expect.closeTo(48.8532673, 6), longitude: expect.closeTo(2.2457905, 6) };
    expect(await recordOf(service, 'a')).toEqual({ coordinates });
  }),
  writing('parameters choose the columns, their order and how they are read', async (service) => {
    const body = 'key|name|east|north|x\nk1|one|4.5|52.5|9\nk2|two|4.75|52.25|8\n';
    const query =
      '?id=name%2Bkey&description={key}:+{name}&latitude=east&longitude=north&swap=true&delimiter=|';
    const { counts, understood } = await reportIn(await post(service, body, query));
    expect(counts.created, JSON.stringify(understood)).toBe(2);
    const { outcomes } = await reportIn(await post(service, body, `${query}&return=outcomes`));
    const [id = ''] = (outcomes ?? []).map(({ id }) => id);
    expect(await recordOf(service, id)).toEqual({
      description: 'k1: one',
      coordinates: { latitude: 52.5, longitude: 4.5 },
    });
  }),
  writing('a body that is broken halfway is 400, and says how many records are written', async (service) => {
    const body = `[${JSON.stringify(['a', mast])},${JSON.stringify(['b', pier])},["c"`;
    const message = await expectError(await post(service, body, '', 'application/json'), 400);
    expect(message).toMatch(/; 2 records before the fault are written$/);
    expect(await recordOf(service, 'b')).toEqual(pier);
  }),
  writing('a store that fails is 500 with the number of records that are written', async (service) => {
    const lines = Array.from({ length: 300 }, (_, index) => `r${index},,1,2`);
    const error = new Error('The disk is full.');
    service.failWrite(error);
    const message = await expectError(await post(service, csv(...lines)), 500);
    expect(message).toMatch(
      /^Internal server error; \d+ records are written, and the same request continues$/,
    );
    expect(service.reported).toContain(error);
    const { counts } = await reportIn(await post(service, csv(...lines)));
    expect(counts).toMatchObject({ read: 300, refused: 0, replaced: 0 });
    expect(counts.created + counts.unchanged).toBe(300);
    expect(message).toContain(`; ${counts.unchanged} records`);
  }),
  reading('OPTIONS names the content types of bulk writes', async (service) => {
    const response = await ask(service, '/-/records', { method: 'OPTIONS' });
    expect(response.headers.get('Accept-Post')).toMatch(/^application\/octet-stream, application\/json, /);
  }),
];
