import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { type HandlerOptions, isStoreError, type LocationStore } from '@location-records/core';
import { contentOf, makeRecord, makeRecords, occupyPort, oddIds } from '@location-records/workspace/tests';
import { afterEach, describe, expect, test } from 'vitest';
import { RecordRefusedError } from '../../src/errors.ts';
import { maxRequests, type Service } from '../../src/service/ask-service.ts';
import { openServiceStore } from '../../src/service/service-store.ts';
import { type RunningServer, startServer, startService } from './serve-records.ts';

const [id, location] = makeRecord(1);
const running: RunningServer[] = [];
afterEach(async () => {
  for (const { close } of running.splice(0)) await close();
});

async function storeOfService(options: Partial<HandlerOptions> = {}): Promise<LocationStore> {
  const server = await startService(options);
  running.push(server);
  return openServiceStore({ url: server.url, timeout: 60_000 });
}

async function storeOver(listener: RequestListener, own: Partial<Service> = {}): Promise<LocationStore> {
  const server = await startServer(listener);
  running.push(server);
  return openServiceStore({ url: server.url, timeout: 60_000, ...own });
}

/** Each way to ask a store for something. */
const calls: readonly (readonly [name: string, call: (store: LocationStore) => Promise<unknown>])[] = [
  ['get', (store) => store.get(id)],
  ['put', (store) => store.put(id, location)],
  ['replace', (store) => store.replace(id, location)],
  ['delete', (store) => store.delete(id)],
  ['list', (store) => contentOf(store)],
];

function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('identifiers', () => {
  test('are percent-encoded, also the oddest', async () => {
    const store = await storeOfService();
    const ids = [...oddIds, ...'%_*?!\'();:@&=+$,#[]{}|\\^`<>"~-', '%2e', '...', '.a', 'a/../b', '?x', '//'];
    const records = new Map(ids.map((each, number) => [each, makeRecord(number)[1]]));
    await Promise.all([...records].map((record) => store.put(...record)));
    expect(await contentOf(store)).toEqual(records);
    for (const [each, stored] of records) expect(await store.get(each)).toEqual(stored);
  });

  test.each(['.', '..'])('%s is refused, and no request is made', async (step) => {
    let requests = 0;
    const store = await storeOver((_, response) => {
      requests++;
      response.end();
    });
    for (const call of [store.get(step), store.put(step, location), store.replace(step, location)]) {
      await expect(call).rejects.toThrow(RecordRefusedError);
    }
    await expect(store.delete(step)).rejects.toThrow(`The identifier "${step}" cannot be sent`);
    expect(requests).toBe(0);
  });

  test('go below the path of the base URL', async () => {
    const targets: unknown[] = [];
    const server = await startServer(({ method, url }, response) => {
      targets.push(`${method} ${url}`);
      response.end();
    });
    running.push(server);
    const store = openServiceStore({ url: `${server.url}/v1/locations`, timeout: 60_000 });
    await store.put("a'b/ü", location);
    await store.delete('*');
    await errorOf(contentOf(store));
    expect(targets).toEqual([
      'POST /v1/locations/a%27b%2F%C3%BC',
      'DELETE /v1/locations/%2A',
      'GET /v1/locations/',
    ]);
  });
});

test.each(calls)('%s sends the fields of the caller', async (_, call) => {
  const fields: unknown[] = [];
  const store = await storeOver(
    ({ headers }, response) => {
      fields.push(headers.authorization, headers['x-trace']);
      response.end();
    },
    {
      headers: [
        ['Authorization', 'Bearer abc'],
        ['X-Trace', '7'],
      ],
    },
  );
  await errorOf(call(store));
  expect(fields).toEqual(['Bearer abc', '7']);
});

describe.each(calls)('%s', (name, call) => {
  const responding = (status: number, body = '', headers = {}) =>
    storeOver((_, response) => response.writeHead(status, headers).end(body));
  const problem = (message: string) => JSON.stringify({ error_message: message });

  test.each([408, 429, 500, 502, 503, 504])('may be tried again after %d', async (status) => {
    const error = await errorOf(call(await responding(status, problem('Internal server error'))));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((error as Error).message).toContain(`responded with ${status}, "Internal server error".`);
  });

  test.each([401, 403])('names --header after %d', async (status) => {
    const error = await errorOf(call(await responding(status)));
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect((error as Error).message).toMatch(new RegExp(`refuses access with ${status}; see --header\\.$`));
  });

  test.each([301, 302, 307, 308])('does not follow the redirect of %d', async (status) => {
    let followed = 0;
    const other = await startServer((_, response) => {
      followed++;
      response.end();
    });
    running.push(other);
    const error = await errorOf(call(await responding(status, '', { location: `${other.url}/x` })));
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect((error as Error).message).toContain(`redirects to ${other.url}/x, which is not followed`);
    expect(followed).toBe(0);
  });

  test.each([
    [404, '<h1>Not Found</h1>'],
    [404, problem('Route not found')],
    [405, problem('Method not allowed')],
    [204, ''],
    [201, ''],
  ])('refuses what is not a service: %d %s', async (status, body) => {
    const error = await errorOf(call(await responding(status, body)));
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect((error as Error).message).toContain(`responded with ${status}`);
  });

  test('refuses a page in the place of a service', async () => {
    const error = await errorOf(
      call(await responding(200, '<h1>Log in</h1>', { 'content-type': 'text/html' })),
    );
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect((error as Error).message).toMatch(/is not one of a service of location records: /);
  });

  test('tells what the service refuses for good', async () => {
    const error = await errorOf(call(await responding(400, problem('Too long.\n\u001b[31m'))));
    expect((error as Error).message).toMatch(/400, "Too long\. \\u001b\[31m"\.$/);
    if (name === 'list') expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    else expect(error).toBeInstanceOf(RecordRefusedError);
  });

  test('tells that the service is not there', async () => {
    const { port, leave } = await occupyPort();
    await leave();
    const store = openServiceStore({ url: `http://127.0.0.1:${port}`, timeout: 60_000 });
    const error = await errorOf(call(store));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((error as Error).message).toContain('ECONNREFUSED');
  });

  test('tells that the service does not respond', async () => {
    const error = await errorOf(call(await storeOver(() => {}, { timeout: 20 })));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((error as Error).message).toContain('did not respond within 20 ms; see --timeout.');
  });
});

describe('a list', () => {
  const json = { 'content-type': 'application/json' };
  const whole = JSON.stringify(makeRecords(3));

  test.each([
    ['a record', `[["a",{"coordinates":{"latitude":1`],
    ['two records', `[["a",{"coordinates":{"latitude":1,"longitude":2}}],`],
    ['all of its records', whole.slice(0, -1)],
    ['nothing', ''],
  ])('that is cut off after a part of %s rejects, however the connection ends', async (_, sent) => {
    const cut = await storeOver((_request, response) => {
      response.writeHead(200, json).write(sent || '[');
      setImmediate(() => response.destroy());
    });
    expect(await errorOf(contentOf(cut))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const short = await storeOver((_request, response) => {
      response.writeHead(200, { ...json, 'content-length': sent.length + 10 }).write(sent || '[');
      setImmediate(() => response.destroy());
    });
    expect(await errorOf(contentOf(short))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    // HTTP/1.0 has no sign of the end but the end of the connection.
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${sent}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as { port: number };
      const store = openServiceStore({ url: `http://127.0.0.1:${port}`, timeout: 60_000 });
      const error = await errorOf(contentOf(store));
      expect(isStoreError(error)).toBe(true);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test.each([
    ['another type', { 'content-type': 'text/html' }, whole],
    ['a record twice as long as a pair', json, '[["a",{"coordinates":{"latitude":1,"longitude":2}},1,2]]'],
    ['an unknown member', json, '[["a",{"coordinates":{"latitude":1,"longitude":2},"x":1}]]'],
    ['something behind it', json, `${whole}[]`],
    ['an object in its place', json, '{}'],
  ])('with %s rejects', async (_, headers, body) => {
    const store = await storeOver((_request, response) => response.writeHead(200, headers).end(body));
    expect(await errorOf(contentOf(store))).toMatchObject({ code: 'STORE_UNSUITABLE' });
  });

  test('that stops in the middle rejects', async () => {
    const store = await storeOver((_, response) => response.writeHead(200, json).write('['), {
      timeout: 500,
    });
    const error = await errorOf(contentOf(store));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((error as Error).message).toContain(
      'broke its list off: nothing came within 500 ms; see --timeout.',
    );
  });

  test('that is given up releases its connection', async () => {
    const records = JSON.stringify(makeRecords(20_000));
    const closed: Promise<unknown>[] = [];
    const store = await storeOver((_, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)));
      response.writeHead(200, json).write(`${records.slice(0, -1)},`);
    });
    for await (const batch of store.list()) if (batch.length > 0) break;
    expect(closed).toHaveLength(1);
    await Promise.all(closed);
  });
});

test.each([
  [
    'null as a description',
    '{"description":null,"coordinates":{"latitude":-0,"longitude":2}}',
    { coordinates: { latitude: 0, longitude: 2 } },
  ],
  ['no coordinates', '{"description":"a"}', undefined],
  ['a number in quotes', '{"coordinates":{"latitude":"1","longitude":2}}', undefined],
  ['no JSON', '<p>Log in', undefined],
])('a record with %s is read as the service means it, or refused', async (_, body, expected) => {
  const headers = { 'content-type': 'application/json' };
  const store = await storeOver((_request, response) => response.writeHead(200, headers).end(body));
  const outcome = await store.get(id).catch((error: unknown) => error);
  if (expected) expect(outcome).toEqual(expected);
  else expect(outcome).toMatchObject({ code: 'STORE_UNSUITABLE' });
});

test('64 requests are under way at a time, and the others wait', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  let responded = 0;
  const total = 200;
  const release = () => {
    responded++;
    waiting.shift()?.();
    if (total - responded < maxRequests && waiting.length > 0) setImmediate(release);
  };
  const store = await storeOver((_, response) => {
    waiting.push(() => response.end());
    most = Math.max(most, waiting.length);
    if (waiting.length === maxRequests) setImmediate(release);
  });
  await Promise.all(makeRecords(total).map((record) => store.put(...record)));
  expect(most).toBe(maxRequests);
});
