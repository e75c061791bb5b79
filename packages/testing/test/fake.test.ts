import { once } from 'node:events';
import { connect } from 'node:net';
import { createMemoryStore, type Handler, type Location, type LocationRecord } from '@location-records/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFake, type FakeOptions } from '../src/index.ts';
import { locationAt, numberedRecords, post } from './fake-requests.ts';

const home = locationAt(1);
const work = { description: 'work', ...locationAt(2) };

describe('the fetch of a fake', () => {
  it('responds as the service does, also when it is called as a plain function', async () => {
    const { fetch } = createFake({ records: { home } });
    const response = await fetch('http://location-records.test/home');
    expect([response.status, response.url]).toEqual([200, 'http://location-records.test/home']);
    expect(await response.text()).toBe(JSON.stringify(home));
  });

  it('takes a URL, a Request, and a path below the base URL', async () => {
    const fake = createFake({ baseUrl: 'https://api.test/v1/locations/', records: { home } });
    const url = 'https://api.test/v1/locations/home';
    for (const input of [url, new URL(url), 'home', new Request(url)]) {
      expect((await fake.fetch(input)).status).toBe(200);
    }
    expect(fake.baseUrl).toBe('https://api.test/v1/locations');
  });

  it('responds with 404 outside its base path, and rejects for another origin', async () => {
    const fake = createFake({ baseUrl: 'https://api.test/locations' });
    const response = await fake.fetch('https://api.test/users');
    expect(await response.json()).toEqual({ error_message: 'Route not found' });
    const refused = fake.fetch('https://other.test/locations');
    await expect(refused).rejects.toThrow(
      'https://other.test is not the origin of https://api.test/locations',
    );
    await expect(refused).rejects.toBeInstanceOf(TypeError);
  });

  it('asks the fallbackFetch for what is not below its base URL', async () => {
    const asked: string[] = [];
    const fake = createFake({
      baseUrl: 'https://api.test/locations',
      fallbackFetch: async (input, init) => {
        const request = new Request(input, init);
        asked.push(`${request.method} ${request.url} ${await request.text()}`);
        return new Response('elsewhere');
      },
    });
    const response = await fake.fetch('https://api.test/users', { method: 'POST', body: 'x' });
    expect(await response.text()).toBe('elsewhere');
    expect((await fake.fetch('https://api.test/locations/%61')).status).toBe(404);
    expect(asked).toEqual(['POST https://api.test/users x']);
    expect(fake.journal.entries).toHaveLength(1);
  });

  it.each([
    ['https://api.test/locations', true],
    ['https://api.test/%6cocations/a', true],
    ['https://api.test/locationsa', false],
    ['http://api.test/locations', false],
    ['/locations', false],
  ])('serves %s: %s', (url, expected) => {
    expect(createFake({ baseUrl: 'https://api.test/locations' }).serves(url)).toBe(expected);
  });

  it('gives a response and its clones a URL without the fragment', async () => {
    const fake = createFake({ records: { home } });
    const response = await fake.fetch('home?a#b');
    for (const { url } of [response, response.clone()])
      expect(url).toBe('http://location-records.test/home?a');
    expect(fake.journal.lines()).toEqual(['GET /home?a 200']);
  });

  it('rejects with the reason of an aborted signal, without asking the service', async () => {
    const fake = createFake();
    const signal = AbortSignal.abort(new Error('no longer'));
    await expect(fake.fetch('a', { signal })).rejects.toThrow('no longer');
    expect(fake.journal.entries).toEqual([]);
  });

  it('cannot read the body of a record once the signal has aborted', async () => {
    const fake = createFake({ records: { home } });
    const controller = new AbortController();
    const response = await fake.fetch('home', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(response.text()).rejects.toThrow('enough');
  });
});

describe('the records of a fake', () => {
  it('begin with the option records in its order, and follow requests', async () => {
    const fake = createFake({
      records: new Map([
        ['b', home],
        ['a', work],
      ]),
    });
    expect([...fake.records]).toEqual([
      ['b', home],
      ['a', work],
    ]);
    await post(fake, 'c', work);
    await fake.fetch('b', { method: 'DELETE' });
    expect([fake.records.size, fake.records.has('b'), fake.records.get('c')]).toEqual([2, false, work]);
  });

  it('change synchronously by put and delete, and are read as copies', async () => {
    const fake = createFake({ records: { home } });
    fake.records.put('work', work);
    fake.records.delete('home');
    expect(await (await fake.fetch('')).json()).toEqual([['work', work]]);
    const copy = fake.records.get('work') as { description: string };
    copy.description = 'x';
    expect(fake.records.get('work')).toEqual(work);
  });

  it.each<[string, Iterable<LocationRecord> | Record<string, Location>, string]>([
    [
      'not a number',
      { a: { coordinates: { latitude: '1', longitude: 2 } } as never },
      'expected a finite number in the record "a"',
    ],
    [
      'a misspelled member',
      { a: { descripton: 'x', ...home } as never },
      '"location.descripton": expected no members but description and coordinates in the record "a"',
    ],
    [
      'an unknown coordinate',
      { a: { coordinates: { ...home.coordinates, altitude: 1 } } as never },
      '"location.coordinates.altitude"',
    ],
    ['an empty identifier', { '': home }, '"id"'],
    [
      'an identifier twice',
      [
        ['a', home],
        ['a', work],
      ],
      'not two of "a"',
    ],
    ['no pairs', ['a'] as never, 'an object, or pairs'],
  ])('createFake refuses records with %s', (_, records, message) => {
    expect(() => createFake({ records })).toThrow(message);
  });

  it('put refuses what createFake refuses', () => {
    const { records } = createFake();
    expect(() => records.put('', home)).toThrow('"id"');
    expect(() => records.put('a', { note: 'x', ...home } as Location)).toThrow('"location.note"');
    expect(records.size).toBe(0);
  });
});

describe('reset and fork', () => {
  it('reset restores the first records and faults, and empties the journal', async () => {
    const fake = createFake({ records: { home }, faults: [{ fault: 'lost', times: 1 }] });
    await expect(post(fake, 'work', work)).rejects.toThrow();
    fake.faults.add({ fault: 'reset' });
    fake.reset();
    expect([...fake.records]).toEqual([['home', home]]);
    expect([fake.journal.entries, [...fake.faults].length]).toEqual([[], 1]);
    await expect(fake.fetch('home')).rejects.toThrow();
  });

  it('reset leaves requests under way to the records they began with', async () => {
    const fake = createFake();
    let arrive = (_bytes: Uint8Array) => {};
    const body = new Promise<Uint8Array>((resolve) => {
      arrive = resolve;
    });
    const headers = { 'content-type': ['application/json'] };
    const pending = fake.handle({ method: 'POST', target: '/a', headers, body: () => body });
    fake.reset();
    arrive(new TextEncoder().encode(JSON.stringify(home)));
    expect((await pending).status).toBe(200);
    expect([fake.records.size, fake.journal.entries]).toEqual([0, []]);
  });

  it('a fork is independent, and begins with the records as they are', async () => {
    const fake = createFake({ records: { home } });
    await post(fake, 'work', work);
    const fork = fake.fork();
    fork.records.delete('work');
    fake.reset();
    fork.reset();
    expect([...fork.records]).toEqual([
      ['home', home],
      ['work', work],
    ]);
    expect([...fake.records]).toEqual([['home', home]]);
    await fork.fetch('home');
    expect([fake.journal.entries.length, fork.journal.entries.length]).toEqual([0, 1]);
  });

  it('a fork keeps the options', async () => {
    const fork = createFake({ baseUrl: 'http://a.test/b', strictCoordinates: true }).fork();
    expect((await post(fork, 'a', { coordinates: { latitude: 91, longitude: 0 } })).status).toBe(400);
    expect(fork.baseUrl).toBe('http://a.test/b');
  });
});

describe('a fake that listens', () => {
  it('responds on a free port under its base path until it is closed', async () => {
    const fake = createFake({ baseUrl: 'https://api.test/locations/', records: { home } });
    const { url, port } = await fake.listen();
    expect(url).toBe(`http://127.0.0.1:${port}/locations`);
    expect(await (await fetch(`${url}/home`)).json()).toEqual(home);
    expect(fake.journal.lines()).toEqual(['GET /locations/home 200']);
    await fake.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('is closed by await using', async () => {
    let url = '';
    {
      await using fake = createFake();
      ({ url } = await fake.listen());
      await using second = await fake.listen();
      expect((await fetch(second.url)).status).toBe(200);
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  it('close() ends a connection that its client keeps open after CONNECT', async () => {
    const { port, close } = await createFake().listen();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write('CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n');
    expect(String(await once(socket, 'data'))).toContain(' 405 ');
    await close();
  });

  it.each([{ port: 'x' }, { prot: 1 }, { host: '' }])('listen refuses %o', async (options) => {
    await expect(createFake().listen(options as object)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('listen rejects with EADDRINUSE if the port is taken', async () => {
    await using fake = createFake();
    const { port } = await fake.listen();
    await expect(fake.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

it('an extension makes the store and wraps the handler', async () => {
  const basePaths = new Set<string>();
  const extension: FakeOptions['extension'] = {
    createStore: (records) => createMemoryStore([...records, ['tower', home]]),
    wrapHandler(handle: Handler, { basePath }) {
      basePaths.add(basePath);
      return async (request) => ({ ...(await handle(request)), headers: { 'X-Extended': 'yes' } });
    },
  };
  const fork = createFake({ baseUrl: 'https://api.test/v1/', extension, records: numberedRecords(2) }).fork();
  const response = await fork.fetch('tower');
  expect([response.status, response.headers.get('x-extended'), fork.records.size]).toEqual([200, 'yes', 3]);
  expect([...basePaths]).toEqual(['/v1']);
});

it.each<[string, object]>([
  ['baseUrl', { baseUrl: 'nowhere' }],
  ['baseUrl', { baseUrl: 'ftp://a.test' }],
  ['baseUrl', { baseUrl: 'http://a.test/?x' }],
  ['basePath', { baseUrl: 'http://a.test/a//b' }],
  ['records', { records: 5 }],
  ['faults', { faults: {} }],
  ['clock', { clock: {} }],
  ['fallbackFetch', { fallbackFetch: 'x' }],
  ['wrapStore', { wrapStore: {} }],
  ['bodyLimit', { bodyLimit: 0 }],
  ['store', { store: createMemoryStore() }],
  ['recrods', { recrods: {} }],
])('createFake refuses the option %s in %o', (option, options) => {
  expect(() => createFake(options as FakeOptions)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', option }),
  );
});
