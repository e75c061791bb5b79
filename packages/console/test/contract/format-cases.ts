import { expect } from 'vitest';
import { ask, askFor, type ConsoleCase, expectError, idsOf, nextUrl, reading } from './console-case.ts';
import { places } from './places.ts';

const point = 'bbox=-122.5,-47.5,-122.5,-47.5';
const box = 'bbox=-123,-48,-122,-47';
const circle = 'near=-47.5,-122.5&radius=100000';

const feature = (id: string, properties: string) =>
  `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[-122.5,-47.5]},"properties":${properties}}`;
const features = [feature('centre', '{"description":"in the \\"centre\\""}'), feature('twin', '{}')];
const coordinates = '"coordinates":{"latitude":-47.5,"longitude":-122.5}';
const locations = [`{"description":"in the \\"centre\\"",${coordinates}}`, `{${coordinates}}`];

const placemark = (id: string, description: string) =>
  `<Placemark><name>${id}</name>${description}<ExtendedData><Data name="id"><value>${id}</value></Data></ExtendedData><Point><coordinates>-122.5,-47.5</coordinates></Point></Placemark>\n`;
const placemarks = [placemark('centre', '<description>in the "centre"</description>'), placemark('twin', '')];
const waypoint = (id: string, description: string) =>
  `<wpt lat="-47.5" lon="-122.5"><name>${id}</name>${description}<extensions><records:id>${id}</records:id></extensions></wpt>\n`;
const waypoints = [waypoint('centre', '<desc>in the "centre"</desc>'), waypoint('twin', '')];

/** The name of each format, its media type, and the two records at a point in it. */
const formats = [
  [
    'geojson',
    'application/geo+json',
    `{"type":"FeatureCollection","features":[${features.join()}],"numberReturned":2,"links":[]}`,
  ],
  ['json', 'application/json', `[["centre",${locations[0]}],["twin",${locations[1]}]]`],
  ['ndjson', 'application/x-ndjson', features.map((text) => `${text}\n`).join('')],
  ['geojsonseq', 'application/geo+json-seq', features.map((text) => `\x1e${text}\n`).join('')],
  [
    'csv',
    'text/csv; charset=utf-8',
    'id,description,latitude,longitude\r\ncentre,"in the ""centre""",-47.5,-122.5\r\ntwin,,-47.5,-122.5\r\n',
  ],
  [
    'kml',
    'application/vnd.google-earth.kml+xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${placemarks.join('')}</Document></kml>\n`,
  ],
  [
    'gpx',
    'application/gpx+xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="location-records" xmlns="http://www.topografix.com/GPX/1/1" ' +
      `xmlns:records="https://www.npmjs.com/package/@location-records/formats">\n${waypoints.join('')}</gpx>\n`,
  ],
  ['json-object', 'application/json', `{\n"centre":${locations[0]},\n"twin":${locations[1]}\n}\n`],
] as const;

type Format = (typeof formats)[number][0];

/** The identifiers in a text of a format. */
function idsIn(format: Format, text: string): string[] {
  const lines = text.split('\n').filter(Boolean);
  switch (format) {
    case 'geojson':
      return JSON.parse(text).features.map(({ id }: { id: string }) => id);
    case 'json':
      return JSON.parse(text).map(([id]: [string]) => id);
    case 'json-object':
      return Object.keys(JSON.parse(text));
    case 'kml':
    case 'gpx':
      return Array.from(text.matchAll(/<name>(.*?)<\/name>/g), ([, id = '']) => id);
    case 'csv':
      return lines.slice(1).map((line) => line.split(',')[0] ?? '');
    default:
      return lines.map((line) => JSON.parse(line.replace('\x1e', '')).id);
  }
}

type AcceptRow = readonly [title: string, ...(readonly [accept: string, format: Format, f?: Format][])];

/** What a client accepts, and the parameter `f`, lead to a format (RFC 9110 section 12.5.1). */
const negotiation: readonly AcceptRow[] = [
  [
    'a client that names no format gets GeoJSON',
    ['*/*', 'geojson'],
    ['application/*', 'geojson'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'geojson'],
  ],
  [
    'a client gets the format that it accepts',
    ['application/geo+json', 'geojson'],
    ['APPLICATION/JSON;charset=utf-8', 'json'],
    ['application/x-ndjson', 'ndjson'],
    ['application/geo+json-seq', 'geojsonseq'],
    ['text/csv', 'csv'],
    ['application/vnd.google-earth.kml+xml', 'kml'],
    ['application/gpx+xml', 'gpx'],
    ['text/html, application/json', 'json'],
  ],
  [
    'a client that reads GeoJSON as plain text gets it, as GDAL does',
    ['text/plain, application/json', 'geojson'],
  ],
  [
    'of several formats, a client gets the one with the highest quality',
    ['application/json;q=0.5, application/geo+json', 'geojson'],
    ['application/geo+json; q=0.1, application/json; q=0.2, application/x-ndjson; q=0.9', 'ndjson'],
    ['application/geo+json;q=0, application/json;q=0.001', 'json'],
  ],
  [
    'the parameter f wins over Accept',
    ['application/json', 'geojson', 'geojson'],
    ['application/geo+json', 'json', 'json'],
    ['text/csv', 'json-object', 'json-object'],
  ],
];

/** The formats of `/-/records`, how a client chooses one, and all records at once. */
export const formatCases: readonly ConsoleCase[] = [
  ...formats.map(([format, type, body]) =>
    reading(`f=${format} is a body of ${type}`, async (service) => {
      const response = await askFor(service, `${point}&limit=10&f=${format}`);
      expect(await response.text()).toBe(body);
      expect(response.headers.get('Content-Type')).toBe(type);
      expect(response.headers.get('Vary')).toContain('Accept');
    }),
  ),
  ...formats.map(([format]) =>
    reading(`pages as ${format} go on by the field Link`, async (service) => {
      const ids: string[] = [];
      let url: string | undefined = `${service.url}/-/records?${box}&limit=3&f=${format}`;
      while (url !== undefined) {
        const response = await service.fetch(url);
        const page = idsIn(format, await response.text());
        expect(page.length).toBeLessThanOrEqual(3);
        ids.push(...page);
        url = nextUrl(response, url);
      }
      expect(ids).toEqual(await idsOf(service, box));
    }),
  ),
  ...formats.map(([format]) =>
    reading(`limit=all as ${format} has all records`, async (service) => {
      for (const query of [box, circle, 'bbox=-1,-1,1,1']) {
        const response = await askFor(service, `${query}&limit=all&f=${format}`);
        expect(response.headers.get('Link')).toBeNull();
        expect(idsIn(format, await response.text())).toEqual(await idsOf(service, query));
      }
    }),
  ),
  reading('lines and tables without a limit are all records', async (service) => {
    for (const format of ['ndjson', 'geojsonseq', 'csv', 'kml', 'gpx'] as const) {
      const response = await askFor(service, `${circle}&f=${format}`);
      expect(response.headers.get('Link')).toBeNull();
      expect(idsIn(format, await response.text())).toEqual(await idsOf(service, circle));
    }
  }),
  reading('limit=all as JSON is the list of the service', async (service) => {
    const listed = JSON.parse(await (await ask(service, '/')).text());
    const all = JSON.parse(await (await askFor(service, 'limit=all&f=json')).text());
    expect(new Map(all)).toEqual(new Map(listed));
    expect(all).toHaveLength(places.length);
  }),
  reading('texts and numbers come back as they were stored', async (service) => {
    const lines = (await (await askFor(service, 'f=ndjson')).text()).trim().split('\n');
    const read = lines.map((line) => {
      const { id, geometry, properties } = JSON.parse(line);
      const [longitude, latitude] = geometry.coordinates;
      return [id, { ...properties, coordinates: { latitude, longitude } }] as const;
    });
    expect(new Map(read)).toEqual(new Map(places));
  }),
  ...negotiation.map(([title, ...rows]) =>
    reading(title, async (service) => {
      for (const [accept, format, f] of rows) {
        const query = f === undefined ? point : `${point}&f=${f}`;
        const { headers } = await askFor(service, `${query}&limit=1`, accept);
        const [, type] = formats.find(([name]) => name === format) ?? [];
        expect(headers.get('Content-Type'), accept).toBe(type);
      }
    }),
  ),
  reading('an error is an Error object in every format', async (service) => {
    await expectError(await askFor(service, 'bbox=1&f=ndjson'), 400);
    await expectError(await askFor(service, 'bbox=1', 'text/csv'), 400);
  }),
];
