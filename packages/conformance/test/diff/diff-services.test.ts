import { type CaseRequest, handlerService } from '@location-records/conformance';
import {
  type ComparedService,
  type Difference,
  type DiffOptions,
  type DiffProgress,
  diffServices,
  UnreachableError,
} from '@location-records/conformance/diff';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';
import { describe, expect, it } from 'vitest';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';

function handlerOf(options: Partial<HandlerOptions> = {}) {
  return createHandler({ store: createMemoryStore(), ...options });
}

function serviceOf(options?: Partial<HandlerOptions>): ComparedService {
  return handlerService(handlerOf(options));
}

/** A service with a function before each request, which may throw. */
function acting(service: ComparedService, act: (request: CaseRequest) => void): ComparedService {
  return {
    request: async (request) => {
      act(request);
      return service.request(request);
    },
  };
}

/** The first difference, in any bytes. */
async function findIn(
  a: ComparedService,
  b: ComparedService,
  options: DiffOptions,
): Promise<Difference | undefined> {
  const maxShrinkTime = Number.POSITIVE_INFINITY;
  const all = { endAtFirst: true, maxShrinkTime, notation: 'same', ...options } as const;
  const result = await diffServices(a, b, all);
  return result.differences[0];
}

async function listOf(service: ComparedService): Promise<string> {
  return new TextDecoder().decode((await service.request({ method: 'GET', target: '/' })).body);
}

async function put(service: ComparedService, ...ids: readonly string[]): Promise<void> {
  const headers = [['Content-Type', 'application/json']] as const;
  for (const id of ids) await service.request({ method: 'POST', target: `/${id}`, headers, body: location });
}

describe('no difference is found', () => {
  it('between two equal services, with every byte of their lists compared', async () => {
    const whole = { seed: 1, calls: 3000, listOrder: 'same', wholeLists: true } as const;
    expect(await findIn(serviceOf(), serviceOf(), whole)).toBeUndefined();
  });

  it('between a service and itself', async () => {
    const service = serviceOf();
    expect(await findIn(service, service, { seed: 2, calls: 3000 })).toBeUndefined();
  });

  it('because of records of others, which stay unchanged', async () => {
    const [a, b] = [serviceOf(), serviceOf()];
    await put(a, 'one', 'diff-identifier');
    await put(b, 'two', 'three');
    expect(await findIn(a, b, { seed: 4, calls: 3000 })).toBeUndefined();
    expect(await listOf(a)).toBe(`[["one",${location}],["diff-identifier",${location}]]`);
    expect(await listOf(b)).toBe(`[["two",${location}],["three",${location}]]`);
  });
});

describe('a service that removes all records for DELETE without an identifier', () => {
  const emptying = async (...ids: readonly string[]): Promise<ComparedService> => {
    const store = createMemoryStore();
    const handle = handlerOf({ store });
    const service = handlerService(async (request) => {
      if (request.method !== 'DELETE' || request.target !== '/') return handle(request);
      for await (const batch of store.list()) for (const [id] of batch) await store.delete(id);
      return handle(request);
    });
    await put(service, ...ids);
    return service;
  };

  it('is found', async () => {
    const found = await findIn(serviceOf(), await emptying(), { seed: 14, calls: 10_000 });
    expect(found?.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'GET']);
    expect(found?.requests[1]).toMatchObject({ target: '/' });
  });

  it('gets no such request when there are records of others', async () => {
    const service = await emptying('another');
    expect(await findIn(serviceOf(), service, { seed: 14, calls: 10_000 })).toBeUndefined();
    expect(await listOf(service)).toBe(`[["another",${location}]]`);
  });
});

describe('lists', () => {
  const backwards = serviceOf({ store: backwardStore() });

  it('are compared in any order, unless listOrder is "same"', async () => {
    expect(await findIn(serviceOf(), backwards, { seed: 5, calls: 2000 })).toBeUndefined();
    const found = await findIn(serviceOf(), backwards, { seed: 5, calls: 2000, listOrder: 'same' });
    expect(found?.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(found?.parts).toEqual(['body']);
  });

  it('are compared with the records of others with wholeLists', async () => {
    const [a, b] = [serviceOf(), serviceOf()];
    await put(b, 'another');
    const found = await findIn(a, b, { seed: 6, wholeLists: true });
    expect(found?.requests).toMatchObject([{ method: 'GET', target: '/' }]);
    expect(found?.parts).toEqual(['content-length', 'body']);
  });
});

describe('a difference', () => {
  it('is the same for the same seed, with the same identifiers', async () => {
    const find = () => findIn(serviceOf(), serviceOf({ absentDescription: 'null' }), { seed: 7 });
    const found = await find();
    expect(found).toEqual(await find());
    expect(found).toMatchObject({
      requests: [
        { method: 'POST', target: '/diff-identifier', headers: [['Content-Type', 'application/json']] },
        { method: 'GET', target: '/diff-identifier' },
      ],
      parts: ['content-length', 'body'],
    });
    const bodies = found?.responses.map(
      (response) => 'body' in response && new TextDecoder().decode(response.body),
    );
    const { body } = found?.requests[0] ?? {};
    expect(bodies).toEqual([body, String(body).replace('{', '{"description":null,')]);
  });

  it('can be left out, to search for more', async () => {
    const strict = serviceOf({ bodyLimit: 10 });
    const leaveOut = ({ method }: CaseRequest) => method === 'POST' || method === 'PUT';
    expect(await findIn(serviceOf(), strict, { seed: 8 })).toMatchObject({ parts: expect.any(Array) });
    expect(await findIn(serviceOf(), strict, { seed: 8, leaveOut })).toBeUndefined();
    expect(await findIn(serviceOf(), strict, { leaveOut: () => true })).toBeUndefined();
  });

  it('can be a missing response', async () => {
    const silent = acting(serviceOf(), ({ method }) => {
      if (method === 'DELETE') throw new Error('The connection ended.');
    });
    const found = await findIn(serviceOf(), silent, { seed: 9 });
    expect(found).toMatchObject({
      requests: [{ method: 'DELETE', target: '/diff-identifier' }],
      responses: [{ status: 200 }, { reason: 'The connection ended.' }],
      parts: ['response'],
    });
    expect(await findIn(silent, silent, { seed: 9 })).toBeUndefined();
  });
});

it('makes exactly the given number of calls, and reports them', async () => {
  const reported: DiffProgress[] = [];
  let sent = 0;
  const a = acting(serviceOf(), ({ target }) => {
    if (/^\/diff-\w{10}/.test(target)) sent++;
  });
  await findIn(a, serviceOf(), {
    seed: 10,
    calls: 100,
    onProgress: (progress) => reported.push(progress),
  });
  expect(reported.at(-1)).toEqual({ calls: 100, differences: 0, shrinks: 0 });
  expect(sent).toBeGreaterThan(50);
});

it('leaves no records behind, even if a faulty service creates some', async () => {
  const store = createMemoryStore();
  const b = handlerService(async (request) => {
    const response = await createHandler({ store })(request);
    if (response.status === 404 && request.method === 'GET') {
      await store.put(decodeURIComponent(request.target.slice(1)), JSON.parse(location));
    }
    return response;
  });
  expect((await findIn(serviceOf(), b, { seed: 17 }))?.requests).toHaveLength(2);
  expect(await listOf(b)).toBe('[]');
});

describe('it rejects', () => {
  it('when it is aborted, and removes its records', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const service = serviceOf();
    const onProgress = ({ calls }: DiffProgress) => {
      if (calls > 200) stop.abort(reason);
    };
    const options = { seed: 12, calls: 1_000_000, signal: stop.signal, onProgress };
    await expect(diffServices(service, serviceOf(), options)).rejects.toBe(reason);
    expect(await listOf(service)).toBe('[]');
    await expect(diffServices(service, service, { signal: stop.signal })).rejects.toBe(reason);
  });

  it('when a service does not respond', async () => {
    const gone = acting(serviceOf(), () => {
      throw new Error('refused');
    });
    const cause = new Error('refused');
    const error = await diffServices(serviceOf(), gone).catch((reason) => reason);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ code: 'SERVICE_UNREACHABLE', service: 'b', request: undefined, cause });
  });

  it('when a service ends, with the call that it ended at', async () => {
    let isGone = false;
    const mortal = acting(serviceOf(), ({ method }) => {
      isGone ||= method === 'PATCH';
      if (isGone) throw new Error('refused');
    });
    const error = await diffServices(mortal, serviceOf(), { seed: 13 }).catch((reason) => reason);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ service: 'a', request: { method: 'PATCH' } });
  });
});

/** A store that lists the newest record first. */
function backwardStore() {
  const store = createMemoryStore();
  return {
    guarantees: store.guarantees,
    get: (id: string) => store.get(id),
    put: store.put.bind(store),
    replace: store.replace.bind(store),
    delete: (id: string) => store.delete(id),
    async *list() {
      const records = [];
      for await (const batch of store.list()) records.push(...batch);
      yield records.reverse();
    },
    close: () => store.close(),
  };
}
