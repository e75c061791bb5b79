import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveRequest, errorResponse } from '../src/adapter-kit.ts';
import {
  createHandler,
  createMemoryStore,
  type LocationRecord,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '../src/index.ts';
import { anyText } from './any-text.ts';
import { request, validBody } from './requests.ts';

const failure = new Error('the disk is gone');
const internalError = '{"error_message":"Internal server error"}';
const fail = () => Promise.reject(failure);
/** More than one piece of a list. */
const manyRecords = Array.from({ length: 3000 }, (_, index): LocationRecord => [`id-${index}`, at(index)]);

it.each<[method: string, target: string, methods: Partial<LocationStore>]>([
  ['GET', '/a', { get: fail }],
  ['POST', '/a', { put: fail }],
  ['PUT', '/a', { replace: fail }],
  ['DELETE', '/a', { delete: fail }],
  ['GET', '/', { list: () => listThatFails([]) }],
  ['HEAD', '/', { list: () => listThatFails([]) }],
  ['GET', '/b', { get: () => throwIt() }],
])(
  '%s %s with a store that fails is 500 without the cause, which goes to onError',
  async (method, target, methods) => {
    const reports: unknown[] = [];
    const onError = (error: unknown, concerned: LocationRequest) => reports.push(error, concerned);
    const sent = request(method, target, validBody);
    const response = await createHandler({ store: storeWith(methods), onError })(sent);
    expect(response).toMatchObject({ status: 500, body: method === 'HEAD' ? '' : internalError });
    expect(response.headers).toEqual({ 'Content-Type': 'application/json', 'Content-Length': '41' });
    expect(reports).toEqual([failure, sent]);
  },
);

it('a list that fails half-way rejects, and its cause goes to onError', async () => {
  const reports: unknown[] = [];
  const store = storeWith({ list: () => listThatFails(manyRecords) });
  const handle = createHandler({ store, onError: (error) => reports.push(error) });
  const { status, body, headers } = await handle(request('GET', '/'));
  expect([status, headers]).toEqual([200, { 'Content-Type': 'application/json' }]);
  await expect(piecesOf(body)).rejects.toBe(failure);
  expect(reports).toEqual([failure]);
});

it.each([
  ['throws', throwIt],
  ['rejects', fail],
])('a store failure is 500 even if onError %s', async (_, onError) => {
  const response = await createHandler({ store: storeWith({ get: fail }), onError })(request('GET', '/a'));
  expect(response.body).toBe(internalError);
});

it.each(['POST', 'PUT'])(
  '%s rejects with the error of a body that cannot be read, and stores nothing',
  async (method) => {
    const location = at(7);
    const store = createMemoryStore([['a', location]]);
    const reports: unknown[] = [];
    const handle = createHandler({ store, onError: (error) => reports.push(error) });
    await expect(handle({ ...request(method, '/a'), body: fail })).rejects.toBe(failure);
    expect([reports, store.peek('a')]).toEqual([[], location]);
  },
);

it.each([
  ['GET', '/a', 'application/json'],
  ['DELETE', '/a', 'application/json'],
  ['OPTIONS', '/a', 'application/json'],
  ['PATCH', '/a', 'application/json'],
  ['POST', '/a', 'text/plain'],
  ['PUT', '/', 'application/json'],
  ['POST', '/%', 'application/json'],
  ['PUT', '/a/b', 'application/json'],
])('%s %s with content type %s does not read the body', async (method, target, type) => {
  const handle = createHandler({ store: createMemoryStore() });
  const sent = { ...request(method, target, '', { 'content-type': [type] }), body: fail };
  expect(await handle(sent)).toHaveProperty('status');
});

describe('a list', () => {
  const record = fc.tuple(
    anyText({ minLength: 1 }),
    fc.record({
      description: fc
        .tuple(fc.constantFrom('a', 'é', '\u{1f600}', '"'), fc.integer({ min: 0, max: 40_000 }))
        .map(([unit, count]) => unit.repeat(count)),
      coordinates: fc.record({ latitude: fc.integer(), longitude: fc.integer() }),
    }),
  );

  it('the pieces of a list do not depend on the batches of the store', async () => {
    const sizes = fc
      .array(fc.integer({ min: 0, max: 4 }), { minLength: 1 })
      .filter((all) => all.some(Boolean));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), sizes, async (records, sizes) => {
        const whole = await list([records]);
        expect(JSON.parse(whole.pieces.join(''))).toEqual(records);
        expect(await list(cut(records, sizes))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('a long list comes in pieces of about 64 KiB', async () => {
    const { pieces, length } = await list(cut(manyRecords, [7]));
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces.slice(0, -1)) expect(Math.abs(piece.length - 65_536)).toBeLessThan(20_000);
    expect(length).toBeUndefined();
  });

  it('a short list comes whole, with its length', async () => {
    expect(await list([[], [['a', at(1)]]])).toEqual({
      pieces: ['[["a",{"coordinates":{"latitude":1,"longitude":-1}}]]'],
      length: '53',
    });
    expect(await list([[], []])).toEqual({ pieces: ['[]'], length: '2' });
  });

  it.each([
    ['before its first piece', 0],
    ['after its first piece', 1],
  ])('a list that the reader leaves %s ends the list of the store', async (_, count) => {
    let ended = 0;
    const batches = async function* () {
      try {
        for (;;) yield manyRecords;
      } finally {
        ended++;
      }
    };
    const { body } = await createHandler({ store: storeWith({ list: batches }) })(request('GET', '/'));
    const pieces = (body as AsyncIterable<string>)[Symbol.asyncIterator]();
    for (let index = 0; index < count; index++) await pieces.next();
    expect(await pieces.return?.()).toMatchObject({ done: true });
    expect(ended).toBe(1);
    await createHandler({ store: storeWith({ list: batches }) })(request('HEAD', '/'));
    expect(ended).toBe(2);
  });

  async function list(batches: readonly (readonly LocationRecord[])[]) {
    const store = storeWith({
      async *list() {
        yield* batches;
      },
    });
    const { body, headers } = await createHandler({ store })(request('GET', '/'));
    return { pieces: await piecesOf(body), length: headers['Content-Length'] };
  }
});

describe('deriveRequest', () => {
  class AdapterRequest implements LocationRequest {
    readonly method = 'POST';
    readonly target = '/v1/a';
    readonly message = 'of the host';
    get headers() {
      return { 'content-type': ['application/json'] };
    }
    async body(): Promise<Uint8Array> {
      return new TextEncoder().encode(`${validBody}${this.message.slice(0, 0)}`);
    }
  }

  it('deriveRequest keeps methods, getters and extra members of a class instance', async () => {
    const store = createMemoryStore();
    const derived = deriveRequest(new AdapterRequest(), { target: '/a' });
    expect((await createHandler({ store })(derived)).status).toBe(200);
    expect(store.size).toBe(1);
    expect(derived.message).toBe('of the host');
  });

  it('deriveRequest takes each member from the changes', async () => {
    const body = async () => Uint8Array.of(1);
    const changes = { method: 'PUT', target: '/b', headers: {}, body, signal: AbortSignal.abort() };
    expect(deriveRequest(new AdapterRequest(), changes)).toMatchObject(changes);
  });

  it('deriveRequest keeps the signal of a request, and reads it only when it is asked for', () => {
    let reads = 0;
    const { signal } = new AbortController();
    class Leaving extends AdapterRequest {
      get signal() {
        reads++;
        return signal;
      }
    }
    const derived = deriveRequest(deriveRequest(new Leaving(), {}), { target: '/a' });
    expect(reads).toBe(0);
    expect(derived.signal).toBe(signal);
    expect(deriveRequest({ ...request('GET', '/a'), signal }, {}).signal).toBe(signal);
    expect(deriveRequest(new AdapterRequest(), {})).not.toHaveProperty('signal', expect.anything());
  });
});

it('responses of writes are frozen, because requests share them', async () => {
  const response = await createHandler({ store: createMemoryStore() })(request('POST', '/a', validBody));
  expect([response, response.headers, response.explanation].every(Object.isFrozen)).toBe(true);
});

it('a target without a route is marked, so that a host can try its other routes', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  expect(await handle(request('GET', '/a/b'))).toMatchObject({ status: 404, isRouteUnknown: true });
  expect(await handle(request('OPTIONS', '/a/b'))).toMatchObject({ status: 200, isRouteUnknown: true });
  expect(await handle(request('GET', '/a'))).not.toHaveProperty('isRouteUnknown');
});

it('errorResponse makes an Error object with its length in bytes', () => {
  expect(errorResponse(503, 'Später')).toEqual({
    status: 503,
    headers: { 'Content-Type': 'application/json', 'Content-Length': '27' },
    body: '{"error_message":"Später"}',
    explanation: undefined,
  });
});

function throwIt(): never {
  throw failure;
}

function at(number: number): LocationRecord[1] {
  return { coordinates: { latitude: number, longitude: -number } };
}

/** A store in memory with other methods. */
function storeWith(methods: Partial<LocationStore>): LocationStore {
  return Object.assign(createMemoryStore(), methods);
}

async function* listThatFails(batch: readonly LocationRecord[]): AsyncGenerator<readonly LocationRecord[]> {
  if (batch.length > 0) yield batch;
  throw failure;
}

async function piecesOf(body: LocationResponse['body']): Promise<string[]> {
  if (typeof body === 'string') return [body];
  const pieces: string[] = [];
  for await (const piece of body) pieces.push(piece as string);
  return pieces;
}

/** Batches of these sizes in turn. */
function cut(records: readonly LocationRecord[], sizes: readonly number[]): LocationRecord[][] {
  const batches: LocationRecord[][] = [];
  for (let start = 0, turn = 0; start < records.length; turn++) {
    const end = start + (sizes[turn % sizes.length] ?? 1);
    batches.push(records.slice(start, end));
    start = end;
  }
  return batches;
}
