import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { isStoreError, type LocationStore } from '@location-records/core';
import { freePort } from '@location-records/workspace/engines';
import { contentOf, makeRecord, makeRecords, oddIds } from '@location-records/workspace/tests';
import { describe, expect, test } from 'vitest';
import { RecordRefusedError } from '../../src/errors.ts';
import type { Service } from '../../src/service/ask-service.ts';
import { openServiceStore } from '../../src/service/service-store.ts';
import { serveOnce, serveSecurely, serviceListener, silent } from '../servers.ts';

const [id, location] = makeRecord(1);
const json = { 'content-type': 'application/json' };

function open(url: string, own: Partial<Service> = {}): LocationStore {
  return openServiceStore({ url, timeout: 60_000, ...own });
}

async function storeOver(listener: RequestListener, own: Partial<Service> = {}): Promise<LocationStore> {
  return open(await serveOnce(listener), own);
}

/** A store over a server with one response for everything. */
function responding(status: number, body = '', headers = {}): Promise<LocationStore> {
  return storeOver((_, response) => response.writeHead(status, headers).end(body));
}

/** Each way to ask a store for something. */
const calls: readonly (readonly [name: string, call: (store: LocationStore) => Promise<unknown>])[] = [
  ['get', (store) => store.get(id)],
  ['put', (store) => store.put(id, location)],
  ['replace', (store) => store.replace(id, location)],
  ['delete', (store) => store.delete(id)],
  ['list', (store) => contentOf(store)],
];

function errorOf(promise: Promise<unknown>): Promise<{ code?: string; message?: string }> {
  return promise.then(
    () => ({}),
    (error) => error,
  );
}

describe('identifiers', () => {
  test('are percent-encoded, even the oddest', async () => {
    const store = await storeOver(serviceListener({ bodyLimit: 2 ** 26 }));
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
    await expect(store.get(step)).rejects.toThrow(RecordRefusedError);
    await expect(store.delete(step)).rejects.toThrow(`The identifier "${step}" cannot be sent`);
    expect(requests).toBe(0);
  });

  test('follow the path of the base URL', async () => {
    const targets: unknown[] = [];
    const url = await serveOnce(({ method, url }, response) => {
      targets.push(`${method} ${url}`);
      response.end();
    });
    const store = open(`${url}/v1/locations`);
    await store.put("a'b/ü", location);
    await errorOf(contentOf(store));
    expect(targets).toEqual(["POST /v1/locations/a'b%2F%C3%BC", 'GET /v1/locations/']);
  });
});

describe.each(calls)('%s', (name, call) => {
  test('sends the fields of the caller', async () => {
    const fields: unknown[] = [];
    const headers = [
      ['Authorization', 'Bearer abc'],
      ['X-Trace', '7'],
    ] as const;
    const store = await storeOver(
      ({ headers }, response) => {
        fields.push(headers.authorization, headers['x-trace']);
        response.end();
      },
      { headers },
    );
    await errorOf(call(store));
    expect(fields).toEqual(['Bearer abc', '7']);
  });

  test.each<[status: number, body: string, code: string | undefined, message: RegExp]>([
    [429, '', 'STORE_UNAVAILABLE', / responded with 429\.$/],
    [500, '{"error_message":"No disk."}', 'STORE_UNAVAILABLE', / responded with 500, "No disk"\.$/],
    [401, '', 'STORE_UNSUITABLE', / refuses access with 401; see --header\.$/],
    [307, '', 'STORE_UNSUITABLE', / redirects to http:\/\/a\.example, which is not followed; /],
    [404, '<h1>Not Found</h1>', 'STORE_UNSUITABLE', / responded with 404\.$/],
    [405, '{"error_message":"Method not allowed"}', 'STORE_UNSUITABLE', / responded with 405, "Method not/],
    [201, '', 'STORE_UNSUITABLE', / responded with 201\.$/],
    [200, '<h1>Log in</h1>', 'STORE_UNSUITABLE', /^There is no service of location records at http/],
    [
      400,
      '{"error_message":"Too long.\\n\\u001b[31m"}',
      name === 'list' ? 'STORE_UNSUITABLE' : 'RECORD_REFUSED',
      / responded with 400, "Too long\. \\u001b\[31m"\.$/,
    ],
  ])('rejects after a response %d %s', async (status, body, code, message) => {
    const store = await responding(status, body, { location: 'http://a.example' });
    const error = await errorOf(call(store));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('rejects when nothing listens', async () => {
    const error = await errorOf(call(open(`http://127.0.0.1:${await freePort()}`)));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(error.message).toMatch(
      /cannot be asked: nothing listens there; .* \(connect ECONNREFUSED [\d.:]+\)\.$/,
    );
  });

  test('rejects when the service does not respond', async () => {
    const error = await errorOf(call(await storeOver(silent, { timeout: 20 })));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(error.message).toContain('did not respond within 20 ms; see --timeout.');
  });
});

test('a certificate that is not trusted and a wrong scheme are named', async () => {
  const secure = await serveSecurely();
  const messageOf = async (url: string) => (await errorOf(open(url).get(id))).message;
  expect(await messageOf(secure)).toContain(
    'its certificate is not accepted; name its authority in the environment variable NODE_EXTRA_CA_CERTS (self-signed',
  );
  const scheme = 'the connection broke; see whether the service still runs, and check http:// or https://';
  expect(await messageOf(secure.replace('https:', 'http:'))).toContain(scheme);
  const plain = await serveOnce((_, response) => response.end());
  expect(await messageOf(plain.replace('http:', 'https:'))).toContain(
    'it does not speak TLS; write http:// instead of https://',
  );
});

describe('a list', () => {
  const whole = JSON.stringify(makeRecords(3));

  test.each([
    ['a record', `[["a",{"coordinates":{"latitude":1`],
    ['all of its records', whole.slice(0, -1)],
    ['nothing', ''],
  ])('that is cut off after %s rejects, however the connection ends', async (_, sent) => {
    const cut = await storeOver((_request, response) => {
      response.writeHead(200, json).write(sent || '[');
      setImmediate(() => response.destroy());
    });
    expect(await errorOf(contentOf(cut))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    // In HTTP/1.0 the end of the connection is the end of the body.
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${sent}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const error = await errorOf(contentOf(open(`http://127.0.0.1:${port}`)));
    await new Promise((resolve) => server.close(resolve));
    expect(isStoreError(error)).toBe(true);
  });

  test.each([
    ['another type', { 'content-type': 'text/html' }, '<h1>Log in</h1>'],
    ['three parts in a pair', json, '[["a",{"coordinates":{"latitude":1,"longitude":2}},1]]'],
    ['more behind it', json, `${whole}[]`],
    ['an object in its place', json, '{}'],
  ])('with %s rejects', async (_, headers, body) => {
    const store = await responding(200, body, headers);
    expect(await errorOf(contentOf(store))).toMatchObject({ code: 'STORE_UNSUITABLE' });
  });

  test('that stops in the middle rejects', async () => {
    const store = await storeOver((_, response) => response.writeHead(200, json).write('['), {
      timeout: 2000,
    });
    const error = await errorOf(contentOf(store));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(error.message).toContain('its response brought less than 64 KiB within 2000 ms; see --timeout.');
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

test('null as a description, and -0, are read as the service means them', async () => {
  const store = await responding(
    200,
    '{"description":null,"coordinates":{"latitude":-0,"longitude":2}}',
    json,
  );
  expect(await store.get(id)).toEqual({ coordinates: { latitude: 0, longitude: 2 } });
});

test.each(['{"description":"a"}', '{"coordinates":{"latitude":"1","longitude":2}}', '<p>Log in'])(
  'a record %s is refused',
  async (body) => {
    const store = await responding(200, body, json);
    expect(await errorOf(store.get(id))).toMatchObject({ code: 'STORE_UNSUITABLE' });
  },
);
