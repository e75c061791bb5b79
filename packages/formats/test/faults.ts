import type { TextFormat } from '../src/index.ts';

/** A fault of one record. */
export interface Fault {
  readonly title: string;
  /** Makes the fault in the text of a good record. */
  readonly make: (good: string) => string;
  readonly rule: string;
  readonly reason: string | RegExp;
  readonly suggestion?: string;
}

type Row = readonly [
  title: string,
  part: string,
  bad: string,
  rule: string,
  reason: string | RegExp,
  suggestion?: string,
];

function faultsFrom(rows: readonly Row[]): readonly Fault[] {
  return rows.map(([title, part, bad, rule, reason, suggestion]) => ({
    title,
    make: (good: string) => {
      const made = part === '' ? bad : good.replace(part, () => bad);
      if (made === good) throw new Error(`${title}: there is no ${part} in ${good}`);
      return made;
    },
    rule,
    reason,
    ...(suggestion !== undefined && { suggestion }),
  }));
}

const json = 'RFC 8259';
const ignore = "properties: 'ignore' leaves out what a record does not have";

/** Faults of a Feature such as {@link goodRecord} gives. */
export const featureFaults = faultsFrom([
  ['no colon', '"id":', '"id"', json, /^not JSON: ":" should be at byte \d+$/],
  ['no quote behind a name', '"id":', '"id:', json, /^not JSON: /],
  ['no quote behind the identifier', '","geometry"', ',"geometry"', json, /^not JSON: /],
  ['no comma', '},"properties"', '}"properties"', json, /^not JSON: "," or "}" should be at byte \d+$/],
  ['a comma too many', '}}', '},}', json, /^not JSON: a name in quotes should be at byte \d+$/],
  ['a bracket too few', '2]', '2', json, /^not JSON: "," or "]" should be at byte \d+$/],
  ['a bracket too many', '2]', '2]]', json, /^not JSON: "," or "}" should be at byte \d+$/],
  ['a word that is not one', '[1,2]', '[NaN,2]', json, /^not JSON: a value or "]" should be at byte \d+$/],
  ['a number that is not one', '[1,2]', '[01,2]', json, /^not JSON: /],
  ['an escape that is not one', '"a place"', '"a \\place"', json, /^not JSON: /],
  [
    'a tab in a text',
    '"a place"',
    '"a\tplace"',
    json,
    /^not JSON: an escape, not a control character, should be at byte \d+$/,
  ],
  ['null', '', 'null', 'RFC 7946 3.2', 'it is null, not a Feature'],
  ['an array', '', '[1,{"type":"Feature"}]', 'RFC 7946 3.2', 'it is an array, not a Feature'],
  ['no type', '"type":"Feature",', '', 'RFC 7946 3.2', '"type" is missing, not "Feature"'],
  [
    'a geometry alone',
    '',
    '{"type":"Point","coordinates":[1,2]}',
    'RFC 7946 3.2',
    '"type" is "Point", not "Feature"',
    'a record is a Feature with the geometry in it',
  ],
  [
    'no geometry',
    '"geometry":{"type":"Point","coordinates":[1,2]},',
    '',
    'RFC 7946 3.2',
    'the geometry is missing',
    'a record needs a Point',
  ],
  [
    'a geometry that is null',
    '{"type":"Point","coordinates":[1,2]}',
    'null',
    'RFC 7946 3.2',
    'the geometry is null',
    'a record needs a Point',
  ],
  [
    'a line',
    '"Point","coordinates":[1,2]',
    '"LineString","coordinates":[[1,2],[3,4]]',
    'RFC 7946 3.1.2',
    'the geometry is "LineString", not a Point',
    'use a point of it, such as its centroid',
  ],
  [
    'no coordinates',
    ',"coordinates":[1,2]',
    '',
    'RFC 7946 3.1.2',
    'the coordinates are missing, not an array',
  ],
  ['one number', '[1,2]', '[1]', 'RFC 7946 3.1.1', 'the coordinates have 1 element, not 2'],
  [
    'an altitude',
    '[1,2]',
    '[1,2,3]',
    'RFC 7946 3.1.1',
    'the coordinates have an altitude',
    'dropAltitude: true leaves it out',
  ],
  ['four numbers', '[1,2]', '[1,2,3,4]', 'RFC 7946 3.1.1', 'the coordinates have 4 elements, not 2'],
  [
    'numbers in quotes',
    '[1,2]',
    '["1","2"]',
    'SPEC 2',
    'the latitude is a string, not a number',
    'write 2 without quotes',
  ],
  ['a number that is null', '[1,2]', '[null,2]', 'SPEC 2', 'the longitude is null, not a number'],
  ['a number that is not finite', '[1,2]', '[1,1e999]', 'D31', 'the latitude is not finite'],
  ['no identifier', '"id":"bad",', '', 'RFC 7946 3.2', 'the identifier is missing: it has no "id"'],
  ['an empty identifier', '"bad"', '""', 'D8', 'the identifier is empty'],
  ['an identifier that is true', '"bad"', 'true', 'SPEC 2', 'the identifier is a boolean, not a string'],
  ['an identifier that is an object', '"bad"', '{}', 'SPEC 2', 'the identifier is an object, not a string'],
  [
    'an identifier with too many digits',
    '"bad"',
    '12345678901234567890',
    'D1',
    'the identifier is a number with too many digits',
    'write it in quotes',
  ],
  ['a lone surrogate in the identifier', '"bad"', '"\\ud800"', 'D1', 'lone surrogate in the identifier'],
  ['a description that is a number', '"a place"', '5', 'D27', 'the description is a number, not a string'],
  [
    'a lone surrogate in the description',
    '"a place"',
    '"\\udc00"',
    'D33',
    'lone surrogate in the description',
  ],
  [
    'a slip in a property',
    '"description"',
    '"descripton"',
    'D29',
    'unknown property "descripton"',
    'did you mean "description"?',
  ],
  ['an unknown property', '"description"', '"population"', 'D29', 'unknown property "population"', ignore],
  [
    'a distance',
    '"description"',
    '"distance"',
    'D29',
    'unknown property "distance"',
    "a query of /-/records with near adds it: properties: 'ignore' leaves it out",
  ],
  ['a slip in a member', '"properties"', '"propertys"', 'D29', 'unknown member "propertys"', ignore],
  ['an unknown member', '"id":', '"when":1,"id":', 'D29', 'unknown member "when"', ignore],
  [
    'properties that are a text',
    '{"description":"a place"}',
    '"a place"',
    'RFC 7946 3.2',
    '"properties" is a string, not an object',
  ],
  [
    'a coordinate system',
    '"id":',
    '"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"id":',
    'RFC 7946 4',
    'its "crs" is not WGS 84',
    'convert it with ogr2ogr -t_srs EPSG:4326',
  ],
]);

/** Faults of a Location and what is around it, in both forms of JSON. */
export const locationFaults = faultsFrom([
  ['no colon', '"coordinates":', '"coordinates"', json, /^not JSON: ":" should be at byte \d+$/],
  ['no quote behind a name', '"coordinates":', '"coordinates:', json, /^not JSON: /],
  ['no quote behind the identifier', '"bad"', '"bad', json, /^not JSON: /],
  ['no comma', '"a place",', '"a place"', json, /^not JSON: "," or "}" should be at byte \d+$/],
  ['a comma too many', '2}', '2,}', json, /^not JSON: a name in quotes should be at byte \d+$/],
  ['a bracket too few', '2}}', '2}', json, /^not JSON: /],
  ['a bracket in place of another', '2}}', '2]}', json, /^not JSON: "," or "}" should be at byte \d+$/],
  ['a word that is not one', ':1', ':NaN', json, /^not JSON: a value should be at byte \d+$/],
  ['a number that is not one', ':1', ':01', json, /^not JSON: /],
  ['a description that is true', '"a place"', 'true', 'D27', 'the description is a boolean, not a string'],
  [
    'a lone surrogate in the description',
    '"a place"',
    '"\\ud800"',
    'D33',
    'lone surrogate in the description',
  ],
  ['an empty identifier', '"bad"', '""', 'D8', 'the identifier is empty'],
  ['a lone surrogate in the identifier', '"bad"', '"\\udfff"', 'D1', 'lone surrogate in the identifier'],
  ['no latitude', '"latitude":1,', '', 'SPEC 2', 'the latitude is missing'],
  [
    'a latitude in quotes',
    ':1',
    ':"1"',
    'SPEC 2',
    'the latitude is a string, not a number',
    'write 1 without quotes',
  ],
  ['a longitude that is null', ':2', ':null', 'SPEC 2', 'the longitude is null, not a number'],
  ['a longitude that is not finite', ':2', ':-1e999', 'D31', 'the longitude is not finite'],
  [
    'coordinates that are an array',
    '{"latitude":1,"longitude":2}',
    '[1,2]',
    'SPEC 2',
    '"coordinates" is an array, not an object',
  ],
  ['no coordinates', ',"coordinates":{"latitude":1,"longitude":2}', '', 'SPEC 2', '"coordinates" is missing'],
  [
    'a Location that is null',
    '{"description":"a place","coordinates":{"latitude":1,"longitude":2}}',
    'null',
    'SPEC 2',
    'the Location is null, not an object',
  ],
  [
    'a slip in a member',
    '"description"',
    '"descripton"',
    'D29',
    'unknown member "descripton"',
    'did you mean "description"?',
  ],
  [
    'a slip in a coordinate',
    '"latitude"',
    '"lattitude"',
    'D29',
    'unknown member "lattitude"',
    'did you mean "latitude"?',
  ],
  [
    'an unknown member',
    '"coordinates"',
    '"altitude":5,"coordinates"',
    'D29',
    'unknown member "altitude"',
    ignore,
  ],
]);

/** Faults of a pair only. */
export const pairFaults = faultsFrom([
  ['an identifier that is a number', '"bad"', '5', 'SPEC 2', 'the identifier is a number, not a string'],
  [
    'one element',
    /* of a pair */ ',{"description":"a place","coordinates":{"latitude":1,"longitude":2}}',
    '',
    'SPEC 2',
    'it has 1 element, not 2',
    'a record is a pair of identifier and Location',
  ],
  [
    'three elements',
    '2}}',
    '2}},5',
    'SPEC 2',
    'it has 3 elements, not 2',
    'a record is a pair of identifier and Location',
  ],
  [
    'an object',
    '',
    '{"id":"bad"}',
    'SPEC 2',
    'it is an object, not a pair',
    'a record is a pair of identifier and Location',
  ],
]);

/** The faults that a record of a format may have. */
export function faultsOf(format: TextFormat): readonly Fault[] {
  if (format === 'json') return [...locationFaults, ...pairFaults];
  return format === 'json-object' ? locationFaults : featureFaults;
}

/** The text of a record without a fault, with the coordinates 1 and 2. */
export function goodRecord(format: TextFormat, id: string): string {
  const location = '{"description":"a place","coordinates":{"latitude":1,"longitude":2}}';
  if (format === 'json') return `["${id}",${location}]`;
  if (format === 'json-object') return `"${id}":${location}`;
  return `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"description":"a place"}}`;
}

/** A file of records, each with a line of its own from line 2 on. */
export function fileOf(format: TextFormat, records: readonly string[]): string {
  if (format === 'geojson') return `{"type":"FeatureCollection","features":[\n${records.join(',\n')}\n]}\n`;
  if (format === 'json') return `[\n${records.join(',\n')}\n]\n`;
  if (format === 'json-object') return `{\n${records.join(',\n')}\n}\n`;
  const separator = format === 'geojsonseq' ? '\x1e' : '';
  return `\n${records.map((record) => `${separator}${record}\n`).join('')}`;
}
