import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createFake, createManualClock, JournalError, respondWith } from '../../src/index.ts';
import { locationAt, numberedRecords, post, write } from '../fake-requests.ts';

const home = locationAt(1);

async function visited() {
  const fake = createFake({ records: { home } });
  await post(fake, 'work', locationAt(2));
  await write(fake, 'PUT', 'absent', home);
  await fake.fetch('home?x', { headers: { Accept: 'a/b' } });
  await fake.fetch('');
  return fake;
}

describe('the journal of a fake', () => {
  it('has a line for each request, in order', async () => {
    const { journal } = await visited();
    expect(journal.lines()).toEqual(['POST /work 200', 'PUT /absent 404', 'GET /home?x 200', 'GET / 200']);
    expect(journal.lines({ method: ['PUT', 'POST'] })).toEqual(['POST /work 200', 'PUT /absent 404']);
  });

  it('has the whole request and the whole response', async () => {
    const { journal } = await visited();
    const { request, response } = journal.only({ id: 'work' });
    expect(request).toMatchObject({
      method: 'POST',
      target: '/work',
      route: 'record',
      id: 'work',
      headers: { 'content-type': ['application/json'] },
      body: JSON.stringify(locationAt(2)),
      json: locationAt(2),
    });
    expect(response).toMatchObject({ status: 200, headers: { 'Content-Length': '0' }, body: '' });
    expect(journal.only({ route: 'collection' }).response).toMatchObject({
      headers: { 'Content-Type': 'application/json' },
      json: [
        ['home', home],
        ['work', locationAt(2)],
      ],
    });
    expect(journal.only({ id: 'home' }).request.headers.accept).toEqual(['a/b']);
  });

  it('has the body as far as the service has read it', async () => {
    const fake = createFake();
    await fake.fetch('a', { method: 'POST', body: '{}' });
    await fake.fetch('b', { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } });
    expect(fake.journal.entries.map(({ request }) => [request.body, request.json])).toEqual([
      [undefined, undefined],
      ['{', undefined],
    ]);
  });

  it('has a list as it is read', async () => {
    const fake = createFake({ records: numberedRecords(5000) });
    const response = await fake.fetch('');
    const entry = fake.journal.only();
    expect(entry.outcome).toBe('pending');
    const text = await response.text();
    expect(entry.outcome).toBe('completed');
    expect(entry.response?.body).toBe(text);
  });

  it('has the characters of bytes whole, however the pieces divide them', async () => {
    async function* pieces(count: number) {
      for (const byte of new TextEncoder().encode('日本').subarray(0, count)) yield Uint8Array.of(byte);
      return undefined;
    }
    const fake = createFake();
    const headers = { 'Content-Type': 'text/plain' };
    for (const count of [6, 4]) {
      fake.faults.add(
        {
          name: 'bytes',
          createHandler: () => async () => ({ status: 200, headers, body: pieces(count) }),
        },
        { id: `${count}` },
      );
      const text = await (await fake.fetch(`${count}`)).text();
      expect(text).toBe(count === 6 ? '日本' : '日\ufffd');
      expect(fake.journal.last()?.response?.body).toBe(text);
    }
  });

  it('tells when a client left a list', async () => {
    const fake = createFake({ records: numberedRecords(5000) });
    await (await fake.fetch('')).body?.cancel();
    expect(fake.journal.lines()).toEqual(['GET / 200 left']);
  });

  it('tells the time of the clock', async () => {
    const clock = createManualClock();
    const fake = createFake({ clock });
    await clock.advance(5);
    await fake.fetch('a');
    expect(fake.journal.only()).toMatchObject({ arrivedAt: 5, endedAt: 5 });
  });

  it('says which rule has decided, and why', async () => {
    const fake = createFake();
    await fake.fetch('a', { method: 'POST', body: 'x' });
    const { explanation } = fake.journal.only();
    expect(explanation?.clause).toBe('SPEC 4.5.1');
    expect(explanation?.reason).toContain('text/plain');
  });

  it('says nothing of a rule where a fault has responded', async () => {
    const fake = createFake();
    fake.faults.add(respondWith(503));
    await fake.fetch('a');
    expect(fake.journal.only()).toMatchObject({ explanation: undefined, faults: ['respondWith(503)'] });
  });

  it('counts, filters and finds', async () => {
    const { journal } = await visited();
    expect(journal.count()).toBe(4);
    expect(journal.count({ method: 'GET' })).toBe(2);
    expect(journal.filter({ route: 'record' }).map(({ request }) => request.id)).toEqual([
      'work',
      'absent',
      'home',
    ]);
    expect(journal.last({ method: 'GET' })?.request.target).toBe('/');
    expect(journal.last({ method: 'DELETE' })).toBeUndefined();
    expect([...journal]).toEqual(journal.entries);
    expect(journal.expectCount(2, { method: 'GET' })).toEqual(journal.filter({ method: 'GET' }));
    journal.clear();
    expect(journal.count()).toBe(0);
  });

  it('says what did arrive when that is not what was expected', async () => {
    const { journal } = await visited();
    const expected = () => journal.expectCount(1, { method: ['PUT', 'DELETE'], id: 'home' });
    expect(expected).toThrow(JournalError);
    expect(expected).toThrow(expect.objectContaining({ code: 'JOURNAL_MISMATCH' }));
    expect(expected).toThrow(
      /^Expected 1 PUT or DELETE request for "home", not 0, but this has arrived:\n {2}POST/,
    );
    for (const { method, target } of journal.entries.map(({ request }) => request)) {
      expect(expected).toThrow(`${method} ${target}`);
    }
    expect(() => journal.only({ method: 'GET' })).toThrow('Expected 1 GET request, not 2');
    expect(() => createFake().journal.only()).toThrow('has arrived: no request');
  });

  it('reads well where a runner prints it', async () => {
    const { journal } = await visited();
    expect(inspect(journal)).toContain('PUT /absent 404');
    expect(String(journal)).toContain('PUT /absent 404');
    expect(JSON.parse(JSON.stringify(journal))).toEqual(String(journal).split('\n'));
  });

  it('has entries with nothing in them that is not documented', async () => {
    const { journal } = await visited();
    expect(Object.keys(journal.last() ?? {}).sort()).toEqual(
      ['arrivedAt', 'endedAt', 'explanation', 'faults', 'outcome', 'request', 'response'].sort(),
    );
  });

  it('is of the handler, too', async () => {
    const fake = createFake({ baseUrl: 'http://a.test/base' });
    const body = async () => new Uint8Array();
    await fake.handle({ method: 'GET', target: '/base/%zz', headers: {}, body });
    await fake.handle({ method: 'GET', target: '/other', headers: {}, body });
    expect(fake.journal.entries.map(({ request }) => [request.route, request.id])).toEqual([
      ['invalid-identifier', undefined],
      ['unknown', undefined],
    ]);
  });

  it('keeps a handler that is broken by its store', async () => {
    const fake = createFake({
      wrapStore: (store) => ({
        ...store,
        get: () => Promise.reject(new Error('gone')),
        put: store.put,
        replace: store.replace,
        delete: store.delete,
        list: store.list,
        close: store.close,
        guarantees: store.guarantees,
      }),
    });
    expect((await fake.fetch('a')).status).toBe(500);
    expect(fake.journal.only().explanation?.reason).toContain('gone');
  });
});
