import { describe, expect, it } from 'vitest';
import {
  createApi,
  errorMessage,
  joinPages,
  type LocationRecord,
  type Outcome,
  type RecordsPage,
  recordsUrl,
} from '../src/api.ts';

function makePage(ids: readonly string[], hasMore = false): Outcome<RecordsPage> {
  const records = ids.map((id): LocationRecord => ({ id, coordinates: { latitude: 0, longitude: 0 } }));
  return { kind: 'done', value: { records, hasMore } };
}

function idsOf(page: Outcome<RecordsPage>) {
  return page.kind === 'done' && { ids: page.value.records.map(({ id }) => id), hasMore: page.value.hasMore };
}

it('a list asks a busy service again, and a write does not', async () => {
  const asked: string[] = [];
  const busy = { status: 503, headers: { 'Retry-After': '0' } };
  const api = createApi(new URL('http://localhost/'), async (_url, { method = 'GET' } = {}) => {
    asked.push(method);
    if (asked.length % 2 === 1) return Response.json({ error_message: 'Service unavailable' }, busy);
    return Response.json({ features: [] });
  });
  expect(await api.list(undefined, 10)).toEqual({ kind: 'done', value: { records: [], hasMore: false } });
  expect(await api.delete('a')).toEqual({ kind: 'unknown', message: 'Service unavailable' });
  expect(asked).toEqual(['GET', 'GET', 'DELETE']);
});

it('a list of a service that stays busy fails with the words of the service', async () => {
  let asked = 0;
  const busy = { status: 503, headers: { 'Retry-After': '0' } };
  const api = createApi(new URL('http://localhost/'), async () => {
    asked++;
    return Response.json({ error_message: 'Service unavailable' }, busy);
  });
  expect(await api.list(undefined, 10)).toEqual({ kind: 'unknown', message: 'Service unavailable' });
  expect(asked).toBe(6);
});

describe('joinPages', () => {
  it('joined pages have each record once', () => {
    const joined = joinPages([makePage(['a', 'b']), makePage(['b', 'c'])], 10);
    expect(idsOf(joined)).toEqual({ ids: ['a', 'b', 'c'], hasMore: false });
  });

  it('joined pages have more if a page has, or beyond the limit', () => {
    expect(idsOf(joinPages([makePage(['a']), makePage(['b'], true)], 10))).toMatchObject({ hasMore: true });
    expect(idsOf(joinPages([makePage(['a']), makePage(['b'])], 1))).toEqual({ ids: ['a'], hasMore: true });
  });

  it('joined pages are the first that failed', () => {
    const failed = { kind: 'unknown', message: 'The service cannot be reached.' } as const;
    expect(joinPages([makePage(['a']), failed], 10)).toBe(failed);
  });
});

describe('recordsUrl', () => {
  it('the URL of a box has numbers that the service reads back', () => {
    const box = { west: -1e-9, south: -Number.MAX_VALUE, east: 1, north: 1e21 };
    const url = recordsUrl(new URL('http://localhost/base/'), box, { limit: 'all' });
    expect(url.pathname).toBe('/base/-/records');
    expect(url.searchParams.get('bbox')?.split(',').map(Number)).toEqual(Object.values(box));
    expect(url.search).not.toContain('+');
  });
});

describe('errorMessage', () => {
  it('says what to do without a token, and that a token is not enough', () => {
    expect(errorMessage(401, '{"error_message":"Unauthorized"}')).toMatch(/^The service no longer accepts/);
    expect(errorMessage(403, '{"error_message":"Forbidden"}')).toBe('Your token does not allow this.');
    expect(errorMessage(403, '{"error_message":"Forbidden: a page"}')).toBe('Forbidden: a page');
  });

  it('an error has the words of the API', () => {
    expect(errorMessage(400, '{"error_message":"No."}')).toBe('No.');
  });

  it.each(['', '<html>', 'null', '[]', '{"error_message":1}'])(
    'an error without words has its status: %j',
    (text) => {
      expect(errorMessage(502, text)).toBe('The service responded with status 502.');
    },
  );
});
