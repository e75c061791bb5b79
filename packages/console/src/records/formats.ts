import type { FoundPage, FoundRecord } from './search.ts';

/** A form in which records are sent. */
export interface Format {
  /** The value of the parameter `f`. */
  readonly name: 'geojson' | 'json' | 'ndjson';
  /** The media type. */
  readonly type: string;
  /** The body with a page; `next` is the reference of the next one. */
  readonly write: (page: FoundPage, next: string | undefined) => string;
}

const geoJsonType = 'application/geo+json';

/** A GeoJSON Feature on each line, also for streams. */
export const lines: Format = { name: 'ndjson', type: 'application/x-ndjson', write: writeLines };

/** The formats, the preferred one first. */
export const formats: readonly [Format, ...Format[]] = [
  { name: 'geojson', type: geoJsonType, write: writeGeoJson },
  { name: 'json', type: 'application/json', write: writePairs },
  lines,
];

/** A FeatureCollection (RFC 7946) with the members `numberReturned` and `links` of OGC API Features. */
function writeGeoJson({ records, limitedBy }: FoundPage, next: string | undefined): string {
  const links = next === undefined ? [] : [{ rel: 'next', type: geoJsonType, href: next }];
  const rest = JSON.stringify({ numberReturned: records.length, limitedBy, links });
  return `{"type":"FeatureCollection","features":[${records.map(writeFeature).join()}],${rest.slice(1)}`;
}

/** The specification's list (SPEC section 2) of one page, with each Location in its canonical form (D35). */
function writePairs({ records }: FoundPage): string {
  const pairs = records.map(({ record: [id, { description, coordinates }] }) => {
    const { latitude, longitude } = coordinates;
    return JSON.stringify([id, { description, coordinates: { latitude, longitude } }]);
  });
  return `[${pairs.join()}]`;
}

/** The records of a page as lines. */
export function writeLines({ records }: Pick<FoundPage, 'records'>): string {
  return records.map((found) => `${writeFeature(found)}\n`).join('');
}

function writeFeature({ record: [id, { description, coordinates }], distance }: FoundRecord): string {
  const geometry = { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] };
  return JSON.stringify({ type: 'Feature', id, geometry, properties: { description, distance } });
}
