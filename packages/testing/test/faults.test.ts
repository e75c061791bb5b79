import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFake, type Fake, type Fault, type Fetch, respondWith } from '../src/index.ts';
import { matchesGlob } from '../src/request-match.ts';
import { locationAt, numberedRecords } from './fake-requests.ts';

const home = locationAt(1);
const work = locationAt(2);
const put = {
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(work),
};

let listening: Fake | undefined;
afterEach(() => listening?.close());

/** The ways to a fake. */
const ways: Record<string, (fake: Fake) => Promise<Fetch>> = {
  fetch: async (fake) => fake.fetch,
  async listen(fake) {
    listening = fake;
    const { url } = await fake.listen();
    return (input, init) => fetch(`${url}/${input}`, init);
  },
};

describe.each(Object.keys(ways))('over %s,', (way) => {
  async function start(...faults: Fault[]) {
    const fake = createFake({ records: { home }, faults });
    return { fake, ask: await (ways[way] as (typeof ways)[string])(fake) };
  }

  it('reset: the connection breaks before the service sees the request', async () => {
    const { fake, ask } = await start({ fault: 'reset' });
    await expect(ask('home', put)).rejects.toThrow(/^fetch failed$/);
    expect(fake.records.get('home')).toEqual(home);
    expect(fake.journal.lines()).toEqual(['PUT /home broken']);
  });

  it('lost: the service does its work, and the response never arrives', async () => {
    const { fake, ask } = await start({ fault: 'lost', times: 1 });
    await expect(ask('home', put)).rejects.toThrow(TypeError);
    expect(await (await ask('home')).json()).toEqual(work);
    expect(fake.journal.lines()).toEqual(['PUT /home broken', 'GET /home 200']);
  });

  it('status: the response arrives without the service, with its fields', async () => {
    const headers = new Headers({ 'Retry-After': '1' });
    const { fake, ask } = await start({ fault: 'status', status: 503, message: 'Later', headers });
    const response = await ask('home', put);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toEqual({ error_message: 'Later' });
    expect(fake.records.get('home')).toEqual(home);
  });

  it('status: a body arrives as it is, and HEAD gets none', async () => {
    const html = { body: '<h1>Bad gäteway</h1>', headers: { 'Content-Type': 'text/html' } };
    const { ask } = await start({ fault: 'status', status: 502, ...html });
    const response = await ask('home');
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/html', html.body]);
    expect(await (await ask('home', { method: 'HEAD' })).text()).toBe('');
  });

  it('status: 204 has no content', async () => {
    const { ask } = await start({ fault: 'status', status: 204 });
    const response = await ask('home');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('done: the service does its work, and 504 arrives', async () => {
    const { fake, ask } = await start({ fault: 'done', method: 'DELETE' });
    expect((await ask('home', { method: 'DELETE' })).status).toBe(504);
    expect(fake.records.size).toBe(0);
  });

  it('torn: a list breaks off after the given number of records', async () => {
    const { fake, ask } = await start({ fault: 'torn', records: 1 });
    fake.records.put('work', work);
    await expect((await ask('')).text()).rejects.toThrow();
    expect(fake.journal.entries[0]?.response?.body).toBe(`[["home",${JSON.stringify(home)}],`);
    expect(fake.journal.lines()).toEqual(['GET / 200 broken']);
  });

  it('torn: a record breaks off in the middle, and an empty body at once', async () => {
    const { fake, ask } = await start({ fault: 'torn' });
    await expect((await ask('home')).text()).rejects.toThrow();
    expect(fake.journal.entries[0]?.response?.body).toBe(JSON.stringify(home).slice(0, 22));
    await expect(ask('home', put).then((response) => response.text())).rejects.toThrow(TypeError);
  });

  it('a fault function responds with or without the service', async () => {
    const { fake, ask } = await start();
    const old = fake.fork();
    const stale = fake.faults.add({ method: 'GET', fault: (request) => old.handle(request) });
    await ask('home', put);
    expect(await (await ask('home')).json()).toEqual(home);
    stale.remove();
    fake.faults.add({
      fault: async function late(request, next) {
        await next(request);
        return respondWith(502, { headers: { 'Retry-After': '1' } });
      },
    });
    expect((await ask('home', { method: 'DELETE' })).status).toBe(502);
    expect([fake.records.size, fake.journal.entries.at(-1)?.faults]).toEqual([0, ['late']]);
  });
});

describe('the fault delayed', () => {
  afterEach(() => void vi.useRealTimers());

  it('waits on the timers that the test has faked', async () => {
    vi.useFakeTimers();
    const fake = createFake({ records: { home }, faults: [{ fault: 'delayed', ms: 60_000 }] });
    const pending = fake.fetch('home');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(fake.journal.lines()).toEqual(['GET /home pending']);
    await vi.advanceTimersByTimeAsync(1);
    expect((await pending).status).toBe(200);
    const [entry] = fake.journal.entries;
    expect((entry?.endedAt as number) - (entry?.arrivedAt as number)).toBe(60_000);
  });

  it('waits on the option clock', async () => {
    const waits: number[] = [];
    const clock = { now: () => 5, wait: async (ms: number) => void waits.push(ms) };
    const fake = createFake({ clock, faults: [{ fault: 'delayed', ms: 7 }] });
    await fake.fetch('home');
    expect([waits, fake.journal.entries[0]?.endedAt]).toEqual([[7], 5]);
  });

  it.each(Object.keys(ways))(
    'ends if the client leaves over %s, and the journal says "left"',
    async (way) => {
      const fake = createFake({ records: { home }, faults: [{ fault: 'delayed', ms: 2 ** 31 - 1 }] });
      const ask = await (ways[way] as (typeof ways)[string])(fake);
      const controller = new AbortController();
      const pending = ask('home', { method: 'DELETE', signal: controller.signal });
      await vi.waitUntil(() => fake.records.size === 0);
      controller.abort(new Error('enough'));
      await expect(pending).rejects.toThrow('enough');
      await expect.poll(() => fake.journal.lines()).toEqual(['DELETE /home left']);
    },
  );
});

describe('a list that its client aborts', () => {
  it.each(Object.keys(ways))('is "left" in the journal, over %s', async (way) => {
    const fake = createFake({ records: numberedRecords(50_000) });
    const ask = await (ways[way] as (typeof ways)[string])(fake);
    const controller = new AbortController();
    const response = await ask('', { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort(new Error('enough'));
    await expect.poll(() => fake.journal.lines()).toEqual(['GET / 200 left']);
  });

  it('is released if the client aborts before the response', async () => {
    let respond = () => {};
    const ready = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const release = vi.fn(async () => ({ done: true as const, value: undefined }));
    const body: AsyncIterableIterator<string> = {
      next: async () => ({ done: false, value: '[' }),
      return: release,
      [Symbol.asyncIterator]: () => body,
    };
    const fake = createFake();
    fake.faults.add({
      fault: async () => {
        await ready;
        return { status: 200, headers: {}, body };
      },
    });
    const controller = new AbortController();
    const pending = fake.fetch('', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    respond();
    await expect.poll(() => fake.journal.lines()).toEqual(['GET / 200 left']);
    expect(release).toHaveBeenCalledTimes(1);
  });
});

describe('a fault is met', () => {
  async function statuses(fault: Partial<Fault>, ...asked: [string, string][]) {
    const fake = createFake({ baseUrl: 'http://a.test/v1' });
    fake.faults.add({ fault: 'status', status: 503, ...fault } as Fault);
    const responses = asked.map(async ([method, path]) => (await fake.fetch(path, { method })).status);
    return Promise.all(responses);
  }

  it('by matching requests in the order of arrival, as after and times count them', async () => {
    const asked: [string, string][] = [
      ['GET', 'a'],
      ['GET', 'b'],
      ['GET', 'c'],
      ['GET', 'd'],
    ];
    expect(await statuses({ after: 1, times: 2 }, ...asked)).toEqual([404, 503, 503, 404]);
  });

  it.each<[Partial<Fault>, number[]]>([
    [{ method: 'get' }, [503, 200, 503, 503]],
    [{ method: ['DELETE', 'POST'] }, [404, 503, 404, 200]],
    [{ target: '/café' }, [503, 503, 404, 200]],
    [{ target: '/ca*' }, [503, 503, 404, 200]],
    [{ target: '/' }, [404, 200, 404, 503]],
    [{ target: '*' }, [503, 503, 503, 503]],
  ])('by the requests that match %o', async (scope, expected) => {
    const asked: [string, string][] = [
      ['GET', 'caf%C3%A9'],
      ['DELETE', 'caf%C3%A9'],
      ['GET', 'home?x=1'],
      ['GET', ''],
    ];
    expect(await statuses(scope, ...asked)).toEqual(expected);
  });

  it('together with others in the order of adding, up to one that responds without the service', async () => {
    const fake = createFake({ records: { home } });
    const delayed = fake.faults.add({ fault: 'delayed', ms: 0 });
    const status = fake.faults.add({ fault: 'status', status: 503, times: 1 });
    const lost = fake.faults.add({ fault: 'lost', times: 1 });
    expect((await fake.fetch('home')).status).toBe(503);
    await expect(fake.fetch('home')).rejects.toThrow();
    expect((await fake.fetch('home')).status).toBe(200);
    expect(fake.journal.entries.map(({ faults }) => faults)).toEqual([
      ['delayed 0', 'status 503'],
      ['delayed 0', 'lost'],
      ['delayed 0'],
    ]);
    expect([delayed, status, lost].map(({ number, timesMet }) => [number, timesMet])).toEqual([
      [1, 3],
      [2, 1],
      [3, 1],
    ]);
  });

  it('by no request: expectMet throws and lists what has arrived', async () => {
    const fake = createFake();
    fake.faults.add({ fault: 'lost', method: 'PUT' });
    await fake.fetch('home');
    expect(() => fake.faults.expectMet()).toThrow(
      expect.objectContaining({ code: 'FAULTS_UNMET', message: expect.stringContaining('GET /home 404') }),
    );
    fake.faults.clear();
    expect(fake.faults.expectMet()).toBeUndefined();
  });
});

it.each<[unknown, string]>([
  [undefined, '"fault"'],
  [{}, '"fault": expected a function, or one of reset, lost, delayed, status, done, torn'],
  [{ fault: 'toString' }, '"fault"'],
  [{ fault: 'lost', tims: 1 }, '"fault.tims": expected no members but fault, method, target, after, times.'],
  [{ fault: 'lost', times: 0 }, '"fault.times": expected a whole number from 1'],
  [{ fault: 'lost', after: -1 }, '"fault.after"'],
  [{ fault: 'lost', method: 'PUT|POST' }, '"fault.method"'],
  [{ fault: 'lost', target: 'home' }, '"fault.target"'],
  [{ fault: 'delayed' }, '"fault.ms"'],
  [{ fault: 'delayed', ms: 2 ** 31 }, '"fault.ms": expected a whole number from 0 to 2147483647'],
  [{ fault: 'torn', records: 0.5 }, '"fault.records"'],
  [{ fault: 'status', status: 99 }, '"status"'],
  [{ fault: 'status', status: 503, headers: { 'Retry-After': '1\r\nA: b' } }, '"headers"'],
  [{ fault: 'status', status: 503, headers: { 'Content-Length': '1' } }, 'no Content-Length'],
  [{ fault: 'status', status: 503, body: {} }, '"body"'],
])('the fault %o is refused', (row, message) => {
  expect(() => createFake().faults.add(row as Fault)).toThrow(message);
});

it.each([
  ['/a', '/a', true],
  ['/a', '/ab', false],
  ['/a*', '/ab', true],
  ['*b', '/ab', true],
  ['/*b*d', '/abcd', true],
  ['/ab*ba', '/aba', false],
  ['/**a', '/a', true],
])('the pattern %s fits %s: %s', (pattern, text, expected) => {
  expect(matchesGlob(pattern, text)).toBe(expected);
});

it('a pattern with 50 asterisks is compared with a long path in linear time', () => {
  expect(matchesGlob(`/${'a*'.repeat(50)}b`, `/${'a'.repeat(50_000)}`)).toBe(false);
});
