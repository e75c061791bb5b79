import type { TextFormat } from '@location-records/formats';
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

/** The specification's list (SPEC section 2) of one page, with each Location in its canonical form (D35). */
function writePairs({ records }: FoundPage): string {
  const pairs = records.map(({ record: [id, { description, coordinates }] }) => {
    const { latitude, longitude } = coordinates;
    return JSON.stringify([id, { description, coordinates: { latitude, longitude } }]);
  });
  return `[${pairs.join()}]`;
}
