import nodeHttp from 'node:http';
import { text } from 'node:stream/consumers';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { breakConnection, createFake, cutResponse, replaceFetch } from '../../src/index.ts';
import { mswHandlers } from '../../src/msw/index.ts';
import { locationAt } from '../fake-requests.ts';

const home = locationAt(1);
const options = { baseUrl: 'https://api.test/locations', records: { home } };

describe('the handlers for msw', () => {
  const fake = createFake(options);
  const others = http.all('https://api.test/users', () => HttpResponse.text('users'));
  const server = setupServer(...mswHandlers(fake), others);
  beforeEach(() => {
    fake.reset();
    server.listen({ onUnhandledRequest: 'error' });
  });
  afterEach(() => server.close());

  it('respond to what is below the base URL', async () => {
    const response = await fetch('https://api.test/locations/home');
    expect([response.status, await response.json()]).toEqual([200, home]);
    const body = JSON.stringify(locationAt(2));
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body };
    expect((await fetch('https://api.test/locations/home', init)).status).toBe(200);
    expect(fake.records.get('home')).toEqual(locationAt(2));
    expect(fake.journal.lines()).toEqual(['GET /locations/home 200', 'PUT /locations/home 200']);
  });

  it('leave the rest to other handlers', async () => {
    expect(await (await fetch('https://api.test/users')).text()).toBe('users');
    expect(fake.journal.count()).toBe(0);
  });

  it('respond to clients of node:http', async () => {
    const plain = createFake({ ...options, baseUrl: 'http://plain.test' });
    server.use(...mswHandlers(plain));
    const served = await new Promise<string>((resolve, reject) => {
      nodeHttp
        .request('http://plain.test/home', (res) => resolve(text(res)))
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(served)).toEqual(home);
  });

  it('break the connection as a fault says', async () => {
    fake.faults.add(breakConnection(), { times: 1 });
    await expect(fetch('https://api.test/locations/home')).rejects.toThrow(TypeError);
    fake.faults.add(cutResponse(), { times: 1 });
    const response = await fetch('https://api.test/locations/home');
    await expect(response.text()).rejects.toThrow();
    expect((await fetch('https://api.test/locations/home')).status).toBe(200);
  });
});

describe('the global fetch', () => {
  const original = globalThis.fetch;
  afterEach(() => expect(globalThis.fetch).toBe(original));

  it('is replaced for what is below the base URL, until it is restored', async () => {
    const fake = createFake(options);
    const elsewhere = createFake({ baseUrl: 'https://other.test' });
    const restoreElsewhere = replaceFetch(elsewhere);
    const restore = replaceFetch(fake);
    expect(await (await fetch('https://api.test/locations/home')).json()).toEqual(home);
    expect((await fetch(new Request('https://api.test/locations/home'))).status).toBe(200);
    expect(await (await fetch(new URL('https://other.test'))).text()).toBe('[]');
    restore();
    restore();
    expect(await (await fetch('https://other.test')).text()).toBe('[]');
    restoreElsewhere();
    expect([fake.journal.count(), elsewhere.journal.count()]).toEqual([2, 2]);
  });

  it('is restored in any order', async () => {
    const [first, second] = [createFake(options), createFake({ baseUrl: 'https://other.test' })];
    const [restoreFirst, restoreSecond] = [replaceFetch(first), replaceFetch(second)];
    restoreFirst();
    expect(await (await fetch('https://other.test')).text()).toBe('[]');
    const unserved = fetch('https://api.test/locations/home', { signal: AbortSignal.abort() });
    await expect(unserved).rejects.toThrow();
    expect(first.journal.count()).toBe(0);
    restoreSecond();
  });

  it('is restored at the end of a block', () => {
    const restore = replaceFetch(createFake(options));
    expect(globalThis.fetch).not.toBe(original);
    restore[Symbol.dispose]();
  });
});
