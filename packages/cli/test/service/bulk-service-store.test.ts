import type { RequestListener } from 'node:http';
import { contentOf, makeRecord, makeRecords, oddIds } from '@location-records/workspace/tests';
import { describe, expect, test } from 'vitest';
import { RecordRefusedError } from '../../src/errors.ts';
import { canImport, openBulkServiceStore } from '../../src/service/bulk-service-store.ts';
import { openServiceStore, reachService } from '../../src/service/service-store.ts';
import { bulkServiceListener, serveOnce, serviceListener, silent } from '../servers.ts';

const [id, location] = makeRecord(1);
const { signal } = new AbortController();

async function storeOver(listener: RequestListener, timeout = 60_000) {
  return openBulkServiceStore({ url: await serveOnce(listener), timeout });
}

/** A store over a service, and the length of the body of each of its requests. */
async function observed() {
  const lengths: number[] = [];
  const listener = bulkServiceListener({ bodyLimit: 2 ** 26 });
  const store = await storeOver((request, response) => {
    lengths.push(Number(request.headers['content-length'] ?? 0));
    listener(request, response);
  });
  return { store, lengths };
}

test.each([
  [true, 'a service with POST /-/records', bulkServiceListener()],
  [false, 'a service without it', serviceListener()],
  [false, 'a server that responds to everything with 404', (_, response) => response.writeHead(404).end()],
] as const satisfies [boolean, string, RequestListener][])(
  'many records with one request: %s for %s',
  async (takesMany, _, listener) => {
    const url = await serveOnce(listener);
    expect(await reachService({ url, timeout: 60_000 }, signal)).toEqual({ takesMany });
  },
);

test('only a store that writes many at once compares records itself', async () => {
  const url = await serveOnce(silent);
  expect(canImport(openBulkServiceStore({ url, timeout: 1000 }))).toBe(true);
  expect(canImport(openServiceStore({ url, timeout: 1000 }))).toBe(false);
});

describe('writes', () => {
  test('are sent again when the service is busy with those of others', async () => {
    const listener = bulkServiceListener();
    let isBusy = true;
    const store = await storeOver((request, response) => {
      if (!isBusy) return listener(request, response);
      isBusy = false;
      response.writeHead(503, { 'Retry-After': '1' }).end('{"error_message":"Service unavailable"}');
    });
    await store.put(id, location);
    expect(await store.get(id)).toEqual(location);
  });

  test('of one turn go with one request', async () => {
    const { store, lengths } = await observed();
    const records = makeRecords(300);
    await Promise.all(records.map((record) => store.put(...record)));
    expect(lengths).toHaveLength(1);
    expect(await contentOf(store)).toEqual(new Map(records));
  });

  test('go in pieces of at most 1 MiB, and a longer record alone', async () => {
    const { store, lengths } = await observed();
    const sizes = [100_000, 2_000_000, ...Array.from({ length: 20 }, () => 100_000)];
    const records = sizes.map(
      (size, index) => [`r${index}`, { ...location, description: 'x'.repeat(size) }] as const,
    );
    await Promise.all(records.map((record) => store.put(...record)));
    const long = lengths.filter((length) => length > 2 ** 20);
    expect(long).toEqual([expect.closeTo(2_000_000, -3)]);
    expect(lengths).toHaveLength(4);
    expect(await contentOf(store)).toEqual(new Map(records));
  });

  test('keep the oddest identifiers', async () => {
    const { store } = await observed();
    const records = new Map(oddIds.map((each, number) => [each, makeRecord(number)[1]]));
    await Promise.all([...records].map((record) => store.put(...record)));
    expect(await contentOf(store)).toEqual(records);
  });

  test.each(['.', '..'])('of the identifier %s are refused', async (step) => {
    const { store, lengths } = await observed();
    await expect(store.put(step, location)).rejects.toThrow(RecordRefusedError);
    expect(lengths).toEqual([]);
  });

  test('that the service refuses reject with its reason, and the others are done', async () => {
    const store = await storeOver(bulkServiceListener({ bodyLimit: 100 }));
    const long = store.put('long', { ...location, description: 'x'.repeat(200) });
    const short = store.put('short', location);
    await expect(long).rejects.toThrow(RecordRefusedError);
    await expect(long).rejects.toThrow(
      'The service refused it: Provided JSON is not valid: not JSON, cut at 100',
    );
    await short;
    expect(await contentOf(store)).toEqual(new Map([['short', location]]));
  });

  test.each<[status: number, body: string, code: string, message: RegExp]>([
    [
      503,
      '{"error_message":"Service unavailable"}',
      'STORE_UNAVAILABLE',
      / responded with 503, "Service unavailable"/,
    ],
    [500, '', 'STORE_UNAVAILABLE', / responded with 500\.$/],
    [
      403,
      '{"error_message":"Forbidden"}',
      'STORE_UNSUITABLE',
      / refuses access with 403, "Forbidden"; see --header\.$/,
    ],
    [404, '', 'STORE_UNSUITABLE', / responded with 404\.$/],
    [
      400,
      '{"error_message":"Unknown parameter"}',
      'STORE_UNSUITABLE',
      / responded with 400, "Unknown parameter"\.$/,
    ],
    [200, '<h1>Log in</h1>', 'STORE_UNSUITABLE', /its response to POST \/-\/records is no report\.$/],
    [200, '{"outcomes":[]}', 'STORE_UNSUITABLE', /its response to POST \/-\/records is no report\.$/],
  ])('reject after a response %d %s', async (status, body, code, message) => {
    const type = { 'content-type': 'application/json' };
    const store = await storeOver((_, response) => response.writeHead(status, type).end(body));
    const writes = await Promise.allSettled([store.put('a', location), store.put('b', location)]);
    for (const write of writes) {
      expect(write).toMatchObject({ reason: { code, message: expect.stringMatching(message) } });
    }
  });

  test('reject when the service does not respond', async () => {
    const store = await storeOver(silent, 20);
    await expect(store.put(id, location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('are done before the store is closed', async () => {
    const { store, lengths } = await observed();
    const writes = makeRecords(3).map((record) => store.put(...record));
    await store.close();
    expect(lengths).toHaveLength(1);
    await Promise.all(writes);
    await expect(store.put(id, location)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });
});

test('an import of a record tells its outcome and the content before', async () => {
  const { store } = await observed();
  const other = makeRecord(2)[1];
  expect(await store.importRecord(id, location, 'compare')).toMatchObject({ outcome: 'created' });
  expect(await store.importRecord(id, location, 'skip')).toMatchObject({ outcome: 'created' });
  expect(await store.importRecord(id, location, 'replace')).toMatchObject({ outcome: 'unchanged' });
  for (const action of ['compare', 'skip'] as const) {
    const outcome = { outcome: 'skipped', previous: location };
    expect(await store.importRecord(id, other, action)).toMatchObject(outcome);
  }
  const replaced = { outcome: 'replaced', previous: location };
  expect(await store.importRecord(id, other, 'replace')).toMatchObject(replaced);
  expect(await store.get(id)).toEqual(other);
});
