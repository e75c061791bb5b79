import { problems } from '@location-records/core/adapter-kit';
import { type bulkParameterNames, maxLength } from '../bulk/bulk-request.ts';
import { mediaTypes } from '../bulk/media-types.ts';
import { formats } from '../records/formats.ts';
import { maxRadius } from '../records/globe.ts';
import { maxLimit, type parameterNames } from '../records/query.ts';
import { defaultLimit } from '../records/records.ts';
import { maxZoom } from '../tiles/tile-address.ts';
import type { Described, OpenApiSection } from './options.ts';
import {
  arrayOf,
  content,
  count,
  entryOf,
  type Json,
  number,
  type Operation,
  object,
  oneOf,
  operationObject,
  type Problem,
  ref,
  text,
} from './parts.ts';

const flag = oneOf('false', 'true');

/** The formats in which a request without a limit gets all records. */
const streamed = formats.filter(({ isStreamed }) => isStreamed).map(({ name }) => `\`${name}\``);

/** The parameters of a query by their names, each with its schema and what it is. */
type Rows<Name extends string> = Readonly<Record<Name, readonly [schema: Json, description: string]>>;

/** Those of GET `/-/records`. One without a row does not compile. */
const queryParameters: Rows<(typeof parameterNames)[number]> = {
  bbox: [text, 'west,south,east,north in degrees, edges included; west above east crosses the antimeridian.'],
  near: [text, 'latitude,longitude in degrees: the nearest records first.'],
  radius: [{ ...number, minimum: 0, maximum: maxRadius }, 'In metres, with `near`.'],
  q: [text, 'Words that the identifier or the description has.'],
  limit: [
    { oneOf: [oneOf('all'), { type: 'integer', minimum: 1, maximum: maxLimit }] },
    'How many records, or `all`: in every format, with `near` only within a `radius`, and not with `q` or `cursor`. ' +
      `By default all in the formats ${streamed.join(', ')} where that is possible, and ${defaultLimit} otherwise.`,
  ],
  f: [oneOf(...formats.map(({ name }) => name)), 'The format, in place of `Accept`.'],
  cursor: [text, 'Where the page begins: links to the next page have it.'],
};

/** Those of POST `/-/records`, named as the flags of the command `import`. */
const bulkParameters: Rows<(typeof bulkParameterNames)[number]> = {
  format: [text, 'The format of the body; it is found from the content otherwise.'],
  id: [text, 'The column or property with the identifiers.'],
  description: [text, 'The column or property with the descriptions.'],
  latitude: [text, 'The column with the latitudes.'],
  longitude: [text, 'The column with the longitudes.'],
  coordinates: [text, 'The column with both coordinates.'],
  swap: [flag, 'Whether latitude and longitude are swapped.'],
  crs: [text, 'The coordinate reference system, such as EPSG:3857.'],
  scale: [number, 'What the coordinates are divided by.'],
  encoding: [text, 'The character encoding.'],
  delimiter: [text, 'The character between the columns.'],
  columns: [text, 'The names of the columns, with commas between them.'],
  layer: [text, 'The layer, where a file has several.'],
  duplicates: [oneOf('error', 'last'), 'What to do with an identifier that comes twice.'],
  'strict-coordinates': [flag, 'Whether a latitude beyond ±90 and a longitude beyond ±180 are refused.'],
  strict: [flag, 'Whether only the formats that the service writes are read, exactly.'],
  action: [oneOf('write', 'delete'), 'Whether records are written, or those with the same content deleted.'],
  'on-conflict': [oneOf('replace', 'skip'), 'What to do with a record that exists with other content.'],
  'dry-run': [flag, 'Whether nothing is written, and only the report made.'],
  return: [oneOf('outcomes'), 'Adds to the report what became of each record.'],
};

function inQuery(rows: Rows<string>): readonly Json[] {
  return Object.entries(rows).map(([name, [schema, description]]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
}

function inPath(name: string, maximum: number): Json {
  return { name, in: 'path', required: true, schema: { ...count, maximum } };
}

const counts = 'read created replaced deleted unchanged skipped refused repeated doubtful'.split(' ');

const location = ref('schemas', 'FoundLocation');

/** Schemas of what `/-/records` and `/-/ogc` send. */
export const besideSchemas: Json = {
  // Here `absentDescription` changes nothing.
  FoundLocation: {
    description: 'A Location as `/-/records` sends it.',
    ...object(
      {
        description: { ...text, description: 'Absent if there is none.' },
        coordinates: ref('schemas', 'Coordinates'),
      },
      ['coordinates'],
    ),
    additionalProperties: false,
  },
  FoundList: { description: 'Pairs: the identifier, then the Location.', ...arrayOf(entryOf(location)) },
  Feature: object(
    {
      type: oneOf('Feature'),
      id: text,
      geometry: object({
        type: oneOf('Point'),
        // The longitude comes first, other than in a Location.
        coordinates: { type: 'array', prefixItems: [number, number], minItems: 2, maxItems: 2 },
      }),
      properties: object(
        {
          description: {
            type: ['string', 'null'],
            description: 'Absent if there is none, and `null` below `/-/ogc`.',
          },
          distance: { ...number, description: 'In metres, with `near`.' },
        },
        [],
      ),
      links: ref('schemas', 'Links'),
    },
    ['type', 'id', 'geometry', 'properties'],
  ),
  FeatureCollection: object(
    {
      type: oneOf('FeatureCollection'),
      features: arrayOf(ref('schemas', 'Feature')),
      numberReturned: count,
      numberMatched: count,
      limitedBy: { ...text, description: 'The limit of the service that made the page shorter.' },
      timeStamp: text,
      links: ref('schemas', 'Links'),
    },
    // With `limit=all` the features are sent before their number is known.
    ['type', 'features'],
  ),
  Links: arrayOf(object({ rel: text, href: text, type: text, title: text }, ['rel', 'href', 'type'])),
  BulkReport: object(
    {
      understood: object({ format: text }),
      counts: object(Object.fromEntries(counts.map((name) => [name, count]))),
      refused: arrayOf({ type: 'object' }),
      doubtful: arrayOf({ type: 'object' }),
      truncated: { type: 'boolean' },
      outcomes: arrayOf(
        object({ index: count, id: text, outcome: text, previous: location, reason: text }, [
          'index',
          'outcome',
        ]),
      ),
    },
    ['understood', 'counts', 'refused', 'doubtful', 'truncated'],
  ),
};

const geoJson = 'application/geo+json';
const features = content(geoJson, ref('schemas', 'FeatureCollection'));
const records = {
  // What is no JSON has no schema.
  ...Object.fromEntries(formats.map(({ type }) => [type.replace(/;.*/, ''), { schema: text }])),
  ...features,
  ...content('application/json', {
    oneOf: [ref('schemas', 'FoundList'), { type: 'object', additionalProperties: location }],
  }),
};
const recordsHeaders = {
  Link: { description: 'The next page, with `rel="next"`, relative to the URL.', schema: text },
  'Limited-By': { description: 'The limit of the service that made the page shorter.', schema: text },
};
const page = content('text/html', text);
const json = (properties: Json, required?: readonly string[]) =>
  content('application/json', object(properties, required));
const links = ref('schemas', 'Links');
const door = {
  name: oneOf('location-records'),
  version: text,
  store: { ...text, description: 'The kind of store.' },
  records: {
    type: ['integer', 'null'],
    description: 'How many there are; `null` until they have been counted.',
  },
  counting: {
    type: ['number', 'null'],
    description: 'The part of the map that the first count has seen, from 0 to 1.',
  },
  readOnly: { type: 'boolean' },
  activity: { ...text, description: 'What the service is busy with.' },
  links: { type: 'object', additionalProperties: text, description: 'Paths by names.' },
};

const { internalError, identifierInvalid, resourceNotFound, routeNotFound, unavailable: busy } = problems;
const wrongQuery: readonly Problem[] = [
  [400, 'The parameter "…" must ….'],
  [400, 'Unknown parameter …'],
];
/** With an entity tag, so that clients can ask whether they have the content. */
const tagged = { isTagged: true };
const ogcFormat = { f: [oneOf('json'), 'For clients that name the format.'] } satisfies Rows<'f'>;
const ogcDocument = { ...tagged, parameters: inQuery(ogcFormat), errors: wrongQuery };

/** QGIS looks for the size of its pages here, under this name. */
export const ogcParameters: Json = {
  limit: {
    name: 'limit',
    in: 'query',
    description: `How many records. More than ${maxLimit} are ${maxLimit}.`,
    schema: { ...count, minimum: 1, maximum: maxLimit, default: defaultLimit },
  },
};

interface More extends Partial<Pick<Operation, 'parameters' | 'errors' | 'role'>> {
  readonly headers?: Json;
  readonly isTagged?: boolean;
}

type Route = readonly [path: string, id: string, summary: string, content: Json, more?: More];

/** What each section has: its routes, under a tag. */
const routes: Readonly<Record<OpenApiSection, readonly [Operation['tag'], ...Route[]]>> = {
  door: [
    'Service',
    [
      '/-/',
      'getDoor',
      'What the service has, for programs, and as a page for people',
      { ...json(door, ['name', 'records', 'counting', 'readOnly', 'links']), ...page },
      tagged,
    ],
  ],
  records: [
    'Many records',
    [
      '/-/records',
      'findRecords',
      'Find records page by page, in a box, near a point, or by words',
      records,
      {
        parameters: inQuery(queryParameters),
        headers: recordsHeaders,
        errors: [
          ...wrongQuery,
          [400, 'Too many records are near that point (maxCandidates). …'],
          internalError,
          busy,
          [503, 'The search takes too long (maxDuration). …'],
        ],
      },
    ],
  ],
  events: [
    'Many records',
    [
      '/-/events',
      'followChanges',
      'In which tiles records change, as server-sent events, for a minute',
      content('text/event-stream', text),
      { errors: [busy] },
    ],
  ],
  map: ['Map', ['/-/map', 'getMap', 'The map, a page for people', page, tagged]],
  'tiles.json': [
    'Map',
    [
      '/-/tiles.json',
      'getTileJson',
      'TileJSON 3.0.0: where the tiles are',
      json({ tilejson: text, tiles: arrayOf(text) }),
      tagged,
    ],
  ],
  tiles: [
    'Map',
    [
      '/-/tiles/{z}/{x}/{y}.mvt',
      'getTile',
      'A vector tile (Mapbox Vector Tile 2)',
      content('application/vnd.mapbox-vector-tile', {}),
      {
        ...tagged,
        parameters: [inPath('z', maxZoom), inPath('x', 2 ** maxZoom - 1), inPath('y', 2 ** maxZoom - 1)],
        errors: [routeNotFound, internalError, busy],
      },
    ],
  ],
  ogc: [
    'OGC API Features',
    ['/-/ogc', 'getLandingPage', 'The landing page', json({ title: text, links }), ogcDocument],
    [
      '/-/ogc/conformance',
      'getConformance',
      'What is implemented',
      json({ conformsTo: arrayOf(text) }),
      ogcDocument,
    ],
    [
      '/-/ogc/collections',
      'getCollections',
      'The collections',
      json({ links, collections: arrayOf({ type: 'object' }) }),
      ogcDocument,
    ],
    [
      '/-/ogc/collections/records',
      'getCollection',
      'The only collection',
      json({ id: text, links }),
      ogcDocument,
    ],
    [
      '/-/ogc/collections/records/items',
      'getItems',
      'The records, page by page or in a box',
      features,
      {
        parameters: [
          ...inQuery({
            bbox: queryParameters.bbox,
            datetime: [text, 'A time or an interval: all records match.'],
          }),
          ref('parameters', 'limit'),
          ...inQuery({ ...ogcFormat, cursor: queryParameters.cursor }),
        ],
        errors: [...wrongQuery, internalError, busy],
      },
    ],
    [
      '/-/ogc/collections/records/items/{id}',
      'getItem',
      'One record',
      content(geoJson, ref('schemas', 'Feature')),
      {
        parameters: [ref('parameters', 'id'), ...inQuery(ogcFormat)],
        errors: [...wrongQuery, identifierInvalid, resourceNotFound, internalError],
      },
    ],
  ],
  'openapi.json': [
    'Service',
    [
      '/-/openapi.json',
      'getOpenApi',
      'This document',
      json({ openapi: text, paths: { type: 'object' } }),
      tagged,
    ],
  ],
  docs: ['Service', ['/-/docs', 'getDocs', 'This document, as a page for people', page, tagged]],
  livez: [
    'Service',
    [
      '/-/livez',
      'isLive',
      'Whether the process responds',
      json({ status: oneOf('live') }),
      { role: 'anyone' },
    ],
  ],
  readyz: [
    'Service',
    [
      '/-/readyz',
      'isReady',
      'Whether the service is ready for requests',
      json({ status: oneOf('ready') }),
      { role: 'anyone', errors: [[503, 'Service unavailable: …']] },
    ],
  ],
  metrics: [
    'Service',
    ['/-/metrics', 'getMetrics', 'Metrics for Prometheus', content('text/plain', text), { role: 'admin' }],
  ],
};

const writeMany: Operation = {
  id: 'writeRecords',
  tag: 'Many records',
  summary: 'Write or delete many records',
  description:
    'Records are written one after the other. An error says how many are; the same request continues.',
  parameters: inQuery(bulkParameters),
  body: {
    required: true,
    description: `A file with records, of at most ${maxLength} bytes. Its content decides its format.`,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: {} }])),
  },
  found: {
    200: { description: 'The report.', content: content('application/json', ref('schemas', 'BulkReport')) },
  },
  errors: [
    [400, '…'],
    [413, 'The body is longer than 8 MiB: …'],
    [415, 'Content-type is wrong, …'],
    [500, 'Internal server error…'],
    busy,
  ],
  role: 'write',
};

/** The paths below `/-/` that the service has. */
export function besidePaths(described: Described): Json {
  const paths = described.sections.flatMap((section) => {
    const [tag, ...own] = routes[section];
    return own.map(([path, id, summary, found, { headers, isTagged, ...more } = {}]) => {
      const responses = {
        200: { description: 'What it says.', ...(headers && { headers }), content: found },
        ...(isTagged && { 304: { description: 'The client has the same content.' } }),
      };
      const get: Operation = { role: 'read', ...more, id, tag, summary, found: responses };
      const isWritten = section === 'records' && !described.readOnly;
      const post = isWritten && { post: operationObject(writeMany, described) };
      return [path, { get: operationObject(get, described), ...post }];
    });
  });
  return Object.fromEntries(paths);
}
