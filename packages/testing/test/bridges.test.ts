import nodeHttp from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFake, type Fake } from '../src/index.ts';
import { createNockScope } from '../src/nock.ts';
import { createRouteHandler } from '../src/playwright.ts';
import { locationAt } from './fake-requests.ts';

const home = locationAt(1);
const url = 'https://api.test/locations';
const fakeOfTest = () => createFake({ baseUrl: url, records: { home } });

/** msw 3 and nock 15 need Node.js 22. */
const isNewNode = Number(process.versions.node.split('.')[0]) >= 22;

/** Puts a fake in the place of the network. Returns what restores it. */
type Replace = (fake: Fake) => Promise<() => void>;

async function replaceByMsw(name: 'msw' | 'msw3', fake: Fake) {
  vi.resetModules();
  vi.doMock('msw', () => vi.importActual(name));
  const { createMswHandlers } = await import('../src/msw.ts');
  const { setupServer } = (await import(`${name}/node`)) as typeof import('msw/node');
  const { http, HttpResponse } = (await import(name)) as typeof import('msw');
  const others = http.all('https://api.test/users', () => HttpResponse.text('users'));
  const server = setupServer(...createMswHandlers(fake), others);
  server.listen({ onUnhandledRequest: 'error' });
  return () => server.close();
}

async function replaceByNock(name: 'nock' | 'nock15', fake: Fake) {
  const { default: nock } = (await import(name)) as { default: typeof import('nock') };
  if (!nock.isActive()) nock.activate();
  createNockScope(nock, fake);
  nock('https://api.test').get('/users').reply(200, 'users');
  return () => {
    nock.cleanAll();
    nock.restore();
  };
}

const bridges: [string, boolean, Replace][] = [
  ['msw 2', true, (fake) => replaceByMsw('msw', fake)],
  ['msw 3', isNewNode, (fake) => replaceByMsw('msw3', fake)],
  ['nock 14', true, (fake) => replaceByNock('nock', fake)],
  ['nock 15', isNewNode, (fake) => replaceByNock('nock15', fake)],
];

describe.each(bridges.filter(([, canRun]) => canRun))('with %s', (_name, _canRun, replace) => {
  let restore = () => {};
  afterEach(() => restore());

  it('the fake responds to fetch below its base URL', async () => {
    const fake = fakeOfTest();
    restore = await replace(fake);
    const response = await fetch(`${url}/home`);
    expect([response.status, await response.json()]).toEqual([200, home]);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(locationAt(2));
    expect((await fetch(`${url}/home`, { method: 'PUT', headers, body })).status).toBe(200);
    expect((await fetch(`${url}/home`, { method: 'DELETE' })).status).toBe(200);
    expect(await (await fetch(url)).json()).toEqual([]);
    expect(fake.journal.lines()).toEqual([
      'GET /locations/home 200',
      'PUT /locations/home 200',
      'DELETE /locations/home 200',
      'GET /locations 200',
    ]);
  });

  it('a request that is not below the base URL goes to another handler', async () => {
    const fake = fakeOfTest();
    restore = await replace(fake);
    expect(await (await fetch('https://api.test/users')).text()).toBe('users');
    expect(fake.journal.entries).toEqual([]);
  });

  it('the fake responds to clients of node:http', async () => {
    restore = await replace(createFake({ baseUrl: 'http://plain.test', records: { home } }));
    const served = await new Promise<string>((resolve, reject) => {
      nodeHttp.get('http://plain.test/home', (res) => resolve(text(res))).on('error', reject);
    });
    expect(JSON.parse(served)).toEqual(home);
  });

  it('the fault lost rejects fetch, and the work is done', async () => {
    const fake = fakeOfTest();
    fake.faults.add({ fault: 'lost', times: 1 });
    restore = await replace(fake);
    await expect(fetch(`${url}/home`, { method: 'DELETE' })).rejects.toThrow(TypeError);
    expect((await fetch(`${url}/home`)).status).toBe(404);
  });

  it('the fault torn breaks the body of the response off', async () => {
    const fake = fakeOfTest();
    fake.faults.add({ fault: 'torn' });
    restore = await replace(fake);
    await expect(fetch(`${url}/home`).then((response) => response.text())).rejects.toThrow();
  });
});

describe('the route handler for Playwright', () => {
  /** A route of a page's request, which keeps what the handler does with it. */
  function routeOf(method: string, target: string, body?: string) {
    const done: unknown[] = [];
    const route: Parameters<ReturnType<typeof createRouteHandler>>[0] = {
      request: () => ({
        url: () => target,
        method: () => method,
        allHeaders: async () => ({ ':authority': 'api.test', 'content-type': 'application/json' }),
        postDataBuffer: () => (body === undefined ? null : Buffer.from(body)),
      }),
      fulfill: async (response) => void done.push(response),
      abort: async (errorCode) => void done.push(`abort ${errorCode}`),
      fallback: async () => void done.push('fallback'),
    };
    return { route, done };
  }

  it('fulfills a route with the response of the fake', async () => {
    const fake = fakeOfTest();
    const get = routeOf('GET', `${url}/home`);
    await createRouteHandler(fake)(get.route);
    const headers = { 'content-type': 'application/json', 'content-length': '44' };
    expect(get.done).toEqual([{ status: 200, headers, body: Buffer.from(JSON.stringify(home)) }]);
    const put = routeOf('PUT', `${url}/home`, JSON.stringify(locationAt(2)));
    await createRouteHandler(fake)(put.route);
    expect(fake.records.get('home')).toEqual(locationAt(2));
  });

  it('leaves requests that are not below the base URL to the next handler', async () => {
    const fake = fakeOfTest();
    const { route, done } = routeOf('GET', 'https://api.test/v2');
    await createRouteHandler(fake)(route);
    expect([done, fake.journal.entries]).toEqual([['fallback'], []]);
  });

  it.each(['reset', 'lost', 'torn'] as const)(
    'aborts a route with connectionreset for the fault %s',
    async (fault) => {
      const fake = fakeOfTest();
      fake.faults.add({ fault });
      const { route, done } = routeOf('GET', `${url}/home`);
      await createRouteHandler(fake)(route);
      expect(done).toEqual(['abort connectionreset']);
    },
  );

  it('rejects with the error that a fault function throws', async () => {
    const fake = fakeOfTest();
    fake.faults.add({ fault: () => Promise.reject(new Error('a mistake of the test')) });
    const { route, done } = routeOf('GET', url);
    await expect(createRouteHandler(fake)(route)).rejects.toThrow('a mistake of the test');
    expect(done).toEqual([]);
  });
});
