import type { TextFormat } from '@location-records/formats';
import { qualitiesIn } from '../accepted.ts';
import type { FoundPage } from './search.ts';

export interface Format {
  /** The value of the parameter `f`. */
  readonly name: TextFormat;
  /** The value of `Content-Type`. */
  readonly type: string;
  /** Another media type that clients ask for it with. */
  readonly formerType?: string;
  /** Whether a request without a limit gets all records of the query. */
  readonly isStreamed?: boolean;
  /** The body with a page; `next` is the reference of the next one. */
  readonly writePage: (page: FoundPage, next: string | undefined) => string | Promise<string>;
}

const geoJsonType = 'application/geo+json';

/** The formats, the preferred one first. `Accept` selects the first of those with the same type. */
export const formats: readonly [Format, ...Format[]] = [
  // GDAL reads GeoJSON with `Accept: text/plain, application/json`.
  { name: 'geojson', type: geoJsonType, formerType: 'text/plain', writePage: writeCollection },
  { name: 'json', type: 'application/json', writePage: writePairs },
  lines('ndjson', 'application/x-ndjson'),
  lines('geojsonseq', 'application/geo+json-seq'),
  // Some clients, such as Python's requests, read text without a charset as ISO-8859-1.
  lines('csv', 'text/csv; charset=utf-8'),
  lines('kml', 'application/vnd.google-earth.kml+xml'),
  lines('gpx', 'application/gpx+xml'),
  { ...lines('json-object', 'application/json'), isStreamed: false },
];

// The package of formats is loaded only when a client asks for one of its formats.

async function writeCollection(page: FoundPage, next: string | undefined): Promise<string> {
  return (await import('./text.ts')).writeCollection(page, next);
}

function lines(name: TextFormat, type: string): Format {
  const writePage = async (page: FoundPage) => (await import('./text.ts')).writeText(page, name);
  return { name, type, isStreamed: true, writePage };
}

/**
 * Returns the format with the highest quality in `Accept` (RFC 9110 section 12.5.1), and of several the first
 * of {@link formats}. A client that accepts none of them gets the first one, as section 12.4.1 permits: the
 * service itself ignores `Accept`.
 *
 * @param lines those of the field `Accept`.
 */
export function negotiateFormat(lines: readonly string[] | undefined): Format {
  const qualities = qualitiesIn(lines);
  let [preferred] = formats;
  let highest = 0;
  for (const format of formats) {
    const own = format.type.replace(/;.*/, '');
    // The most exact range counts.
    const ranges = [own, format.formerType ?? own, own.replace(/\/.*/, '/*'), '*/*'];
    const range = ranges.find((name) => qualities.has(name)) ?? '';
    const quality = qualities.get(range) ?? 0;
    if (quality > highest) [preferred, highest] = [format, quality];
  }
  return preferred;
}

/** The specification's list (SPEC section 2) of one page, with each Location in its canonical form (D35). */
function writePairs({ records }: FoundPage): string {
  const pairs = records.map(({ record: [id, { description, coordinates }] }) => {
    const { latitude, longitude } = coordinates;
    return JSON.stringify([id, { description, coordinates: { latitude, longitude } }]);
  });
  return `[${pairs.join()}]`;
}
