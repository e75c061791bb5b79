import {
  type ConsoleMutant,
  changingFeatures,
  changingQueries,
  changingResponses,
  changingTexts,
  problem,
} from './console-mutant.ts';

const [csv, json, sequence] = ['text/csv; charset=utf-8', 'application/json', 'application/geo+json-seq'];

/** Consoles whose lines, tables or responses with all records are wrong. */
export const streamMutants: readonly ConsoleMutant[] = [
  {
    id: 'sequence-without-separators',
    breaks: 'leaves out the record separators of a GeoJSON text sequence',
    killedBy: 'areas-sequence',
    create: changingTexts(sequence, (text) => text.replaceAll('\x1e', '')),
  },
  {
    id: 'csv-without-charset',
    breaks: 'sends CSV without its charset, which some clients take for ISO-8859-1',
    killedBy: 'areas-csv',
    create: changingResponses((response) =>
      response.headers['Content-Type'] === csv
        ? { ...response, headers: { ...response.headers, 'Content-Type': 'text/csv' } }
        : response,
    ),
  },
  {
    id: 'csv-without-header',
    breaks: 'leaves out the header line of CSV',
    killedBy: 'areas-csv',
    create: changingTexts(csv, (text) => text.slice(text.indexOf('\n') + 1)),
  },
  {
    id: 'csv-longitude-first',
    breaks: 'has the longitude before the latitude in CSV',
    killedBy: 'areas-csv',
    create: changingTexts(csv, (text) => text.replaceAll(/([^,\n]*),([^,\n]*)\r\n/g, '$2,$1\r\n')),
  },
  {
    id: 'csv-absent-as-empty',
    breaks: 'has the same field of CSV for an absent description and an empty one',
    killedBy: 'areas-csv',
    create: changingTexts(csv, (text) => text.replaceAll(',"",', ',,')),
  },
  {
    id: 'csv-in-one-line',
    breaks: 'has a space for a line end in a description in CSV',
    killedBy: 'areas-csv',
    create: changingTexts(csv, (text) =>
      text.replaceAll(/"(?:[^"]|"")*"/g, (field) => field.replaceAll('\r\n', ' ')),
    ),
  },
  {
    id: 'csv-with-backslashes',
    breaks: 'has backslashes before quotes in CSV',
    killedBy: 'areas-csv',
    create: changingTexts(csv, (text) =>
      text.replaceAll(/"((?:[^"]|"")*)"/g, (_, field) => `"${field.replaceAll('""', '\\"')}"`),
    ),
  },
  {
    id: 'object-of-pairs',
    breaks: 'gives pairs where an object is asked for',
    killedBy: 'areas-json-object',
    create: changingTexts(json, (text, { target }) =>
      target.includes('f=json-object') ? JSON.stringify(Object.entries(JSON.parse(text))) : text,
    ),
  },
  {
    id: 'csv-without-link',
    breaks: 'has no field Link beside CSV',
    killedBy: 'areas-lines-pages',
    create: changingResponses((response) => {
      const { Link: _, ...headers } = response.headers;
      return headers['Content-Type'] === csv ? { ...response, headers } : response;
    }),
  },
  {
    id: 'all-refused',
    breaks: 'refuses limit=all',
    killedBy: 'areas-limit-all',
    create: changingResponses((response, { target }) =>
      target.includes('limit=all') ? problem(400, 'The parameter "limit" must be a number.') : response,
    ),
  },
  {
    id: 'all-of-a-page',
    breaks: 'gives a page of GeoJSON for limit=all',
    killedBy: 'areas-limit-all',
    create: changingQueries((query) =>
      query.includes('f=geojson') ? query.replace('limit=all', 'limit=100') : query,
    ),
  },
  {
    id: 'tables-of-a-hundred',
    breaks: 'ends CSV without a limit after a hundred records',
    killedBy: 'areas-limit-all',
    create: changingQueries((query) =>
      query.includes('f=csv') && !query.includes('limit=') ? `${query}&limit=100` : query,
    ),
  },
  {
    id: 'all-on-the-globe',
    breaks: 'leaves out records beyond the globe where all are asked for',
    killedBy: 'areas-limit-all-records',
    create: changingQueries((query) => (/bbox|near/.test(query) ? query : `${query}&bbox=-180,-90,180,90`)),
  },
  {
    id: 'all-without-distance',
    breaks: 'has no distance where all records within a radius are asked for',
    killedBy: 'areas-limit-all-distance',
    create: (options) => {
      const page = changingQueries((query) => query)(options);
      const bare = changingFeatures(({ properties: { distance: _, ...properties }, ...feature }) => {
        return { ...feature, properties };
      })(options);
      return (request) => (request.target.includes('limit=all') ? bare(request) : page(request));
    },
  },
  {
    id: 'cursor-ignored',
    breaks: 'ignores a cursor beside limit=all',
    killedBy: 'areas-limit-all-cursor',
    create: changingQueries((query) =>
      query.includes('limit=all') ? query.replace(/&cursor=.*/, '') : query,
    ),
  },
  {
    id: 'all-nearest',
    breaks: 'gives a page where all of the nearest at any distance are asked for',
    killedBy: 'areas-limit-all-nearest',
    create: changingQueries((query) =>
      query.includes('near=') && !query.includes('radius=') ? query.replace(/&?limit=all&?/, '') : query,
    ),
  },
];
