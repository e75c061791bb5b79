import { expectEqual } from '../../contract-error.ts';
import { areaCase, expectFormat, type Format, getAs, mediaTypes } from '../areas.ts';
import { expectErrorObject } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';

/** Cases only ask for what is at this point, since they are about the format. */
const point = 'bbox=-122.5,-47.5,-122.5,-47.5';

/** Each value of `Accept`, alone and with `f=`, leads to a format. */
function negotiationCase(
  id: string,
  title: string,
  expected: readonly (readonly [accept: string, format: Format, parameter?: string])[],
): HttpCase {
  return areaCase(id, title, async (service) => {
    for (const [accept, format, parameter] of expected) {
      const query = parameter === undefined ? `${point}&limit=1` : `${point}&limit=1&f=${parameter}`;
      expectFormat(await getAs(service, query, accept), format);
    }
  });
}

/** How a client chooses a format: by the parameter `f`, or by `Accept` (RFC 9110 section 12.5.1). */
export const areaNegotiation: readonly HttpCase[] = [
  negotiationCase('areas-accept-none', 'A client that names no format gets GeoJSON.', [
    ['', 'geojson'],
    ['*/*', 'geojson'],
    ['application/*', 'geojson'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'geojson'],
  ]),
  negotiationCase('areas-accept', 'A client gets the format that it accepts.', [
    ['application/geo+json', 'geojson'],
    ['application/json', 'json'],
    ['application/x-ndjson', 'ndjson'],
    ['APPLICATION/JSON', 'json'],
    ['application/json;charset=utf-8', 'json'],
    ['text/html, application/json', 'json'],
  ]),
  negotiationCase('areas-accept-plain', 'A client that reads GeoJSON as plain text gets it, as GDAL does.', [
    ['text/plain, application/json', 'geojson'],
    ['text/plain', 'geojson'],
  ]),
  negotiationCase(
    'areas-accept-quality',
    'A client that accepts several formats gets the one with the highest quality.',
    [
      ['application/json;q=0.5, application/geo+json', 'geojson'],
      ['application/geo+json;q=0.5, application/json', 'json'],
      ['application/geo+json; q=0.1, application/json; q=0.2, application/x-ndjson; q=0.9', 'ndjson'],
      ['application/json;q=0.9, */*;q=0.1', 'json'],
      ['application/geo+json;q=0, application/json;q=0.001', 'json'],
    ],
  ),
  negotiationCase('areas-format', 'The parameter f wins over Accept.', [
    ['application/json', 'geojson', 'geojson'],
    ['application/geo+json', 'json', 'json'],
    ['application/json', 'ndjson', 'ndjson'],
    ['', 'json', 'json'],
    ['*/*', 'ndjson', 'ndjson'],
  ]),
  negotiationCase('areas-accept-lines', 'A client gets the lines or the table that it accepts.', [
    ['application/geo+json-seq', 'geojsonseq'],
    ['text/csv', 'csv'],
    ['text/csv;charset=utf-8', 'csv'],
    ['text/csv, application/json;q=0.5', 'csv'],
    ['text/*', 'csv'],
    ['application/json', 'csv', 'csv'],
    ['text/csv', 'json-object', 'json-object'],
  ]),
  areaCase('areas-error-format', 'An error is an Error object in every format.', async (service) => {
    for (const [query, accept] of [
      ['bbox=1&f=ndjson', ''],
      ['bbox=1', mediaTypes.geojson],
      ['bbox=1', mediaTypes.ndjson],
      ['f=xml', 'text/html'],
    ] as const) {
      const response = await getAs(service, query, accept);
      expectEqual('status', response.status, 400);
      expectErrorObject(response, 'D48');
    }
  }),
];
