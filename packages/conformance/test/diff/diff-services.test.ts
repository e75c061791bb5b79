import { type CaseRequest, type CaseResponse, createHandlerService } from '@location-records/conformance';
import { type DiffOptions, diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => void vi.restoreAllMocks());

const location = '{"coordinates":{"latitude":1,"longitude":2}}';

function right(options: Partial<HandlerOptions> = {}): Service {
  return createHandlerService(createHandler({ store: createMemoryStore(), ...options }));
}

type Service = Parameters<typeof diffServices>[0];
type Change = (
  request: CaseRequest,
  send: (request: CaseRequest) => Promise<CaseResponse>,
) => Promise<CaseResponse> | CaseResponse;

/** A service that sends each request on as `change` does. */
function changed(change: Change, service = right()): Service {
  return { request: async (request) => change(request, service.request) };
}

async function put(service: Service, id: string): Promise<void> {
  const headers = [['Content-Type', 'application/json']] as const;
  await service.request({ method: 'POST', target: `/${id}`, headers, body: location });
}

async function textOf(service: Service, target = '/'): Promise<string> {
  return new TextDecoder().decode((await service.request({ method: 'GET', target })).body);
}

/** The requests of the first difference from a right service. */
async function firstDifference(wrong: Service, options?: DiffOptions) {
  const { differences } = await diffServices(right(), wrong, { seed: 1, maxDifferences: 1, ...options });
  return differences[0];
}

function withBody(response: CaseResponse, change: (text: string) => string): CaseResponse {
  return { ...response, body: new TextEncoder().encode(change(new TextDecoder().decode(response.body))) };
}

describe('no difference is found', () => {
  it('between two right services, even with exact bodies', async () => {
    const result = await diffServices(right(), right(), { seed: 1, exact: true });
    expect(result).toMatchObject({ seed: 1, differences: [], endedBy: 'runs', unreachable: undefined });
    expect(result.requests).toBeGreaterThan(1000);
  });

  it('between a service and itself', async () => {
    const service = right();
    expect(await diffServices(service, service, { seed: 2 })).toMatchObject({ differences: [] });
    expect(await textOf(service)).toBe('[]');
  });

  it('because of records of others, which stay unchanged', async () => {
    const [a, b] = [right(), right()];
    await put(a, 'one');
    await put(b, 'diff-identifier');
    expect(await diffServices(a, b, { seed: 3, exact: true })).toMatchObject({ differences: [] });
    expect(await textOf(a)).toBe(`[["one",${location}]]`);
    expect(await textOf(b)).toBe(`[["diff-identifier",${location}]]`);
  });

  it('in white space, the order of members, the texts of numbers, and the order of lists', async () => {
    const other = changed(async (request, send) =>
      withBody(await send(request), (text) => {
        if (text === '') return text;
        const value = JSON.parse(text);
        if (Array.isArray(value)) value.reverse();
        const { coordinates, ...rest } = value;
        const reordered = coordinates ? { coordinates, ...rest } : value;
        return JSON.stringify(reordered, undefined, 1).replace(/: (\d{1,3})(?=[,\n])/g, ': $1.0');
      }),
    );
    expect(await firstDifference(other)).toBeUndefined();
    expect(await firstDifference(other, { exact: true })).toMatchObject({ parts: ['body'] });
  });

  it('in null and missing descriptions with nullIsAbsent', async () => {
    const other = right({ absentDescription: 'null' });
    const found = await firstDifference(other);
    expect(found).toMatchObject({
      requests: [
        { method: 'POST', target: '/diff-identifier', headers: [['Content-Type', 'application/json']] },
        { method: 'GET', target: '/diff-identifier' },
      ],
      responses: [
        {
          status: 200,
          contentType: 'application/json',
          body: '{"coordinates":{"latitude":0,"longitude":0}}',
        },
        { body: '{"description":null,"coordinates":{"latitude":0,"longitude":0}}' },
      ],
      parts: ['body'],
      isRepeated: true,
      isShortest: true,
    });
    expect(await firstDifference(other, { nullIsAbsent: true })).toBeUndefined();
  });
});

const empty: CaseResponse = { status: 200, headers: {}, body: new Uint8Array() };

/** Faults, each with the number of requests that show it. */
const faults: readonly (readonly [fault: string, length: number, service: () => Service])[] = [
  ['ignores unknown members', 1, () => right({ unknownMembers: 'ignore' })],
  ['reads one character less of a body', 1, () => right({ bodyLimit: 4095 })],
  ['refuses a latitude beyond 90', 1, () => right({ strictCoordinates: true })],
  [
    'creates with PUT',
    1,
    () =>
      changed((request, send) => send(request.method === 'PUT' ? { ...request, method: 'POST' } : request)),
  ],
  [
    'takes a plus in an identifier for a blank',
    1,
    () => changed((request, send) => send({ ...request, target: request.target.replaceAll('+', '%20') })),
  ],
  [
    'sends 404 as HTML',
    1,
    () =>
      changed(async (request, send) => {
        const response = await send(request);
        const headers = { 'content-type': ['text/html'] };
        return response.status === 404 ? { ...response, headers } : response;
      }),
  ],
  [
    'drops an empty description',
    2,
    () =>
      changed(async (request, send) =>
        withBody(await send(request), (text) => text.replace('"description":"",', '')),
      ),
  ],
  [
    'keeps the first Location of a record',
    3,
    () =>
      changed(async (request, send) => {
        const { status } = await send({ method: 'GET', target: request.target });
        const isKept = request.method === 'POST' && request.target !== '/' && status === 200;
        return send(isKept ? { ...request, target: `${request.target}-ignored` } : request);
      }),
  ],
  [
    'does not delete',
    3,
    () =>
      changed((request, send) =>
        request.method === 'DELETE' && request.target !== '/' ? empty : send(request),
      ),
  ],
];

it.each(faults)(
  'a service that %s is found, with %i as the number of requests',
  async (_fault, length, service) => {
    const found = await firstDifference(service());
    expect(found).toMatchObject({ isRepeated: true, isShortest: true });
    expect(found?.requests).toHaveLength(length);
  },
);

it('each kind of difference is found once', async () => {
  const other = changed(async (request, send) => {
    const response = await send(request);
    if (request.method === 'PUT' && response.status === 200) return { ...response, status: 202 };
    return request.method === 'OPTIONS' ? { ...response, status: 501 } : response;
  });
  const { differences } = await diffServices(right(), other, { seed: 1 });
  const shown = differences.map(({ requests }) => requests.map(({ method }) => method).join());
  expect(shown.sort()).toEqual(['OPTIONS', 'POST,PUT']);
});

describe('a service that deletes everything without an identifier', () => {
  const emptying = () => {
    const store = createMemoryStore();
    return changed(async (request, send) => {
      if (request.method !== 'DELETE' || request.target !== '/') return send(request);
      for await (const batch of store.list()) for (const [id] of batch) await store.delete(id);
      return send(request);
    }, right({ store }));
  };

  it('is found', async () => {
    const found = await firstDifference(emptying());
    expect(found?.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', expect.any(String)]);
    expect(found?.requests[1]).toMatchObject({ target: '/' });
  });

  it('gets no such request if there are records of others', async () => {
    const service = emptying();
    await put(service, 'another');
    expect(await firstDifference(service)).toBeUndefined();
    expect(await textOf(service)).toBe(`[["another",${location}]]`);
  });
});

it.each([
  ['a body nested 100,000 levels deep', '['.repeat(100_000)],
  ['a number beyond the range', '{"coordinates":{"latitude":1e999,"longitude":0}}'],
])('%s is a difference', async (_, body) => {
  const other = changed(async (request, send) => {
    const response = await send(request);
    const isRecord = request.method === 'GET' && request.target !== '/' && response.status === 200;
    return isRecord ? withBody(response, () => body) : response;
  });
  const found = await firstDifference(other);
  expect(found).toMatchObject({ parts: ['body'], isRepeated: true, responses: [{}, { body }] });
});

it('a list nested 100,000 levels deep is a difference', async () => {
  const body = '['.repeat(100_000) + ']'.repeat(100_000);
  const other = changed(async (request, send) => {
    const response = await send(request);
    return request.method === 'GET' && request.target === '/' ? withBody(response, () => body) : response;
  });
  expect(await firstDifference(other)).toMatchObject({ parts: ['body'], responses: [{}, { body }] });
});

it('a response that is missing is a difference', async () => {
  const silent = changed((request, send) => {
    if (request.method === 'DELETE') throw new Error('The connection ended.');
    return send(request);
  });
  expect(await firstDifference(silent)).toMatchObject({
    requests: [{ method: 'DELETE', target: '/diff-identifier' }],
    responses: [{ status: 200 }, { missing: 'The connection ended.' }],
    parts: ['response'],
  });
});

it('records that a faulty service creates are removed', async () => {
  const service: Service = changed(async (request, send) => {
    const response = await send(request);
    if (request.method === 'GET' && response.status === 404) await put(service, request.target.slice(1));
    return response;
  });
  expect(await firstDifference(service)).toMatchObject({ requests: [{}, {}] });
  expect(await textOf(service)).toBe('[]');
});

describe('an example is sent once more', () => {
  it('and does not count as repeated if the fault does not show again', async () => {
    let count = 0;
    const once = changed(async (request, send) => {
      const response = await send(request);
      return ++count === 30 ? { ...response, status: 503 } : response;
    });
    expect(await firstDifference(once)).toMatchObject({
      isRepeated: false,
      responses: [{}, { status: 503 }],
    });
  });

  it('with a new connection for each request', async () => {
    let count = 0;
    const service = changed(async (request, send) => {
      const response = await send(request);
      return ++count % 3 === 0 && request.method === 'GET' ? { ...response, status: 500 } : response;
    });
    const reconnect = () => {
      count = 0;
    };
    const found = await firstDifference({ ...service, reconnect });
    expect(found).toMatchObject({ isRepeated: false, isShortest: true, requests: [{}, {}, {}] });
  });
});

describe('the search ends', () => {
  it('after maxDifferences', async () => {
    const other = right({ absentDescription: 'null', unknownMembers: 'ignore' });
    const result = await diffServices(right(), other, { seed: 1, maxDifferences: 2 });
    expect(result.endedBy).toBe('differences');
    expect(result.differences).toHaveLength(2);
  });

  it('after maxTime', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const slow = changed((request, send) => {
      now += 100;
      return send(request);
    });
    const result = await diffServices(slow, right(), { seed: 1, maxTime: 10_000 });
    expect(result).toMatchObject({ endedBy: 'time', differences: [] });
    expect(result.requests).toBeLessThanOrEqual(100);
  });

  it('when it is aborted, and its records are removed', async () => {
    const stop = new AbortController();
    const [a, b] = [right(), right()];
    const onProgress = ({ requests }: { requests: number }) => {
      if (requests > 200) stop.abort();
    };
    const result = await diffServices(a, b, { seed: 1, runs: 1_000_000, signal: stop.signal, onProgress });
    expect(result).toMatchObject({ endedBy: 'signal', differences: [] });
    expect(await textOf(a)).toBe('[]');
  });

  it('with an error when a service no longer responds', async () => {
    expect.assertions(1);
    let isGone = false;
    const mortal = changed((request, send) => {
      isGone ||= request.method === 'PATCH';
      if (isGone) throw new Error('refused');
      return send(request);
    });
    await diffServices(mortal, right(), { seed: 1 }).catch((error: unknown) => {
      expect(error).toMatchObject({
        code: 'SERVICE_UNREACHABLE',
        service: 'a',
        request: { method: 'PATCH' },
        cause: new Error('refused'),
      });
    });
  });

  it('with the differences found before a service no longer responds', async () => {
    let count = 0;
    const mortal = changed(async (request, send) => {
      if (++count > 500) throw new Error('refused');
      const response = await send(request);
      return request.method === 'POST' && response.status === 200 ? { ...response, status: 201 } : response;
    });
    const result = await diffServices(right(), mortal, { seed: 1 });
    expect(result).toMatchObject({
      endedBy: 'unreachable',
      unreachable: { service: 'b' },
      differences: [{ responses: [{ status: 200 }, { status: 201 }] }],
    });
  });
});
