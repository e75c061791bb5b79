import { createMemoryStore } from '@location-records/core';
import { afterEach, describe, expect, it } from 'vitest';
import {
  breakConnection,
  createFake,
  createManualClock,
  cutResponse,
  delayRequest,
  delayResponse,
  type Fake,
  type Fault,
  type FaultScope,
  type Fetch,
  loseResponse,
  loseWrite,
  readStale,
  respondWith,
  slowResponse,
  tearList,
} from '../../src/index.ts';
import { locationAt, numberedRecords } from '../fake-requests.ts';

const home = locationAt(1);
const work = locationAt(2);
const json = { 'Content-Type': 'application/json' };
const put = (location: object) => ({ method: 'PUT', headers: json, body: JSON.stringify(location) });
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** How a client may ask a fake, with the base URL to ask for. */
const ways: readonly (readonly [string, (fake: Fake) => Promise<Fetch>])[] = [
  ['fetch', async (fake) => fake.fetch],
  [
    'listen',
    async (fake) => {
      const { url, close } = await fake.listen();
      closing.push(close);
      return (input, init) => fetch(`${url}/${input}`, init);
    },
  ],
];

describe.each(ways)('over %s,', (_name, wayTo) => {
  async function start(options?: Parameters<typeof createFake>[0]) {
    const fake = createFake({ records: { home }, ...options });
    return { fake, ask: await wayTo(fake) };
  }

  it('respondWith gives a status and an Error object, and nothing is done', async () => {
    const { fake, ask } = await start();
    fake.faults.add(respondWith(503, { message: 'Later', headers: { 'Retry-After': '1' } }));
    const response = await ask('home', put(work));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toEqual({ error_message: 'Later' });
    expect(fake.records.get('home')).toEqual(home);
  });

  it('respondWith gives a body as it is', async () => {
    const { fake, ask } = await start();
    fake.faults.add(
      respondWith(502, { body: '<h1>Bad gäteway</h1>', headers: { 'Content-Type': 'text/html' } }),
    );
    const response = await ask('home');
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await response.text()).toBe('<h1>Bad gäteway</h1>');
    expect(await (await ask('home', { method: 'HEAD' })).text()).toBe('');
  });

  it('respondWith gives a length that fits the body', async () => {
    const { fake, ask } = await start();
    const headers = { 'content-length': '2' };
    fake.faults.add(respondWith(200, { body: 'é', headers }), { times: 1 });
    fake.faults.add(respondWith(304, { headers: { 'Content-Length': '5' } }));
    const response = await ask('home');
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['2', 'é']);
    expect((await ask('home')).headers.get('content-length')).toBe('5');
  });

  it('respondWith knows what has no content', async () => {
    const { fake, ask } = await start();
    fake.faults.add(respondWith(204));
    const response = await ask('home');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('breakConnection breaks before anything is done', async () => {
    const { fake, ask } = await start();
    fake.faults.add(breakConnection());
    await expect(ask('home', put(work))).rejects.toThrow(TypeError);
    expect(fake.records.get('home')).toEqual(home);
    expect(fake.journal.lines()).toEqual(['PUT /home broken']);
  });

  it('loseResponse breaks when everything is done', async () => {
    const { fake, ask } = await start();
    fake.faults.add(loseResponse(), { times: 1 });
    await expect(ask('home', put(work))).rejects.toThrow(TypeError);
    expect(await (await ask('home')).json()).toEqual(work);
    expect(fake.journal.lines()).toEqual(['PUT /home broken', 'GET /home 200']);
  });

  it('loseWrite responds as if it had been done', async () => {
    const { fake, ask } = await start();
    fake.faults.add(loseWrite(), { method: ['PUT', 'DELETE'] });
    expect((await ask('home', put(work))).status).toBe(200);
    expect((await ask('absent', put(work))).status).toBe(404);
    expect((await ask('home', { method: 'DELETE' })).status).toBe(200);
    expect(fake.records.toArray()).toEqual([['home', home]]);
  });

  it('readStale shows what was, while writes go on', async () => {
    const { fake, ask } = await start();
    const stale = fake.faults.add(readStale());
    await ask('home', put(work));
    expect(await (await ask('home')).json()).toEqual(home);
    expect(await (await ask('')).json()).toEqual([['home', home]]);
    stale.remove();
    expect(await (await ask('home')).json()).toEqual(work);
  });

  it('cutResponse breaks off in the middle of a body', async () => {
    const { fake, ask } = await start();
    fake.faults.add(cutResponse({ after: 10 }));
    const response = await ask('home');
    expect(response.status).toBe(200);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe(JSON.stringify(home).slice(0, 10));
    await expect(reader.read()).rejects.toThrow();
    expect(fake.journal.lines()).toEqual(['GET /home 200 broken']);
  });

  it('cutResponse gives no response where there is no body to cut, and what was asked is done', async () => {
    const { fake, ask } = await start();
    fake.faults.add(cutResponse());
    await expect(ask('home', put(work))).rejects.toThrow(TypeError);
    expect(fake.records.get('home')).toEqual(work);
  });

  it('cutResponse always cuts something', async () => {
    const { fake, ask } = await start();
    fake.faults.add(cutResponse({ after: 1000 }));
    await expect((await ask('home')).text()).rejects.toThrow();
    expect(fake.journal.last()?.response?.body).toBe(JSON.stringify(home).slice(0, -1));
    fake.faults.clear();
    fake.faults.add(cutResponse({ after: 0 }));
    await expect(ask('home')).rejects.toThrow(TypeError);
  });

  it.each([3, 5000])('tearList breaks a list of %i off after some of its records', async (count) => {
    const { fake, ask } = await start({ records: numberedRecords(count) });
    fake.faults.add(tearList({ after: 2 }));
    const response = await ask('');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
    await expect(response.text()).rejects.toThrow();
    const { body } = fake.journal.only().response as { body: string };
    expect(JSON.parse(`${body.replace(/,$/, '')}]`)).toEqual([...numberedRecords(2)].slice(0, 2));
    expect((await ask('0')).status).toBe(200);
  });

  it('delayRequest holds a request up, delayResponse its response', async () => {
    const clock = createManualClock();
    const { fake, ask } = await start({ clock });
    fake.faults.add(delayRequest(100), { method: 'PUT' });
    fake.faults.add(delayResponse(50), { method: 'PUT' });
    const pending = ask('home', put(work));
    await expect.poll(() => clock.waiting).toBe(1);
    expect(fake.records.get('home')).toEqual(home);
    await clock.advance(100);
    await expect.poll(() => fake.records.get('home')).toEqual(work);
    expect(fake.journal.lines()).toEqual(['PUT /home pending']);
    await expect.poll(() => clock.waiting).toBe(1);
    await clock.advance(50);
    expect((await pending).status).toBe(200);
    expect(fake.journal.only()).toMatchObject({ arrivedAt: 0, endedAt: 150 });
  });

  it('slowResponse gives a body piece by piece', async () => {
    const clock = createManualClock();
    const { fake, ask } = await start({ clock });
    fake.faults.add(slowResponse({ pieceLength: 20, interval: 10 }));
    const pending = ask('home').then((response) => response.text());
    const pieces = Math.ceil(JSON.stringify(home).length / 20);
    for (let piece = 0; piece < pieces; piece++) {
      await expect.poll(() => clock.waiting).toBe(1);
      await clock.advance(10);
    }
    expect(await pending).toBe(JSON.stringify(home));
    expect(fake.journal.only()).toMatchObject({ outcome: 'completed', endedAt: 10 * pieces });
  });

  describe('a body of bytes', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    async function* pieces(): AsyncGenerator<Uint8Array, undefined> {
      yield bytes.subarray(0, 100);
      yield bytes.subarray(100);
      return undefined;
    }
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': '256' };
    const extension = {
      createStore: createMemoryStore,
      wrapHandler: () => async () => ({ status: 200, headers, body: pieces() }),
    };

    it.each([tearList(), slowResponse({ pieceLength: 7, interval: 0 })])(
      'comes whole in spite of $name',
      async (fault) => {
        const { fake, ask } = await start({ extension });
        fake.faults.add(fault);
        const response = await ask('a');
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
        await expect.poll(() => fake.journal.only().outcome).toBe('completed');
        expect(fake.journal.only().faults).toEqual([fault.name]);
      },
    );

    it('is cut by cutResponse', async () => {
      const { fake, ask } = await start({ extension });
      fake.faults.add(cutResponse({ after: 200 }));
      const response = await ask('a');
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      expect((await reader.read()).value).toEqual(bytes.slice(0, 200));
      await expect(reader.read()).rejects.toThrow();
    });
  });
});

describe('an added fault', () => {
  const lineup = async (scope: FaultScope, inputs: readonly [string, RequestInit?][]) => {
    const fake = createFake({ records: { home, work } });
    const added = fake.faults.add(respondWith(503), scope);
    for (const [input, init] of inputs) await fake.fetch(input, init);
    return { applied: fake.journal.entries.map(({ faults }) => faults.length), added };
  };

  it.each<[string, FaultScope, number[]]>([
    ['everything', {}, [1, 1, 1, 1]],
    ['a method', { method: 'DELETE' }, [0, 0, 0, 1]],
    ['several methods', { method: ['DELETE', 'PUT'] }, [0, 0, 1, 1]],
    ['an identifier', { id: 'home' }, [0, 1, 0, 1]],
    ['a pattern', { id: /^w/g }, [0, 0, 1, 0]],
    ['the list', { route: 'collection' }, [1, 0, 0, 0]],
    ['any record', { route: 'record' }, [0, 1, 1, 1]],
    ['what a function says', { where: ({ target }) => target.endsWith('work') }, [0, 0, 1, 0]],
    ['all of it together', { method: 'DELETE', id: 'work' }, [0, 0, 0, 0]],
    ['two requests', { times: 2 }, [1, 1, 0, 0]],
    ['two that match', { times: 2, route: 'record' }, [0, 1, 1, 0]],
    ['none by chance', { chance: 0 }, [0, 0, 0, 0]],
  ])('is for %s', async (_what, scope, expected) => {
    const inputs: readonly [string, RequestInit?][] = [
      [''],
      ['home'],
      ['work', put(home)],
      ['home', { method: 'DELETE' }],
    ];
    const { applied, added } = await lineup(scope, inputs);
    expect(applied).toEqual(expected);
    expect(added.timesApplied).toBe(expected.reduce((sum, count) => sum + count, 0));
  });

  it.each<[string, object]>([
    ['methods', { methods: 'GET' }],
    ['method', { method: 5 }],
    ['id', { id: 5 }],
    ['route', { route: 'list' }],
    ['where', { where: true }],
    ['times', { times: 0 }],
    ['chance', { chance: 2 }],
  ])('refuses %s in %o', (option, scope) => {
    const { faults } = createFake();
    expect(() => faults.add(breakConnection(), scope)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', option }),
    );
  });

  it('is a fault', () => {
    const { faults } = createFake();
    expect(() => faults.add(breakConnection as unknown as Fault)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', argument: 'fault' }),
    );
  });

  it.each<[string, () => Fault]>([
    ['status', () => respondWith(42)],
    ['duration', () => delayRequest(-1)],
    ['duration', () => delayResponse([5, 1])],
    ['duration', () => delayResponse(Number.NaN)],
    ['duration', () => delayResponse(2 ** 31)],
    ['duration', () => delayRequest([0, 2 ** 31])],
  ])('has a %s that can be', (argument, create) => {
    expect(create).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', argument }));
  });

  it.each<[string, () => Fault]>([
    ['pieceLength', () => slowResponse({ pieceLength: 0 })],
    ['interval', () => slowResponse({ interval: -1 })],
    ['interval', () => slowResponse({ interval: 2 ** 31 })],
    ['peiceLength', () => slowResponse({ peiceLength: 1 } as object)],
    ['after', () => cutResponse({ after: -1 })],
    ['after', () => tearList({ after: 0.5 })],
    ['afer', () => cutResponse({ afer: 1 } as object)],
    ['header', () => respondWith(503, { header: {} } as object)],
    ['body', () => respondWith(503, { body: {} } as object)],
    ['headers', () => respondWith(503, { headers: { 'content-length': '5' } })],
    ['headers', () => respondWith(200, { body: 'é', headers: { 'Content-Length': '1' } })],
    ['headers', () => respondWith(204, { headers: { 'Content-Length': '5' } })],
    ['headers', () => respondWith(304, { headers: { 'Content-Length': 'x' } })],
    ['headers', () => respondWith(503, { headers: { 'Transfer-Encoding': 'chunked' } })],
    ['headers', () => respondWith(204, { headers: { Trailer: 'Expires' } })],
  ])('has a %s that can be', (option, create) => {
    expect(create).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', option }));
  });

  it('says which field does not fit the body', () => {
    expect(() => respondWith(503, { headers: { 'Content-Length': '5' } })).toThrow(
      'The option "headers" must be fields that fit the body, unlike "Content-Length: 5".',
    );
  });

  it('waits no longer than a timer can, and says how long that is', () => {
    const max = 2 ** 31 - 1;
    expect(delayRequest([max, max]).name).toBe('delayRequest(2147483647)');
    expect(slowResponse({ interval: max }).name).toBe('slowResponse(1024 / 2147483647)');
    expect(() => delayResponse(max + 1)).toThrow('expected milliseconds from 0 to 2147483647, or');
    expect(() => slowResponse({ interval: max + 1 })).toThrow('must be milliseconds from 0 to 2147483647.');
  });

  it('can be taken back, alone or with all others', async () => {
    const { fetch, faults } = createFake({ records: { home } });
    const first = faults.add(respondWith(501));
    faults.add(respondWith(502));
    expect((await fetch('home')).status).toBe(501);
    first.remove();
    expect((await fetch('home')).status).toBe(502);
    faults.clear();
    expect((await fetch('home')).status).toBe(200);
  });

  it('is around those that were added after it', async () => {
    const clock = createManualClock();
    const fake = createFake({ clock });
    fake.faults.add(delayResponse(10));
    fake.faults.add(respondWith(503));
    const pending = fake.fetch('home');
    await clock.advance(10);
    expect((await pending).status).toBe(503);
    expect(fake.journal.only().faults).toEqual(['delayResponse(10)', 'respondWith(503)']);
  });

  it('is around those that stand in for the service, whenever they were added', async () => {
    const { fetch, faults, journal, records } = createFake({ records: { home } });
    faults.add(loseWrite(), { method: 'PUT' });
    faults.add(readStale());
    faults.add(loseResponse(), { times: 1 });
    await expect(fetch('home', put(work))).rejects.toThrow(TypeError);
    expect(records.get('home')).toEqual(home);
    expect(journal.only().faults).toEqual(['loseWrite', 'readStale', 'loseResponse']);
    faults.add(respondWith(503));
    expect((await fetch('home')).status).toBe(503);
  });

  it('may be of your own', async () => {
    const fake = createFake({ records: { home } });
    const shout: Fault = {
      name: 'shout',
      createHandler: () => async (request, next) => ({ ...(await next(request)), body: 'HOME' }),
    };
    fake.faults.add(shout);
    const response = await fake.handle({
      method: 'GET',
      target: '/home',
      headers: {},
      body: async () => new Uint8Array(),
    });
    expect(response.body).toBe('HOME');
  });

  it('breaks the connection of the handler with an error of its own', async () => {
    const { faults, fetch } = createFake();
    faults.add(breakConnection());
    await expect(fetch('a')).rejects.toMatchObject({
      name: 'ConnectionBrokenError',
      code: 'CONNECTION_BROKEN',
    });
  });
});

describe('chance', () => {
  async function statuses(seed: number, inTurn: boolean): Promise<number[]> {
    const fake = createFake({ seed });
    fake.faults.add(respondWith(503), { chance: 0.5 });
    fake.faults.add(respondWith(504), { chance: 0.5 });
    const responses: Promise<Response>[] = [];
    for (let count = 0; count < 200; count++) {
      responses.push(fake.fetch('a'));
      if (inTurn) await responses.at(-1);
    }
    return (await Promise.all(responses)).map(({ status }) => status);
  }

  it('follows from the seed, whichever request is faster', async () => {
    const first = await statuses(7, true);
    expect(await statuses(7, false)).toEqual(first);
    expect(await statuses(8, true)).not.toEqual(first);
    const share = (status: number) => first.filter((other) => other === status).length;
    expect(share(503)).toBeGreaterThan(70);
    expect(share(504)).toBeGreaterThan(25);
    expect(share(404)).toBeGreaterThan(25);
  });

  it('begins again with a reset', async () => {
    const fake = createFake({ seed: 3 });
    const draw = async () => {
      fake.faults.add(respondWith(503), { chance: 0.5 });
      const responses = [];
      for (let count = 0; count < 50; count++) responses.push((await fake.fetch('a')).status);
      return responses;
    };
    const first = await draw();
    fake.reset();
    expect(await draw()).toEqual(first);
  });

  it('decides how long a delay is', async () => {
    const waits = async (seed: number) => {
      const asked: number[] = [];
      const clock = { now: () => 0, wait: async (milliseconds: number) => void asked.push(milliseconds) };
      const { fetch, faults } = createFake({ seed, clock });
      faults.add(delayRequest([10, 20]));
      for (let count = 0; count < 20; count++) await fetch('a');
      return asked;
    };
    const first = await waits(1);
    expect(new Set(first).size).toBeGreaterThan(15);
    expect(first.every((milliseconds) => milliseconds >= 10 && milliseconds <= 20)).toBe(true);
    expect(await waits(1)).toEqual(first);
    expect(await waits(2)).not.toEqual(first);
  });
});
