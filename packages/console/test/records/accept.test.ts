import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { negotiateFormat } from '../../src/records/accept.ts';

describe('the format of a response', () => {
  it.each([
    ['geojson', ''],
    ['geojson', '*/*'],
    ['geojson', 'application/*'],
    ['geojson', 'application/geo+json'],
    ['json', 'application/json'],
    ['json', 'Application/JSON; charset=utf-8'],
    ['json', '  application/json  '],
    ['ndjson', 'application/x-ndjson'],
    ['geojsonseq', 'application/geo+json-seq'],
    ['csv', 'text/csv'],
    ['csv', 'text/csv; charset=utf-8; header=present'],
    ['csv', 'text/plain;q=0.5, text/csv'],
    ['csv', 'text/*, application/geo+json;q=0'],
    ['csv', 'application/json;q=0.9, text/*, text/plain;q=0.1, application/geo+json;q=0.1'],
    // What GDAL, axios and browsers send.
    ['geojson', 'text/plain, application/json'],
    ['json', 'text/plain;q=0.5, application/json'],
    ['json', 'text/plain, application/json, application/geo+json;q=0'],
    ['geojson', 'application/json, text/plain, */*'],
    ['geojson', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['json', 'application/json, */*;q=0.8'],
    ['json', 'application/geo+json;q=0.5, application/json;q=0.501'],
    ['geojson', 'application/geo+json;q=0.5, application/json;q=0.5'],
    ['json', 'application/*, application/geo+json;q=0'],
    ['json', '*/*;q=0.1, application/geo+json;q=0, application/x-ndjson;q=0.05'],
    ['ndjson', 'application/x-ndjson ; Q = 1.000, application/json;q=0.999'],
    ['json', 'application/geo+json;x="a,b;q=1";q=0.1, application/json;q=0.2'],
    ['json', 'application/geo+json;x="\\",";q=0.1, application/json;q=0.2'],
    // Malformed ranges are left out.
    ['json', 'application/geo+json;q=2, application/json;q=0.1'],
    ['json', 'application/geo+json;q=, nonsense, /, a/b/c, ;;, application/json;q=0.1'],
    // None of them is accepted.
    ['geojson', 'text/html'],
    ['geojson', 'application/geo+json;q=0'],
    ['csv', 'image/*;q=0.5, text/*'],
  ])('is %s for %j', (name, accept) => {
    expect(negotiateFormat([accept]).name).toBe(name);
  });

  it('is GeoJSON without the field', () => {
    expect(negotiateFormat(undefined).name).toBe('geojson');
    expect(negotiateFormat([]).name).toBe('geojson');
  });

  it('is that of all lines of the field', () => {
    expect(negotiateFormat(['application/geo+json;q=0.2', 'application/json;q=0.3']).name).toBe('json');
  });

  it('is one of the known ones for every text, long ones included', () => {
    const part = fc.constantFrom('application/json', '*/*', ',', ';', 'q=', '0.5', '"', '\\', ' ', '/', 'x');
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        expect(['geojson', 'json', 'ndjson']).toContain(negotiateFormat([parts.join('')]).name);
      }),
    );
    expect(negotiateFormat([`${'"\\'.repeat(20_000)},application/json`]).name).toBe('geojson');
    expect(negotiateFormat([`${'a/b;x=1,'.repeat(5000)}application/json`]).name).toBe('json');
  });
});
