import { describe, expect, test } from 'vitest';
import { home, startFake } from './fake-here.ts';

const control = '/-/fake';

describe('the records', () => {
  test('are replaced by an object or by pairs, and a reset restores them', async () => {
    const { send } = await startFake();
    expect(await send('PUT', `${control}/records`, { a: home, b: home })).toEqual([
      200,
      { records: 2, faults: [], journal: 0 },
    ]);
    await send('DELETE', '/a');
    await send('POST', `${control}/faults`, { fault: 'delayed', ms: 0 });
    expect(await send('GET', control)).toMatchObject([200, { records: 1, faults: [{}], journal: 1 }]);
    expect(await send('POST', `${control}/reset`)).toEqual([200, { records: 2, faults: [], journal: 0 }]);
    await send('PUT', `${control}/records`, [['-/fake', { description: null, ...home }]]);
    expect(await send('GET', '/')).toEqual([200, [['-/fake', home]]]);
  });

  test('keep the order of their text, even of identifiers that are numbers', async () => {
    const { send } = await startFake();
    const location = JSON.stringify(home);
    await send('PUT', `${control}/records`, `{"b":${location},"2":${location}, "1":${location}}`);
    expect(await send('GET', '/')).toEqual([200, ['b', '2', '1'].map((id) => [id, home])]);
  });
});

describe('faults', () => {
  test('are added, listed and removed by number', async () => {
    const { send } = await startFake();
    await send('PUT', `${control}/records`, { home });
    const lost = { fault: 'lost', method: 'DELETE', target: '/home', times: 1 };
    expect(await send('POST', `${control}/faults`, lost)).toEqual([200, { number: 1, ...lost, timesMet: 0 }]);
    await expect(send('DELETE', '/home')).rejects.toThrow('fetch failed');
    expect(await send('GET', '/home')).toMatchObject([404, {}]);
    const status = { fault: 'status', status: 503, target: '/a*', headers: { 'Retry-After': '1' } };
    await send('POST', `${control}/faults`, status);
    expect(await send('GET', '/ab')).toEqual([503, { error_message: 'Fault' }]);
    expect(await send('GET', `${control}/faults`)).toEqual([
      200,
      [
        { number: 1, ...lost, timesMet: 1 },
        { number: 2, ...status, timesMet: 1 },
      ],
    ]);
    expect(await send('DELETE', `${control}/faults/2`)).toMatchObject([200, { faults: [{ number: 1 }] }]);
    expect(await send('DELETE', `${control}/faults/2`)).toMatchObject([404, {}]);
    expect(await send('DELETE', `${control}/faults`)).toMatchObject([200, { faults: [] }]);
  });

  test('of the command line are restored by a reset', async () => {
    const { send } = await startFake('--fault', 'status status=503 times=1');
    expect((await send('GET', '/'))[0]).toBe(503);
    await send('DELETE', `${control}/faults`);
    await send('POST', `${control}/reset`);
    expect((await send('GET', '/'))[0]).toBe(503);
  });
});

describe('the journal', () => {
  async function usedFake() {
    const { send } = await startFake();
    await send('PUT', `${control}/records`, { home });
    await send('GET', '/home');
    await send('PUT', '/away', '{"descripton":"x"}');
    await send('POST', '/home', home);
    return send;
  }

  test('has the reason for each response', async () => {
    const send = await usedFake();
    expect(await send('GET', `${control}/journal?method=PUT`)).toMatchObject([
      200,
      {
        count: 1,
        entries: [
          {
            number: 2,
            line: 'PUT /away 404',
            outcome: 'completed',
            clause: 'SPEC 4.5.5',
            reason: expect.any(String),
            request: { method: 'PUT', target: '/away', id: 'away', body: '{"descripton":"x"}' },
            response: { status: 404, body: '{"error_message":"Location not found: away"}' },
            durationMs: expect.any(Number),
          },
        ],
      },
    ]);
  });

  test.each([
    ['', [1, 2, 3]],
    ['?method=PUT&method=POST', [2, 3]],
    ['?target=/home', [1, 3]],
    ['?target=/a*', [2]],
    ['?status=200', [1, 3]],
    ['?outcome=broken', []],
  ])('is filtered by %j', async (query, numbers) => {
    const send = await usedFake();
    const [, journal] = await send('GET', `${control}/journal${query}`);
    expect((journal as { entries: { number: number }[] }).entries.map(({ number }) => number)).toEqual(
      numbers,
    );
  });

  test('is emptied', async () => {
    const send = await usedFake();
    expect(await send('DELETE', `${control}/journal`)).toMatchObject([200, { journal: 0, records: 1 }]);
  });
});

describe('scopes', () => {
  test('have separate records, faults and journals', async () => {
    const { send } = await startFake();
    await send('PUT', `${control}/records`, { home });
    await send('DELETE', '/home', undefined, 'a');
    await send('POST', `${control}/faults`, { fault: 'status', status: 503 }, 'b');
    expect((await send('GET', '/home', undefined, 'a'))[0]).toBe(404);
    expect((await send('GET', '/home', undefined, 'b'))[0]).toBe(503);
    expect((await send('GET', '/home'))[0]).toBe(200);
    expect(await send('GET', control, undefined, 'a')).toEqual([200, { records: 0, faults: [], journal: 2 }]);
    await send('POST', `${control}/reset`, undefined, 'a');
    expect(await send('GET', control, undefined, 'a')).toEqual([200, { records: 1, faults: [], journal: 0 }]);
    expect(await send('GET', control)).toMatchObject([200, { journal: 1 }]);
  });

  test('begin with the records that were put without a scope, and not with those of another scope', async () => {
    const { send } = await startFake();
    await send('PUT', `${control}/records`, { away: home }, 'a');
    await send('PUT', `${control}/records`, { home });
    expect(await send('GET', '/', undefined, 'b')).toEqual([200, [['home', home]]]);
    expect(await send('GET', '/', undefined, 'a')).toEqual([200, [['away', home]]]);
  });

  test('are listed and removed', async () => {
    const { send } = await startFake();
    for (const scope of ['a', 'test 2', 'c']) await send('POST', '/home', home, scope);
    expect(await send('GET', `${control}/scopes`, undefined, 'd')).toEqual([200, ['a', 'test 2', 'c']]);
    expect(await send('DELETE', `${control}/scopes/test%202`)).toEqual([200, ['a', 'c']]);
    expect(await send('DELETE', `${control}/scopes/d`)).toEqual([
      404,
      { error_message: 'There is no scope "d".' },
    ]);
    expect(await send('DELETE', `${control}/scopes`)).toEqual([200, []]);
    expect((await send('GET', '/home', undefined, 'a'))[0]).toBe(404);
  });
});

describe('the control plane', () => {
  test.each<[string, string, unknown, number, unknown]>([
    [
      'GET',
      '/jurnal',
      undefined,
      404,
      'Nothing is at /-/fake/jurnal. Known: records, faults, journal, reset, scopes.',
    ],
    ['GET', '/constructor', undefined, 404, expect.any(String)],
    ['PATCH', '/reset', undefined, 405, 'Method not allowed'],
    ['POST', '/faults', { fault: 'loosed' }, 400, expect.stringContaining('one of reset, lost, delayed')],
    ['POST', '/faults', { fault: 'lost', tims: 1 }, 400, expect.stringContaining('"fault.tims"')],
    ['POST', '/faults', `{"fault":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, expect.any(String)],
    ['POST', '/faults', '{', 400, expect.stringContaining('This is not JSON: ')],
    ['PUT', '/records', { a: {} }, 400, 'Line 1, record 1: "coordinates" is missing.'],
    [
      'GET',
      '/journal?metod=PUT',
      undefined,
      400,
      expect.stringContaining('Unknown parameter "metod". Known'),
    ],
    ['GET', '/journal?status=4xx', undefined, 400, expect.stringContaining('"match.status"')],
    ['GET', '/journal?outcome=lost', undefined, 400, expect.stringContaining('"match.outcome"')],
  ])('refuses %s %s', async (method, path, body, status, message) => {
    const { send } = await startFake();
    expect(await send(method, control + path, body)).toEqual([status, { error_message: message }]);
    expect(await send('GET', control)).toEqual([200, { records: 0, faults: [], journal: 0 }]);
  });

  test('refuses a body that is not UTF-8', async () => {
    const { url } = await startFake();
    const body = Uint8Array.of(0x7b, 0xff);
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${control}/records`, { method: 'PUT', headers, body });
    expect(await response.json()).toEqual({ error_message: 'The body must be UTF-8.' });
  });

  test.each([
    ['PUT', '/records', '{"a":{"coordinates":{"latitude":1,"longitude":2}}}'],
    ['POST', '/faults', '{"fault":"lost"}'],
  ])('refuses a body of %s %s that a form of a page could send', async (method, path, text) => {
    const { url, send } = await startFake();
    const statusFor = async (type: string) => {
      // As bytes: fetch would give a text a type.
      const init = { method, body: new TextEncoder().encode(text) };
      const headers = type === '' ? {} : { 'Content-Type': type };
      return (await fetch(`${url}${control}${path}`, { ...init, headers })).status;
    };
    const types = ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'];
    for (const type of [...types, 'text/plain, application/json']) expect(await statusFor(type)).toBe(415);
    expect(await send('GET', control)).toEqual([200, { records: 0, faults: [], journal: 0 }]);
    for (const type of ['Application/JSON; charset=utf-8', 'application/geo+json']) {
      expect(await statusFor(type)).toBe(200);
    }
  });

  test.each(['GET', 'POST', 'DELETE'])('refuses a %s of a page of a foreign origin', async (method) => {
    const { url } = await startFake();
    const paths = ['', '/faults', '/journal', '/reset', '/scopes'];
    for (const path of paths) {
      for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
        expect((await fetch(`${url}${control}${path}`, { method, headers })).status).toBe(403);
      }
    }
  });

  test('refuses a long pattern, and compares the longest one with a long identifier at once', async () => {
    const { url, send } = await startFake();
    await fetch(`${url}/${'a'.repeat(15_000)}`);
    const filter = (pattern: string) => send('GET', `${control}/journal?target=${pattern}`);
    expect(await filter(`/*${'a'.repeat(255)}`)).toEqual([
      400,
      { error_message: expect.stringContaining('at most 256 characters') },
    ]);
    for (const pattern of [`/${'*a'.repeat(126)}*b`, `/*${'a'.repeat(127)}b${'a'.repeat(125)}*`]) {
      expect(await filter(pattern)).toEqual([200, { count: 0, entries: [] }]);
    }
  });

  test('responds to HEAD and OPTIONS, below the base path', async () => {
    const { url } = await startFake('--base-path', '/v1');
    const head = await fetch(`${url}${control}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const options = await fetch(`${url}${control}/faults`, { method: 'OPTIONS' });
    expect(options.headers.get('allow')).toBe('GET, POST, DELETE, OPTIONS');
    expect((await fetch(`${new URL(url).origin}${control}`)).status).toBe(404);
  });
});
