import { once } from 'node:events';
import { connect } from 'node:net';
import { createFetchHandler } from '@location-records/adapters/fetch';
import {
  createMemoryStore,
  InvalidArgumentError,
  type Location,
  type LocationRecord,
} from '@location-records/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFake, type FakeOptions, UrlNotServedError } from '../../src/index.ts';
import { locationAt, numberedRecords, post } from '../fake-requests.ts';

const home = locationAt(1);
const work = { description: 'work', ...locationAt(2) };

describe('the fetch of a fake', () => {
  it('responds as the service does', async () => {
    const fake = createFake({ records: { home } });
    const response = await fake.fetch('http://location-records.test/home');
    expect([response.status, response.url]).toEqual([200, 'http://location-records.test/home']);
    expect(await response.text()).toBe(JSON.stringify(home));
  });

  it('has no need of a receiver', async () => {
    const { fetch } = createFake();
    expect(await (await fetch('http://location-records.test')).text()).toBe('[]');
  });

  it('takes a URL, a Request, and a path below the base URL', async () => {
    const fake = createFake({ baseUrl: 'https://api.test/v1/locations/', records: { home } });
    const inputs = [
      'https://api.test/v1/locations/home',
      new URL('https://api.test/v1/locations/home'),
      'home',
    ];
    for (const input of [...inputs, new Request('https://api.test/v1/locations/home')]) {
      expect((await fake.fetch(input)).status).toBe(200);
    }
    expect(fake.baseUrl).toBe('https://api.test/v1/locations');
  });

  it('responds with 404 outside its base path, and refuses another origin', async () => {
    const fake = createFake({ baseUrl: 'https://api.test/locations' });
    expect(await (await fake.fetch('https://api.test/users')).json()).toEqual({
      error_message: 'Route not found',
    });
    const refusal = fake.fetch('https://other.test/locations');
    await expect(refusal).rejects.toThrow(UrlNotServedError);
    await expect(refusal).rejects.toMatchObject({ code: 'URL_NOT_SERVED' });
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
    expect(fake.journal.count()).toBe(1);
  });

  it.each([
    ['https://api.test/locations', true],
    ['https://api.test/locations?x', true],
    ['https://api.test/locations/a', true],
    ['https://api.test/%6cocations/a', true],
    ['https://api.test/locationsa', false],
    ['https://api.test:444/locations', false],
    ['http://api.test/locations', false],
    ['/locations', false],
  ])('says of %s that it serves it: %s', (url, expected) => {
    expect(createFake({ baseUrl: 'https://api.test/locations' }).serves(url)).toBe(expected);
  });

  it('says where a response came from, and so do its copies', async () => {
    const response = await createFake({ records: { home } }).fetch('home');
    const copy = response.clone();
    for (const { url } of [response, copy, copy.clone()])
      expect(url).toBe('http://location-records.test/home');
    expect(await copy.json()).toEqual(await response.json());
  });

  it('sends no fragment, and responds without one', async () => {
    const fake = createFake({ records: { home } });
    const response = await fake.fetch('home?a#b?c#d');
    expect([response.status, response.url]).toEqual([200, 'http://location-records.test/home?a']);
    expect(fake.journal.lines()).toEqual(['GET /home?a 200']);
  });

  it('rejects when the signal is aborted, without asking the service', async () => {
    const fake = createFake();
    const reason = new Error('no longer');
    const signal = AbortSignal.abort(reason);
    await expect(fake.fetch('http://location-records.test/a', { signal })).rejects.toBe(reason);
    expect(fake.journal.count()).toBe(0);
  });

  it('rejects when the body of a request fails, as the real one does', async () => {
    const fake = createFake();
    const cause = new Error('no more');
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' as const };
    await expect(fake.fetch('a', init)).rejects.toMatchObject({ name: 'TypeError', cause });
    expect(fake.journal.lines()).toEqual(['POST /a broken']);
  });

  it('reads a body no further when the signal is aborted', async () => {
    const fake = createFake();
    const controller = new AbortController();
    const reason = new Error('no longer');
    const body = new ReadableStream({ pull: () => controller.abort(reason) }, { highWaterMark: 0 });
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' as const, signal: controller.signal };
    await expect(fake.fetch('a', init)).rejects.toBe(reason);
    await expect.poll(() => fake.journal.lines()).toEqual(['POST /a broken']);
  });

  it('stops a list when the signal is aborted half-way', async () => {
    const fake = createFake({ records: numberedRecords(5000) });
    const controller = new AbortController();
    const response = await fake.fetch('http://location-records.test', { signal: controller.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    controller.abort(new Error('enough'));
    await expect(reader.read()).rejects.toThrow('enough');
    await expect.poll(() => fake.journal.only().outcome).toBe('left');
  });
});

describe('the records of a fake', () => {
  it('are what it began with, in order', () => {
    const fake = createFake({
      records: new Map([
        ['b', home],
        ['a', work],
      ]),
    });
    expect(fake.records.toArray()).toEqual([
      ['b', home],
      ['a', work],
    ]);
    expect([...fake.records]).toEqual(fake.records.toArray());
    expect(fake.records.size).toBe(2);
  });

  it('are what requests make of them', async () => {
    const fake = createFake({ records: { home } });
    await post(fake, 'work', work);
    await fake.fetch('home', { method: 'DELETE' });
    expect(fake.records.toArray()).toEqual([['work', work]]);
    expect([fake.records.has('home'), fake.records.has('work')]).toEqual([false, true]);
  });

  it('can be changed at once', async () => {
    const fake = createFake({ records: { home } });
    fake.records.put('work', work);
    fake.records.delete('home');
    expect(await (await fake.fetch('')).json()).toEqual([['work', work]]);
  });

  it('are copies', () => {
    const fake = createFake({ records: { home } });
    const copy = fake.records.get('home') as { coordinates: { latitude: number } };
    copy.coordinates.latitude = 50;
    expect(fake.records.get('home')).toEqual(home);
  });

  it('may have members that are undefined, and others where the service ignores them', () => {
    const spread = { ...home, note: undefined } as Location;
    expect(createFake({ records: { spread } }).records.get('spread')).toEqual(home);
    const noted = { note: 'x', coordinates: { ...home.coordinates, altitude: 1 } } as Location;
    const fake = createFake({ records: { noted }, unknownMembers: 'ignore' });
    fake.records.put('put', noted);
    expect(fake.records.toArray()).toEqual([
      ['noted', home],
      ['put', home],
    ]);
  });

  it('are none that a service could not hold', () => {
    const fake = createFake();
    expect(() => fake.records.put('', home)).toThrow(InvalidArgumentError);
    expect(() => fake.records.put('a', { coordinates: { latitude: Number.NaN, longitude: 0 } })).toThrow(
      InvalidArgumentError,
    );
    expect(() => fake.records.put('a', { note: 'x', ...home } as Location)).toThrow('"location.note"');
    expect(() => createFake({ records: { '': home } })).toThrow(InvalidArgumentError);
    expect(fake.records.size).toBe(0);
  });
});

describe('a record that no service could hold', () => {
  const wrong = { coordinates: { latitude: '48', longitude: 2 } } as unknown as Location;

  it.each<[string, FakeOptions, string]>([
    [
      'by its identifier',
      { records: { home, work: wrong } },
      'Invalid "location.coordinates.latitude": expected a finite number in the record "work".',
    ],
    [
      'by its identifier in a list',
      {
        records: [
          ['home', home],
          ['a "b"', wrong],
        ],
      },
      'Invalid "location.coordinates.latitude": expected a finite number in the record "a \\"b\\"".',
    ],
    [
      'by its number where it has none',
      {
        records: [
          ['home', home],
          ['', home],
        ],
      },
      'Invalid "id": expected a non-empty well-formed string in the record number 2.',
    ],
    [
      'with the member that no Location has',
      { records: { home, work: { descripton: 'x', ...work } as Location } },
      'Invalid "location.descripton": expected no members but description and coordinates in the record "work".',
    ],
    [
      'with the member that no coordinates have',
      { records: [['home', { coordinates: { ...home.coordinates, altitude: 1 } } as Location]] },
      'Invalid "location.coordinates.altitude": expected no members but latitude and longitude in the record "home".',
    ],
  ])('is named %s', (_how, options, message) => {
    expect(() => createFake(options)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', message }));
  });

  it('is named with both its numbers when its identifier is there twice', () => {
    const records: LocationRecord[] = [
      ['home', home],
      ['work', work],
      ['home', work],
    ];
    expect(() => createFake({ records })).toThrow(
      expect.objectContaining({
        code: 'INVALID_OPTION',
        message:
          'The option "records" must be pairs of different identifiers, but "home" is in number 1 and in number 3.',
      }),
    );
  });

  it('does not hide the error of an iterable', () => {
    function* failing(): Generator<LocationRecord> {
      yield ['home', home];
      throw new RangeError('unreadable');
    }
    expect(() => createFake({ records: failing() })).toThrow(new RangeError('unreadable'));
  });
});

it('a fake in place of a handler is refused', () => {
  const fake = createFake();
  expect(() => createFetchHandler(fake as never)).toThrow('Invalid "handle"');
  expect(createFetchHandler(fake.handle)).toBeTypeOf('function');
});

describe('reset', () => {
  it('brings the first records back, and forgets the rest', async () => {
    const fake = createFake({ records: { home } });
    await post(fake, 'work', work);
    fake.records.delete('home');
    fake.reset();
    expect(fake.records.toArray()).toEqual([['home', home]]);
    expect(fake.journal.entries).toEqual([]);
  });

  it('leaves requests under way to the records they began with', async () => {
    const fake = createFake();
    let resolve = (_bytes: Uint8Array) => {};
    const body = new Promise<Uint8Array>((resolveBody) => {
      resolve = resolveBody;
    });
    const pending = fake.handle({
      method: 'POST',
      target: '/a',
      headers: { 'content-type': ['application/json'] },
      body: () => body,
    });
    fake.reset();
    resolve(new TextEncoder().encode(JSON.stringify(home)));
    expect((await pending).status).toBe(200);
    expect(fake.records.size).toBe(0);
    expect(fake.journal.entries).toEqual([]);
  });
});

describe('fork', () => {
  it('is independent on both sides', async () => {
    const fake = createFake({ records: { home } });
    const fork = fake.fork();
    await post(fork, 'work', work);
    fake.records.put('other', home);
    expect(fork.records.toArray()).toEqual([
      ['home', home],
      ['work', work],
    ]);
    expect(fake.records.toArray()).toEqual([
      ['home', home],
      ['other', home],
    ]);
    expect([fake.journal.count(), fork.journal.count()]).toEqual([0, 1]);
  });

  it('begins with the records as they are, and is reset to them', async () => {
    const fake = createFake({ records: { home } });
    await post(fake, 'work', work);
    const fork = fake.fork();
    fork.records.delete('work');
    fake.reset();
    fork.reset();
    expect(fork.records.toArray()).toEqual([
      ['home', home],
      ['work', work],
    ]);
    expect(fake.records.toArray()).toEqual([['home', home]]);
  });

  it('keeps the options', async () => {
    const fork = createFake({ baseUrl: 'http://a.test/b', strictCoordinates: true }).fork();
    const beyond = { coordinates: { latitude: 91, longitude: 0 } };
    expect((await post(fork, 'a', beyond)).status).toBe(400);
    expect(fork.baseUrl).toBe('http://a.test/b');
  });
});

describe('a fake that listens', () => {
  it.each(['https://api.test/locations', 'https://api.test/locations/'])(
    'responds on a port of its own, under the base path of %s, until it is closed',
    async (baseUrl) => {
      const fake = createFake({ baseUrl, records: { home } });
      const { url, port, close } = await fake.listen();
      expect(url).toBe(`http://127.0.0.1:${port}/locations`);
      expect(await (await fetch(`${url}/home`)).json()).toEqual(home);
      expect(fake.journal.lines()).toEqual(['GET /locations/home 200']);
      await close();
      await expect(fetch(url)).rejects.toThrow();
    },
  );

  it.each([{ port: 'x' }, { prot: 1 }])('refuses %o', async (options) => {
    await expect(createFake().listen(options as object)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('closes a connection that its client keeps after CONNECT', async () => {
    const { url, port, close } = await createFake().listen();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    onTestFinished(() => {
      socket.destroy();
    });
    socket.write('CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n');
    const [head] = await once(socket, 'data');
    expect(String(head)).toContain(' 405 ');
    await close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('rejects when the port is taken', async () => {
    const fake = createFake();
    const { port, close } = await fake.listen();
    await expect(fake.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await close();
  });
});

describe('createFake', () => {
  it.each<[string, object]>([
    ['baseUrl', { baseUrl: 'nowhere' }],
    ['baseUrl', { baseUrl: 'ftp://a.test' }],
    ['baseUrl', { baseUrl: 'http://a.test/?x' }],
    ['baseUrl', { baseUrl: 'http://a.test/a//b' }],
    ['baseUrl', { baseUrl: 'http://a.test/%zz' }],
    ['records', { records: 5 }],
    ['seed', { seed: 0.5 }],
    ['clock', { clock: {} }],
    ['fallbackFetch', { fallbackFetch: 'x' }],
    ['wrapStore', { wrapStore: {} }],
    ['bodyLimit', { bodyLimit: 0 }],
    ['store', { store: createMemoryStore() }],
    ['recrods', { recrods: {} }],
  ])('refuses %s in %o', (option, options) => {
    expect(() => createFake(options as FakeOptions)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', option }),
    );
  });
});
