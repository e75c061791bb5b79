import nodeHttp from 'node:http';
import nodeHttps from 'node:https';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import got from 'got';
import * as undici from 'undici';
import * as undici6 from 'undici6';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { breakConnection, createFake, cutResponse, loseResponse, respondWith } from '../../src/index.ts';
import { type ReplacedNetwork, replaceNetwork } from '../../src/network/index.ts';
import { locationAt } from '../fake-requests.ts';

const home = locationAt(1);
const fake = createFake({ records: { home } });
const url = 'https://api.test/v1';
const original = globalThis.fetch;
let network: ReplacedNetwork | undefined;

/** A client: its own way to send a request and to read the whole response. */
interface Client {
  /** Sends a request, with a body of JSON or without, and resolves to its status and its body. */
  send(method: string, url: string, body?: string): Promise<[status: number, body: string]>;
  /** The error when a connection breaks before the response. */
  readonly broken: object;
  /** The error when it breaks in the middle of the body. */
  readonly cut: object;
}

const headers = { 'Content-Type': 'application/json' };

function sendByNode(method: string, target: string, body?: string): Promise<[number, string]> {
  const { request } = target.startsWith('https:') ? nodeHttps : nodeHttp;
  return new Promise((resolve, reject) => {
    request(target, { method, headers }, (response) => {
      text(response).then((received) => resolve([response.statusCode ?? 0, received]), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

async function sendBy(fetch: typeof globalThis.fetch, method: string, target: string, body?: string) {
  const response = await fetch(target, { method, headers, ...(body !== undefined && { body }) });
  return [response.status, await response.text()] as [number, string];
}

const closed = { code: 'UND_ERR_SOCKET', message: 'other side closed' };
const fetchFailed = { name: 'TypeError', message: 'fetch failed', cause: closed };
const fetchCut = { name: 'TypeError', message: 'terminated', cause: closed };

/** The clients that need no change. The README has the same table. */
const clients: Readonly<Record<string, Client>> = {
  fetch: {
    send: (method, target, body) => sendBy(fetch, method, target, body),
    broken: fetchFailed,
    cut: fetchCut,
  },
  'node:http and node:https': {
    send: sendByNode,
    broken: { code: 'ECONNRESET', message: 'socket hang up' },
    cut: { code: 'ECONNRESET', message: 'aborted' },
  },
  axios: {
    async send(method, url, data) {
      const options = {
        method,
        url,
        data,
        headers,
        responseType: 'text',
        validateStatus: () => true,
      } as const;
      const { status, data: received } = await axios.request({
        ...options,
        transformResponse: (text) => text,
      });
      return [status, received];
    },
    broken: { code: 'ECONNRESET', message: 'socket hang up' },
    cut: { code: 'ERR_BAD_RESPONSE', message: 'stream has been aborted' },
  },
  got: {
    async send(method, target, body) {
      const options = { method: method as 'GET', headers, throwHttpErrors: false, retry: { limit: 0 } };
      const response = await got(target, { ...options, ...(body !== undefined && { body }) });
      return [response.statusCode, response.body];
    },
    broken: { code: 'ECONNRESET', message: 'socket hang up' },
    cut: { code: 'ECONNRESET', name: 'ReadError' },
  },
  'request of undici 7': {
    async send(method, target, body) {
      const options = { method: method as 'GET', headers, body: body ?? null };
      const response = await undici.request(target, options);
      return [response.statusCode, await response.body.text()];
    },
    broken: closed,
    cut: closed,
  },
  'fetch of undici 7': {
    send: (method, target, body) => sendBy(undici.fetch as unknown as typeof fetch, method, target, body),
    broken: fetchFailed,
    cut: fetchCut,
  },
  'request of undici 6': {
    async send(method, target, body) {
      const options = { method: method as 'GET', headers, body: body ?? null };
      const response = await undici6.request(target, options);
      return [response.statusCode, await response.body.text()];
    },
    broken: closed,
    cut: closed,
  },
};

beforeEach(() => {
  fake.reset();
});

afterEach(() => {
  network?.restore();
  network = undefined;
  expect(globalThis.fetch).toBe(original);
});

describe.each(Object.entries(clients))('%s', (_, { send, broken, cut }) => {
  it.each(['http://plain.test', url])('gets the responses of the fake from %s', async (base) => {
    network = replaceNetwork(fake, { url: base });
    expect(await send('GET', `${base}/home`)).toEqual([200, JSON.stringify(home)]);
    expect(await send('DELETE', `${base}/home?now`)).toEqual([200, '']);
    expect((await send('GET', `${base}/home`))[0]).toBe(404);
    expect(fake.journal.lines()).toEqual(['GET /home 200', 'DELETE /home?now 200', 'GET /home 404']);
    const [{ request } = { request: undefined }] = fake.journal.entries;
    expect(request?.headers.host ?? [new URL(base).host]).toEqual([new URL(base).host]);
  });

  it('stores what it sends', async () => {
    network = replaceNetwork(fake, { url });
    const away = { description: 'élan', ...locationAt(2) };
    expect(await send('POST', `${url}/away%2Fa`, JSON.stringify(away))).toEqual([200, '']);
    expect(fake.records.get('away/a')).toEqual(away);
    expect(await send('PUT', `${url}/home`, '{}')).toEqual([
      400,
      '{"error_message":"Provided JSON is not valid"}',
    ]);
    expect(await send('HEAD', `${url}/home`)).toEqual([200, '']);
  });

  it('sees a connection that breaks before the request', async () => {
    network = replaceNetwork(fake, { url });
    fake.faults.add(breakConnection(), { times: 1 });
    await expect(send('DELETE', `${url}/home`)).rejects.toMatchObject(broken);
    expect(fake.records.has('home')).toBe(true);
  });

  it('sees a connection that breaks before the response', async () => {
    network = replaceNetwork(fake, { url });
    fake.faults.add(loseResponse(), { times: 1 });
    await expect(send('DELETE', `${url}/home`)).rejects.toMatchObject(broken);
    expect(fake.records.has('home')).toBe(false);
    expect((await send('GET', `${url}/home`))[0]).toBe(404);
  });

  it('sees a connection that breaks in the middle of the response', async () => {
    network = replaceNetwork(fake, { url });
    fake.faults.add(cutResponse(), { times: 1 });
    await expect(send('GET', `${url}/home`)).rejects.toMatchObject(cut);
  });

  it('sees the status and the body that a fault sends', async () => {
    network = replaceNetwork(fake, { url });
    fake.faults.add(respondWith(503, { message: 'Later' }));
    expect(await send('GET', `${url}/home`)).toEqual([503, '{"error_message":"Later"}']);
  });

  it('cannot reach a URL that no fake serves', async () => {
    network = replaceNetwork(fake, { url });
    const error = await send('GET', 'https://api.test/v2/home').catch((thrown) => thrown);
    const message =
      'GET https://api.test/v2/home is not under the base URL of the fake. To let such requests';
    expect([error.message, error.cause?.message].join()).toContain(message);
    expect([error.code, error.cause?.code]).toContain('URL_NOT_SERVED');
    expect(fake.journal.count()).toBe(0);
  });

  it('reaches this machine, also when the fake is restored', async () => {
    const server = await createFake({ records: { home } }).listen();
    network = replaceNetwork(fake, { url });
    expect(await send('GET', `${server.url}/home`)).toEqual([200, JSON.stringify(home)]);
    network.restore();
    expect(await send('GET', `${server.url}/home`)).toEqual([200, JSON.stringify(home)]);
    await server.close();
    expect(fake.journal.count()).toBe(0);
  });
});

describe('requests that no fake serves', () => {
  // A name that no server knows (RFC 2606): the request reaches the network, and finds nothing there.
  const elsewhere = 'http://elsewhere.invalid/a';

  it.each(['warn', 'pass'] as const)('reach the network with %s', async (onUnhandled) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    network = replaceNetwork(fake, { url, onUnhandled });
    for (const { send } of Object.values(clients)) {
      const error = await send('GET', elsewhere).catch((thrown) => thrown);
      expect(error.code ?? error.cause?.code).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/);
    }
    const expected = [
      ['GET http://elsewhere.invalid/a is not under the URL of a fake, and goes to the network.'],
    ];
    expect(warn.mock.calls).toEqual(onUnhandled === 'warn' ? expected : []);
    warn.mockRestore();
  });

  it('reach the network unless one of the fakes refuses them', async () => {
    network = replaceNetwork(fake, { url, onUnhandled: 'pass' });
    using _strict = replaceNetwork(createFake({ baseUrl: 'https://other.test' }));
    await expect(fetch(elsewhere)).rejects.toMatchObject({ code: 'URL_NOT_SERVED' });
  });
});

describe('several fakes', () => {
  it('replace services at once, and are restored in any order', async () => {
    const other = createFake({ baseUrl: 'https://other.test', records: { away: home } });
    network = replaceNetwork(fake, { url });
    const second = replaceNetwork(other);
    network.restore();
    network.restore();
    expect((await axios.get('https://other.test/away')).data).toEqual(home);
    await expect(fetch(`${url}/home`)).rejects.toMatchObject({ code: 'URL_NOT_SERVED' });
    second.restore();
    expect([fake.journal.count(), other.journal.count()]).toEqual([0, 1]);
  });
});

describe('the base path of a fake', () => {
  it.each(['', '/', '/?a', '/home', '/home?a', '/%68ome'])('is put before the target %j', async (target) => {
    const below = createFake({ baseUrl: 'http://location-records.test/all', records: { home } });
    network = replaceNetwork(below, { url });
    const response = await fetch(`${url}${target}`);
    expect(response.status).toBe(200);
    expect(response.url).toBe(`${url}${target}`);
    expect(below.journal.lines()).toEqual([`GET /all${target} 200`]);
  });
});

it('leaves a fetch that was replaced later', async () => {
  network = replaceNetwork(fake, { url });
  const replaced = globalThis.fetch;
  const above: typeof fetch = (input, init) => replaced(input, init);
  globalThis.fetch = above;
  network.restore();
  const server = await createFake().listen();
  expect(await (await fetch(server.url)).text()).toBe('[]');
  await server.close();
  expect(globalThis.fetch).toBe(above);
  globalThis.fetch = original;
});
