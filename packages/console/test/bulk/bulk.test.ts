import {
  createHandler,
  type Handler,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { record, textOf } from '../requests.ts';

/** A request to write some records. */
function bulkRequest(own: Partial<LocationRequest> = {}, count = 3): LocationRequest {
  const records = Array.from({ length: count }, (_, index) => record(`r${index}`, index / 1000, 1));
  const body = async () => new TextEncoder().encode(JSON.stringify(records));
  return {
    method: 'POST',
    target: '/-/records',
    headers: { 'content-type': ['application/json'] },
    body,
    ...own,
  };
}

/** A console over an empty store, around the handler of the service or another one. */
function consoleAround(wrap: (service: Handler) => Handler = (service) => service) {
  const store = createAreaMemoryStore();
  const reports: unknown[] = [];
  const onError = (error: unknown) => reports.push(error);
  const handle = createConsole(wrap(createHandler({ store })), { store, onError });
  return { store, reports, handle };
}

async function statusAndText(response: LocationResponse): Promise<readonly [number, string]> {
  return [response.status, await textOf(response)];
}

describe('bulk writes', () => {
  it('a body that cannot be read rejects with the same error, as for single writes, and nothing is reported', async () => {
    const { handle, reports } = consoleAround();
    const left = new Error('The client left.');
    await expect(handle(bulkRequest({ body: () => Promise.reject(left) }))).rejects.toBe(left);
    expect(reports).toEqual([]);
  });

  it('writes of a body that has arrived are carried out when their client leaves, and a dry run ends', async () => {
    const { store, handle, reports } = consoleAround();
    const signal = AbortSignal.abort(new Error('The client left.'));
    const dryRun = handle(bulkRequest({ target: '/-/records?dry-run=true', signal }));
    await expect(dryRun).rejects.toBe(signal.reason);
    expect((await handle(bulkRequest({ signal }))).status).toBe(200);
    expect(store.size).toBe(3);
    expect(reports).toEqual([]);
  });

  it('a body that is announced as longer than 8 MiB is 413 before it is read', async () => {
    const { handle } = consoleAround();
    const headers = { 'content-type': ['application/json'], 'content-length': [String(2 ** 23 + 1)] };
    const body = () => Promise.reject(new Error('It is read.'));
    expect((await handle(bulkRequest({ headers, body }))).status).toBe(413);
  });

  it('four bodies are written at once, and a fifth is 503 with Retry-After', async () => {
    const { handle } = consoleAround();
    const { body } = bulkRequest();
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const held = Array.from({ length: 4 }, () =>
      handle(bulkRequest({ body: (length) => sent.then(() => body(length)) })),
    );
    const fifth = await handle(bulkRequest());
    expect(await statusAndText(fifth)).toEqual([503, '{"error_message":"Service unavailable"}']);
    expect(fifth.headers['Retry-After']).toBe('1');
    send();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await handle(bulkRequest())).status).toBe(200);
  });

  it('each record goes through the handler of the service, with the fields of the request', async () => {
    const seen: string[] = [];
    const { handle } = consoleAround((service) => (request) => {
      seen.push(
        `${request.method} ${request.target} ${request.headers.authorization} ${request.headers['content-type']}`,
      );
      return service(request);
    });
    const headers = { 'content-type': ['application/geo+json'], authorization: ['Bearer abc'] };
    await handle(bulkRequest({ headers }, 2));
    expect(seen).toEqual(['POST /r0 Bearer abc application/json', 'POST /r1 Bearer abc application/json']);
  });

  it('a handler that does not accept writes decides the response, with its fields', async () => {
    const { handle, reports } = consoleAround(() => async () => {
      const response = errorResponse(429, 'Too many requests');
      return { ...response, headers: { ...response.headers, 'Retry-After': '7' } };
    });
    const response = await handle(bulkRequest());
    expect(await statusAndText(response)).toEqual([429, '{"error_message":"Too many requests"}']);
    expect(response.headers).toMatchObject({ 'Retry-After': '7', 'Content-Length': '37' });
    expect(reports).toEqual([]);
  });

  it('a response of another handler that is no Error object is told by its status', async () => {
    const { handle } = consoleAround(() => async () => ({ status: 401, headers: {}, body: 'Who are you?' }));
    expect(await statusAndText(await handle(bulkRequest()))).toEqual([
      401,
      '{"error_message":"The service responds with 401"}',
    ]);
  });

  it('a store that cannot be read is 500, and its error is reported once', async () => {
    const { handle, store, reports } = consoleAround();
    const failure = new Error('The disk is gone.');
    store.get = () => Promise.reject(failure);
    expect(await statusAndText(await handle(bulkRequest({}, 300)))).toEqual([
      500,
      '{"error_message":"Internal server error"}',
    ]);
    expect(reports).toEqual([failure]);
  });

  it.each([
    ['D53', 200, {}],
    ['D53', 415, { headers: {} }],
    ['D53', 400, { body: async () => new Uint8Array() }],
    ['D48', 400, { target: '/-/records?bbox=1' }],
  ])('POST is explained by %s with %i: %j', async (clause, status, own) => {
    expect(await consoleAround().handle(bulkRequest(own))).toMatchObject({ status, explanation: { clause } });
  });

  it('the event loop has a turn between groups of records', async () => {
    const { handle } = consoleAround();
    // The first request loads what writes.
    await handle(bulkRequest());
    const order: string[] = [];
    setTimeout(() => order.push('turn'), 0);
    await handle(bulkRequest({}, 600));
    order.push('end');
    expect(order).toEqual(['turn', 'end']);
  });
});

describe('bulk writes to a service with entity tags', () => {
  const theirs = { description: 'theirs', coordinates: { latitude: 50, longitude: 10 } };

  /** A console over records r0 to r2, of which another client writes r1 after it was compared. */
  async function consoleWithAnotherClient(isFilled: boolean) {
    const store = createAreaMemoryStore();
    const handle = createConsole(createHandler({ store, etags: true }), { store });
    if (isFilled) await handle(bulkRequest());
    const get = store.get.bind(store);
    let isOver = false;
    store.get = async (id) => {
      const found = await get(id);
      if (id === 'r1' && !isOver) {
        isOver = true;
        await store.put('r1', theirs);
      }
      return found;
    };
    return { store, handle };
  }

  it.each([
    ['creates', 'on-conflict=skip', false],
    ['deletes', 'action=delete', true],
  ] as const)(
    'one that %s records leaves one that another client writes at that moment',
    async (_, query, isFilled) => {
      const { store, handle } = await consoleWithAnotherClient(isFilled);
      const response = await handle(bulkRequest({ target: `/-/records?${query}` }));
      expect(JSON.parse(await textOf(response))).toMatchObject({ counts: { skipped: 1 } });
      expect(store.peek('r1')).toEqual(theirs);
      expect(store.size).toBe(isFilled ? 1 : 3);
    },
  );

  it('ignores conditions of its own request', async () => {
    const { handle } = await consoleWithAnotherClient(false);
    const headers = { 'content-type': ['application/json'], 'if-match': ['"1"'], 'if-none-match': ['*'] };
    expect((await handle(bulkRequest({ headers }))).status).toBe(200);
  });
});
