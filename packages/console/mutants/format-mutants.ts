import { deriveRequest } from '@location-records/core/adapter-kit';
import {
  around,
  type ConsoleMutant,
  changingFeatures,
  changingPages,
  changingQueries,
  changingResponses,
  changingTexts,
  problem,
} from './console-mutant.ts';

const [geoJson, json, lines] = ['application/geo+json', 'application/json', 'application/x-ndjson'];

/** A console that reads the field `Accept` as `change` makes it. */
function changingAccept(change: (line: string) => string | undefined): ConsoleMutant['create'] {
  return around((handle, request) => {
    const accept = request.headers.accept?.flatMap((line) => change(line) ?? []);
    return handle(deriveRequest(request, { headers: { ...request.headers, accept } }));
  });
}

/** Consoles whose records come in another form, or in another one than the client chose. */
export const formatMutants: readonly ConsoleMutant[] = [
  {
    id: 'geojson-as-json',
    breaks: 'sends GeoJSON as application/json',
    killedBy: 'areas-geojson',
    create: changingResponses((response) =>
      response.headers['Content-Type'] === geoJson
        ? { ...response, headers: { ...response.headers, 'Content-Type': json } }
        : response,
    ),
  },
  {
    id: 'coordinates-turned',
    breaks: 'gives latitude before longitude',
    killedBy: 'areas-geojson',
    create: changingFeatures((feature) => {
      const { type, coordinates } = feature.geometry;
      return { ...feature, geometry: { type, coordinates: coordinates.toReversed() } };
    }),
  },
  {
    id: 'identifier-among-the-properties',
    breaks: 'gives the identifier as a property',
    killedBy: 'areas-geojson',
    create: changingFeatures(({ id, properties, ...feature }) => {
      return { ...feature, properties: { ...properties, id } };
    }),
  },
  {
    id: 'absent-description-as-null',
    breaks: 'gives a description that is absent as null',
    killedBy: 'areas-geojson',
    create: changingFeatures(({ properties: { description = null, ...properties }, ...feature }) => {
      return { ...feature, properties: { ...properties, description } };
    }),
  },
  {
    id: 'empty-description-left-out',
    breaks: 'leaves out an empty description',
    killedBy: 'areas-geojson-texts',
    create: changingFeatures(({ properties: { description, ...properties }, ...feature }) => {
      return { ...feature, properties: description ? { ...properties, description } : properties };
    }),
  },
  {
    id: 'markup-escaped',
    breaks: 'gives < in a description as &lt;',
    killedBy: 'areas-geojson-texts',
    create: changingTexts(lines, (text) => text.replaceAll('<', '&lt;')),
  },
  {
    id: 'identifiers-encoded',
    breaks: 'gives identifiers percent-encoded',
    killedBy: 'areas-geojson-texts',
    create: changingFeatures(({ id, ...feature }) => ({ ...feature, id: encodeURIComponent(id) })),
  },
  {
    id: 'coordinates-rounded',
    breaks: 'gives coordinates with seven digits behind the point',
    killedBy: 'areas-geojson-numbers',
    create: changingFeatures((feature) => {
      const coordinates = feature.geometry.coordinates.map((number: number) => Number(number.toFixed(7)));
      return { ...feature, geometry: { type: 'Point', coordinates } };
    }),
  },
  {
    id: 'json-of-objects',
    breaks: 'gives JSON as objects with an id',
    killedBy: 'areas-json',
    create: changingTexts(json, (text) =>
      JSON.stringify(JSON.parse(text).map(([id, location]: [string, object]) => ({ id, ...location }))),
    ),
  },
  {
    id: 'json-near-by-identifier',
    breaks: 'gives pairs in the order of the identifiers',
    killedBy: 'areas-json-near',
    create: changingTexts(json, (text) =>
      JSON.stringify(JSON.parse(text).sort(([a]: [string], [b]: [string]) => (a < b ? -1 : 1))),
    ),
  },
  {
    id: 'json-without-link',
    breaks: 'has no field Link beside pairs',
    killedBy: 'areas-json-pages',
    create: changingResponses((response) => {
      const { Link: _, ...headers } = response.headers;
      return headers['Content-Type'] === json ? { ...response, headers } : response;
    }),
  },
  {
    id: 'lines-of-a-hundred',
    breaks: 'ends lines without a limit after a hundred',
    killedBy: 'areas-lines',
    create: changingQueries((query) =>
      query.includes('f=ndjson') && !query.includes('limit=') ? `${query}&limit=100` : query,
    ),
  },
  {
    id: 'last-line-without-end',
    breaks: 'leaves out the end of the last line',
    killedBy: 'areas-lines',
    create: changingTexts(lines, (text) => text.trimEnd()),
  },
  {
    id: 'lines-as-a-sequence',
    breaks: 'begins each line with a record separator',
    killedBy: 'areas-lines',
    create: changingTexts(lines, (text) => text.replaceAll(/^(?=\{)/gm, '\x1e')),
  },
  {
    id: 'lines-without-limit',
    breaks: 'ignores the limit of lines',
    killedBy: 'areas-lines-limit',
    create: changingQueries((query) =>
      query.includes('f=ndjson') ? query.replace(/limit=\d+&?/, '') : query,
    ),
  },
  {
    id: 'json-by-default',
    breaks: 'gives pairs to a client that names no format',
    killedBy: 'areas-accept-none',
    create: changingAccept((line) => (line.includes('*/*') ? json : line)),
  },
  {
    id: 'browsers-refused',
    breaks: 'responds with 406 to browsers',
    killedBy: 'areas-accept-none',
    create: around(async (handle, request) =>
      request.headers.accept?.[0]?.startsWith('text/html') ? problem(406, 'Not acceptable') : handle(request),
    ),
  },
  {
    id: 'accept-ignored',
    breaks: 'ignores Accept',
    killedBy: 'areas-accept',
    create: changingAccept(() => undefined),
  },
  {
    id: 'accept-as-a-whole',
    breaks: 'ignores an Accept with more than a type',
    killedBy: 'areas-accept',
    create: changingAccept((line) => (/[,;]/.test(line) ? undefined : line)),
  },
  {
    id: 'plain-text-refused',
    breaks: 'does not take plain text for GeoJSON',
    killedBy: 'areas-accept-plain',
    create: changingAccept((line) => line.replace(/text\/plain(?:, )?/, '') || undefined),
  },
  {
    id: 'quality-ignored',
    breaks: 'ignores the quality of a format',
    killedBy: 'areas-accept-quality',
    create: changingAccept((line) => line.replaceAll(/;\s*q=[\d.]+/g, '')),
  },
  {
    id: 'tables-not-accepted',
    breaks: 'knows CSV as the parameter f alone',
    killedBy: 'areas-accept-lines',
    create: changingAccept((line) => line.replace('text/csv', 'text/plain')),
  },
  {
    id: 'any-text-as-geojson',
    breaks: 'gives GeoJSON to a client that accepts any text',
    killedBy: 'areas-accept-lines',
    create: changingAccept((line) => line.replace('text/*', 'text/plain')),
  },
  {
    id: 'accept-before-parameter',
    breaks: 'prefers Accept to the parameter f',
    killedBy: 'areas-format',
    create: around((handle, request) => {
      const hasAccept = request.headers.accept !== undefined;
      const target = hasAccept ? request.target.replace(/&f=\w+/, '') : request.target;
      return handle(deriveRequest(request, { target }));
    }),
  },
  {
    id: 'errors-as-text',
    breaks: 'gives an error as text where the client does not accept JSON',
    killedBy: 'areas-error-format',
    create: changingResponses((response, { headers: { accept } }) =>
      response.status === 400 && accept
        ? { ...response, headers: { ...response.headers, 'Content-Type': 'text/plain' } }
        : response,
    ),
  },
  {
    id: 'features-without-properties',
    breaks: 'has null for the properties of a record without a description',
    killedBy: 'areas-geojson',
    create: changingPages((page) => ({
      ...page,
      features: page.features.map((feature) => ({
        ...feature,
        properties: Object.keys(feature.properties).length > 0 ? feature.properties : null,
      })),
    })),
  },
];
