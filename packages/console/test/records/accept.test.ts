import { expect, it } from 'vitest';
import { negotiateFormat } from '../../src/records/accept.ts';

it.each([
  ['geojson', ''],
  ['json', '  Application/JSON; charset=utf-8  '],
  ['csv', 'text/csv; charset=utf-8; header=present'],
  ['csv', 'text/*, application/geo+json;q=0'],
  ['csv', 'application/json;q=0.9, text/*, text/plain;q=0.1, application/geo+json;q=0.1'],
  // What axios and browsers send.
  ['geojson', 'application/json, text/plain, */*'],
  ['geojson', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['json', 'application/json, */*;q=0.8'],
  ['json', 'application/geo+json;q=0.5, application/json;q=0.501'],
  ['json', 'application/*, application/geo+json;q=0'],
  ['json', '*/*;q=0.1, application/geo+json;q=0, application/x-ndjson;q=0.05'],
  ['ndjson', 'application/x-ndjson ; Q = 1.000, application/json;q=0.999'],
  ['json', 'application/geo+json;x="a,b;q=1";q=0.1, application/json;q=0.2'],
  // Malformed ranges are left out.
  ['json', 'application/geo+json;q=2, application/json;q=0.1'],
  ['json', 'application/geo+json;q=, nonsense, /, a/b/c, ;;, application/json;q=0.1'],
  // None of them is accepted.
  ['geojson', 'text/html'],
  ['geojson', 'application/geo+json;q=0'],
])('the format is %s for Accept: %s', (name, accept) => {
  expect(negotiateFormat([accept]).name).toBe(name);
});

it('the format is that of all lines of Accept', () => {
  expect(negotiateFormat(['application/geo+json;q=0.2', 'application/json;q=0.3']).name).toBe('json');
});

it('a long and malformed Accept is read in linear time', () => {
  expect(negotiateFormat([`${'"\\'.repeat(20_000)},application/json`]).name).toBe('geojson');
  expect(negotiateFormat([`${'a/b;x=1,'.repeat(5000)}application/json`]).name).toBe('json');
});
