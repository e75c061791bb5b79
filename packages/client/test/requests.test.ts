import { getEventListeners } from 'node:events';
import { type Client, ClientError, createClient } from '@location-records/client';
import { createFake } from '@location-records/testing';
import { contentOf, makeRecord, makeRecords, oddIds } from '@location-records/workspace/tests';
import { describe, expect, it, vi } from 'vitest';

const [id, location] = makeRecord(1);
const baseUrl = 'http://places.test/v1';

/** A client of a fake. Its pauses are as short as they can be. */
function clientOf(fake: ReturnType<typeof createFake>, options = {}) {
  return createClient({ url: baseUrl, fetch: fake.fetch, ...options });
}

/** A client of one response for everything, and the requests that it has sent. */
function responding(status: number, body: string | null = null, headers: Record<string, string> = {}) {
  const sent: (RequestInit & { url: string })[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, ...init });
    return new Response(body, { status, headers });
  };
  return { client: createClient({ url: 'https://places.test/', fetch, token: 't0k', retries: 0 }), sent };
}

function errorOf(promise: Promise<unknown>): Promise<ClientError> {
  return promise.then(
    () => expect.unreachable(),
    (error) => error,
  );
}

describe('a request', () => {
  it('is about any identifier, even the oddest', async () => {
    const fake = createFake({ baseUrl, bodyLimit: 2 ** 26 });
    const client = clientOf(fake);
    const ids = [...oddIds, ...'%_*?!\'();:@&=+$,#[]{}|\\^`<>"~-', '%2e', '...', '.a', 'a/../b', '?x', '//'];
    for (const each of ids) await client.put(each, location);
    expect([...(await contentOf(client)).keys()]).toEqual([...new Set(ids)]);
    for (const each of ids) expect(await client.get(each)).toEqual(location);
  });

  it.each(['', '.', '..', '\ud800', 'a\udc00', 1, undefined])(
    'is not sent about the identifier %j',
    async (wrong) => {
      const { client, sent } = responding(200);
      const calls = [
        () => client.get(wrong as string),
        () => client.getWithTag(wrong as string),
        () => client.put(wrong as string, location),
        () => client.replace(wrong as string, location),
        () => client.delete(wrong as string),
      ];
      for (const call of calls) {
        expect(await errorOf(call())).toMatchObject({ code: 'INVALID_ARGUMENT', argument: 'id' });
      }
      expect(sent).toEqual([]);
    },
  );

  it('carries the token and the fields of the caller, and follows no redirect', async () => {
    const sent: RequestInit[] = [];
    const fetch = async (_: string, init: RequestInit) => {
      sent.push(init);
      return new Response(null, { status: 302, headers: { Location: 'https://evil.test/' } });
    };
    const client = createClient({ url: 'https://a.test', fetch, token: 't0k', headers: { 'X-Trace': '7' } });
    const error = await errorOf(client.delete(id));
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE', status: 302 });
    expect(sent).toMatchObject([{ method: 'DELETE', redirect: 'manual' }]);
    expect([...new Headers(sent[0]?.headers)]).toEqual([
      ['authorization', 'Bearer t0k'],
      ['x-trace', '7'],
    ]);
  });

  it('of a read has no field that makes a browser ask for leave first', async () => {
    const sent: RequestInit[] = [];
    const fetch = async (_: string, init: RequestInit) => {
      sent.push(init);
      return Response.json({ coordinates: { latitude: 1, longitude: 2 } });
    };
    await createClient({ url: 'https://a.test', fetch }).get(id);
    expect(sent).toMatchObject([{ method: 'GET' }]);
    expect([...new Headers(sent[0]?.headers)]).toEqual([]);
  });
});

describe('an error', () => {
  it.each([
    [401, 'REQUEST_REFUSED'],
    [403, 'REQUEST_REFUSED'],
    [404, 'REQUEST_REFUSED'],
    [412, 'PRECONDITION_FAILED'],
    [413, 'REQUEST_REFUSED'],
    [429, 'STORE_UNAVAILABLE'],
    [500, 'STORE_UNAVAILABLE'],
    [201, 'STORE_UNSUITABLE'],
    [307, 'STORE_UNSUITABLE'],
  ])(
    'about the status %i has the code %s, the request, the status, the fields and the body',
    async (status, code) => {
      const body = '{"error_message":"No."}';
      const { client } = responding(status, body, { ETag: '"a"' });
      const path = `/${encodeURIComponent(id)}`;
      const calls = [
        ['GET', path, () => client.get(id)],
        ['POST', path, () => client.put(id, location)],
        ['PUT', path, () => client.replace(id, location)],
        ['DELETE', path, () => client.delete(id)],
        ['GET', '/', () => contentOf(client)],
        ['GET', '/-/records?', () => client.pages({}).next()],
      ] as const;
      for (const [method, target, call] of calls) {
        const error = await errorOf(call());
        expect(error).toBeInstanceOf(ClientError);
        const url = `https://places.test${target}`;
        expect(error).toMatchObject({ code, status, body, request: { method, url } });
        expect(error.message).toBe(`${method} ${url}: ${status} ${body}`);
        expect(error.headers?.get('ETag')).toBe('"a"');
      }
    },
  );

  it('shows what is hostile on one line', async () => {
    const { client } = responding(500, `\u001b[2J\n\u202e${'x'.repeat(5000)}`);
    const { message } = await errorOf(client.get(id));
    expect(message).toMatch(/^GET https:\S+: 500 [ -~]{150,200}$/);
  });

  it.each([
    ['a body after a write', '<h1>Log in</h1>'],
    ['a record without coordinates', '{"description":"a"}'],
  ])('tells that %s is none of a service', async (_, body) => {
    const { client } = responding(200, body);
    for (const call of [client.put(id, location), client.get(id)]) {
      expect(await errorOf(call)).toMatchObject({ code: 'STORE_UNSUITABLE', status: 200 });
    }
  });

  it('about a connection has its cause', async () => {
    const cause = new TypeError('fetch failed');
    const client = createClient({ url: 'http://a.test', fetch: () => Promise.reject(cause), retries: 0 });
    const error = await errorOf(client.get('a'));
    expect(error).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      cause,
      message: 'GET http://a.test/a: fetch failed',
    });
    expect(error.status).toBe(undefined);
  });

  it('about options never shows a password', () => {
    const create = () => createClient({ url: 'https://me:secret@a.test' });
    expect(create).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', argument: 'url' }));
    expect(create).not.toThrow(/secret/);
  });
});

it('null as a description, and -0, are read as the service means them', async () => {
  const { client } = responding(200, '{"description":null,"coordinates":{"latitude":-0,"longitude":2}}');
  expect(await client.get(id)).toEqual({ coordinates: { latitude: 0, longitude: 2 } });
});

describe('against faults,', () => {
  const records = Object.fromEntries(makeRecords(3));

  it.each([
    ['reset', 'GET /v1/id broken'],
    ['lost', 'GET /v1/id broken'],
    ['torn', 'GET /v1/id 200 broken'],
    ['status', 'GET /v1/id 503'],
  ] as const)('a read after a fault %s is sent again, up to three times', async (fault, line) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const fake = createFake({ baseUrl, records: { id: location } });
    const client = clientOf(fake);
    const given = fault === 'status' ? { fault, status: 503 } : { fault };
    fake.faults.add({ ...given, times: 3 });
    expect(await client.get('id')).toEqual(location);
    expect(fake.journal.lines()).toEqual([line, line, line, 'GET /v1/id 200']);
    fake.faults.add(given);
    expect(await errorOf(client.get('id'))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(fake.journal.lines()).toHaveLength(8);
    vi.restoreAllMocks();
  });

  it.each([408, 429, 502, 503, 504])('a read is sent again after the status %i', async (status) => {
    const fake = createFake({ baseUrl, records: { id: location } });
    fake.faults.add({ fault: 'status', status, times: 1 });
    expect(await clientOf(fake).get('id')).toEqual(location);
    expect(fake.journal.lines()).toEqual([`GET /v1/id ${status}`, 'GET /v1/id 200']);
  });

  it.each([400, 401, 404, 412, 500, 501])('a read is not sent again after the status %i', async (status) => {
    const fake = createFake({ baseUrl });
    fake.faults.add({ fault: 'status', status });
    expect(await errorOf(clientOf(fake).get('id'))).toMatchObject({ status });
    expect(fake.journal.lines()).toEqual([`GET /v1/id ${status}`]);
  });

  it.each([
    ['POST', (client: ReturnType<typeof clientOf>) => client.put('id', location)],
    ['PUT', (client: ReturnType<typeof clientOf>) => client.replace('id', location)],
    ['DELETE', (client: ReturnType<typeof clientOf>) => client.delete('id')],
  ] as const)('%s is not sent again, except with retryWrites', async (method, write) => {
    const fake = createFake({ baseUrl, records: { id: location } });
    for (const fault of [{ fault: 'lost' }, { fault: 'status', status: 503 }] as const) {
      fake.faults.add({ ...fault, times: 1 });
      expect(await errorOf(write(clientOf(fake)))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(fake.journal.lines()).toHaveLength(1);
      fake.reset();
      fake.faults.add({ ...fault, times: 1 });
      await write(clientOf(fake, { retryWrites: true }));
      const [broken, done] = fake.journal.lines();
      expect(broken).toMatch(new RegExp(`^${method} /v1/id (broken|503)$`));
      expect(done).toBe(`${method} /v1/id 200`);
      fake.reset();
    }
  });

  it('a list is sent again before its first record, and never after it', async () => {
    const fake = createFake({ baseUrl, records });
    fake.faults.add({ fault: 'torn', records: 0, times: 1 });
    expect((await contentOf(clientOf(fake))).size).toBe(3);
    expect(fake.journal.lines()).toEqual(['GET /v1/ 200 broken', 'GET /v1/ 200']);
    fake.reset();
    fake.faults.add({ fault: 'torn', records: 2 });
    expect(await errorOf(contentOf(clientOf(fake)))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(fake.journal.lines()).toEqual(['GET /v1/ 200 broken']);
  });

  it('a read waits as long as Retry-After says, in seconds or as a date', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    try {
      for (const after of ['7', 'Thu, 01 Jan 2026 00:00:07 GMT']) {
        vi.setSystemTime(Date.parse('2026-01-01T00:00:00Z'));
        const fake = createFake({ baseUrl, records: { id: location } });
        const headers = { 'Retry-After': after };
        fake.faults.add({ fault: 'status', status: 503, headers, times: 1 });
        const reading = clientOf(fake).get('id');
        await vi.advanceTimersByTimeAsync(6999);
        expect(fake.journal.lines()).toEqual(['GET /v1/id 503']);
        await vi.advanceTimersByTimeAsync(1);
        expect(await reading).toEqual(location);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('a read is not sent again if Retry-After is more than a minute', async () => {
    const fake = createFake({ baseUrl });
    fake.faults.add({ fault: 'status', status: 503, headers: { 'Retry-After': '3600' } });
    const error = await errorOf(clientOf(fake).get('id'));
    expect(error.headers?.get('Retry-After')).toBe('3600');
    expect(fake.journal.lines()).toEqual(['GET /v1/id 503']);
  });

  it('pauses are at random, up to 100 ms, 200 ms and 400 ms', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    try {
      const fake = createFake({ baseUrl });
      fake.faults.add({ fault: 'reset' });
      const reading = errorOf(clientOf(fake).get('id'));
      const counts: number[] = [];
      for (const ms of [0, 49, 1, 99, 1, 199, 1]) {
        await vi.advanceTimersByTimeAsync(ms);
        counts.push(fake.journal.lines().length);
      }
      expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
      await reading;
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });

  it('a response that takes too long is given up, and asked for again', async () => {
    vi.useFakeTimers();
    try {
      const fake = createFake({ baseUrl, records: { id: location } });
      fake.faults.add({ fault: 'delayed', ms: 60_000, times: 1 });
      const reading = clientOf(fake, { timeout: 1000 }).get('id');
      await vi.advanceTimersByTimeAsync(1200);
      expect(await reading).toEqual(location);
      fake.faults.add({ fault: 'delayed', ms: 60_000 });
      const error = errorOf(clientOf(fake, { timeout: 1000, retries: 0 }).get('id'));
      await vi.advanceTimersByTimeAsync(1000);
      expect((await error).message).toMatch(/: no response within 1000 ms$/);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a signal', () => {
  it.each<[name: string, call: (client: Client, signal: AbortSignal) => Promise<unknown>]>([
    ['get', (client, signal) => client.get('id', { signal })],
    ['put', (client, signal) => client.put('id', location, { signal })],
    ['list', (client, signal) => client.list({ signal }).next()],
    ['near', (client, signal) => client.near({ latitude: 0, longitude: 0 }, { signal }).next()],
  ])('ends a pause of %s at once, with its reason', async (_, call) => {
    const fake = createFake({ baseUrl });
    fake.faults.add({ fault: 'status', status: 503, headers: { 'Retry-After': '60' } });
    const controller = new AbortController();
    const asking = call(clientOf(fake, { retryWrites: true }), controller.signal);
    await expect.poll(() => fake.journal.filter({ status: 503 })).toHaveLength(1);
    controller.abort(7);
    expect(await errorOf(asking)).toBe(7);
    expect(fake.journal.lines()).toHaveLength(1);
  });

  it('ends a request that waits for its response', async () => {
    const fake = createFake({ baseUrl });
    fake.faults.add({ fault: 'delayed', ms: 600_000 });
    const controller = new AbortController();
    const writing = clientOf(fake).put('id', location, { signal: controller.signal });
    await expect.poll(() => fake.journal.lines()).toHaveLength(1);
    controller.abort();
    expect(await errorOf(writing)).toMatchObject({ name: 'AbortError' });
  });

  it('that has ended before sends nothing', async () => {
    const { client, sent } = responding(200);
    expect(await errorOf(client.delete(id, { signal: AbortSignal.abort(7) }))).toBe(7);
    expect(sent).toEqual([]);
  });

  it('ends a list between two batches', async () => {
    const fake = createFake({ baseUrl, records: makeRecords(1000) });
    const controller = new AbortController();
    const list = clientOf(fake).list({ signal: controller.signal });
    expect((await list.next()).done).toBe(false);
    controller.abort(7);
    expect(await errorOf(list.next())).toBe(7);
  });

  it('of finished requests has no listener left', async () => {
    const fake = createFake({ baseUrl });
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    await clientOf(fake).get('id', { signal });
    for await (const _ of clientOf(fake).list({ signal }));
    expect(add).toHaveBeenCalled();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

it('requests at the same time do not cancel each other', async () => {
  const fake = createFake({ baseUrl, records: { id: location } });
  const client = clientOf(fake);
  const read = await Promise.all(Array.from({ length: 20 }, () => client.get('id')));
  expect(read).toEqual(Array.from({ length: 20 }, () => location));
});
