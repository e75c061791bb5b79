import { describe, expect, it } from 'vitest';
import { breakConnection, createFake, cutResponse, loseResponse } from '../../src/index.ts';
import { playwrightRoute, type Route } from '../../src/playwright/index.ts';
import { locationAt } from '../fake-requests.ts';

const home = locationAt(1);
const url = 'https://api.test/v1';

/** A route as Playwright makes one of a page's request, which keeps what the handler does with it. */
function routeOf(method: string, target: string, body?: string, headers: Record<string, string> = {}) {
  const done: unknown[] = [];
  const route: Route = {
    request: () => ({
      url: () => target,
      method: () => method,
      allHeaders: async () => ({ ':authority': 'api.test', ...headers }),
      postDataBuffer: () => (body === undefined ? null : Buffer.from(body)),
    }),
    fulfill: async (response) => void done.push(response),
    abort: async (errorCode) => void done.push(`abort ${errorCode}`),
    fallback: async () => void done.push('fallback'),
  };
  return { route, done };
}

describe('a handler for the routes of Playwright', () => {
  it('responds with the fake', async () => {
    const fake = createFake({ records: { home } });
    const handle = playwrightRoute(fake, { url });
    const get = routeOf('GET', `${url}/home`);
    await handle(get.route);
    const headers = { 'content-type': 'application/json', 'content-length': '44' };
    expect(get.done).toEqual([{ status: 200, headers, body: Buffer.from(JSON.stringify(home)) }]);
    const json = { 'content-type': 'application/json' };
    const put = routeOf('PUT', `${url}/home`, JSON.stringify(locationAt(2)), json);
    await handle(put.route);
    expect(put.done).toMatchObject([{ status: 200, body: Buffer.alloc(0) }]);
    expect(fake.records.get('home')).toEqual(locationAt(2));
    expect(fake.journal.lines()).toEqual(['GET /home 200', 'PUT /home 200']);
  });

  it('hands the bytes of a response on as they are', async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x1f, 0x8b, 0xff, 0);
    async function* pieces() {
      yield bytes;
      return undefined;
    }
    const fake = createFake();
    fake.faults.add({
      name: 'bytes',
      createHandler: () => async () => ({ status: 200, headers: {}, body: pieces() }),
    });
    const { route, done } = routeOf('GET', `${url}/tile`);
    await playwrightRoute(fake, { url })(route);
    expect(done).toEqual([{ status: 200, headers: {}, body: Buffer.from(bytes) }]);
  });

  it('leaves requests that are not below the URL to the next handler', async () => {
    const fake = createFake();
    const { route, done } = routeOf('GET', 'https://api.test/v2');
    await playwrightRoute(fake, { url })(route);
    expect(done).toEqual(['fallback']);
    expect(fake.journal.count()).toBe(0);
  });

  it.each([
    ['before the request', breakConnection(), 'DELETE', true],
    ['before the response', loseResponse(), 'DELETE', false],
    ['in the middle of the response', cutResponse(), 'GET', true],
  ])('resets a connection that breaks %s', async (_, fault, method, isKept) => {
    const fake = createFake({ records: { home } });
    fake.faults.add(fault);
    const { route, done } = routeOf(method, `${fake.baseUrl}/home`);
    await playwrightRoute(fake)(route);
    expect(done).toEqual(['abort connectionreset']);
    expect(fake.records.has('home')).toBe(isKept);
  });

  it('rejects when the fake cannot respond', async () => {
    const fake = createFake();
    const failure = new Error('a fault of a test');
    fake.faults.add({
      name: 'failing',
      createHandler: () => async () => {
        throw failure;
      },
    });
    const { route, done } = routeOf('GET', fake.baseUrl);
    await expect(playwrightRoute(fake)(route)).rejects.toThrow();
    expect(done).toEqual([]);
  });
});
