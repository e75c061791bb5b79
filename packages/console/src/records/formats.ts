import type { RecordCollection, RecordFeature, RecordLink } from './geo-json.ts';
import type { FoundPage, FoundRecord } from './search.ts';

/** A form in which records are sent. */
export interface Format {
  /** The value of the parameter `f`. */
  readonly name: 'geojson' | 'json' | 'ndjson';
  /** The media type. */
  readonly type: string;
  /** A type under which clients ask for it as well. */
  readonly formerType?: string;
  /** The body with a page; `next` is the reference of the next one. */
  readonly write: (page: FoundPage, next: string | undefined) => string;
}

const geoJsonType = 'application/geo+json';

/** A GeoJSON Feature on each line, also for streams. */
export const lines: Format = { name: 'ndjson', type: 'application/x-ndjson', write: writeLines };

/** The formats, the preferred one first. */
export const formats: readonly [Format, ...Format[]] = [
  // GDAL reads GeoJSON with `Accept: text/plain, application/json`.
  { name: 'geojson', type: geoJsonType, formerType: 'text/plain', write: writeGeoJson },
  { name: 'json', type: 'application/json', write: writePairs },
  lines,
];

/** A {@link RecordCollection}, feature by feature: the whole of it as objects would be large. */
function writeGeoJson({ records, limitedBy }: FoundPage, next: string | undefined): string {
  const links: readonly RecordLink[] =
    next === undefined ? [] : [{ rel: 'next', type: geoJsonType, href: next }];
  const rest: Omit<RecordCollection, 'type' | 'features'> = {
    numberReturned: records.length,
    limitedBy,
    links,
  };
  const features = records.map(writeFeature).join();
  return `{"type":"FeatureCollection","features":[${features}],${JSON.stringify(rest).slice(1)}`;
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
  const feature: RecordFeature = {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] },
    properties: { description, distance },
  };
  return JSON.stringify(feature);
}
