import { beforeEach, describe, expect, test } from 'vitest';
import { fakeHere } from '../../run-here.ts';
import { fakeOfEachTest, home } from './fake-of-each-test.ts';

const fake = fakeOfEachTest();
const { send, steer } = fake;

describe('faults', () => {
  test('are added, listed and removed by number', async () => {
    const lose = { fault: 'loseResponse', method: 'DELETE', id: 'home', times: 1 };
    expect(await steer('POST', '/faults', lose)).toEqual({ number: 1, ...lose, timesApplied: 0 });
    await expect(fetch(`${fake.url}/home`, { method: 'DELETE' })).rejects.toThrow('fetch failed');
    expect((await send('GET', '/home'))[0]).toBe(404);
    expect(await steer('GET', '/faults/1')).toEqual({ number: 1, ...lose, timesApplied: 1 });
    await steer('POST', '/faults', { fault: 'respondWith', status: 503, idPattern: '^a' });
    expect((await send('GET', '/ab'))[0]).toBe(503);
    expect((await send('GET', '/ba'))[0]).toBe(404);
    expect(await steer('DELETE', '/faults/2')).toMatchObject({ faults: [{ number: 1 }] });
    expect((await send('GET', '/ab'))[0]).toBe(404);
    await steer('DELETE', '/faults');
    expect(await steer('GET', '/faults')).toEqual([]);
  });

  test('delay every response', async () => {
    expect(await steer('PUT', '/delay', { milliseconds: 1 })).toEqual({ milliseconds: 1 });
    expect(await steer('PUT', '/delay', { milliseconds: [1, 2] })).toEqual({ milliseconds: [1, 2] });
    await send('GET', '/home');
    expect(await steer('DELETE', '/delay')).toEqual({ milliseconds: 0 });
    await send('GET', '/home');
    expect(await steer('GET', '/journal')).toMatchObject({
      entries: [{ faults: ['delayResponse(1–2)'] }, { faults: [] }],
    });
  });
});

describe('the seed', () => {
  test('is restored, with the faults and the delay of the command line', async () => {
    await send('DELETE', '/home');
    await steer('POST', '/faults', { fault: 'loseWrite' });
    await steer('PUT', '/delay', { milliseconds: 1 });
    const first = { records: 1, seed: 1, delay: { milliseconds: 0 }, faults: [], journal: 0 };
    expect(await steer('POST', '/reset')).toEqual(first);
    expect(await send('GET', '/home')).toEqual([200, home]);
    const faulty = await fakeHere(['--fault', 'readStale', '--delay', '1']);
    const restored = await fetch(`${faulty.url}/-/fake/reset`, { method: 'POST' });
    expect(await restored.json()).toMatchObject({
      faults: [{ fault: 'readStale' }],
      delay: { milliseconds: 1 },
    });
    expect(await faulty.stop()).toBe(0);
  });

  test('keeps the order of its text, also of identifiers that are numbers', async () => {
    await steer(
      'PUT',
      '/seed',
      `{"b":${JSON.stringify(home)},"2":${JSON.stringify(home)}, "1":${JSON.stringify(home)}}`,
    );
    expect(await send('GET', '/')).toEqual([200, ['b', '2', '1'].map((id) => [id, home])]);
    expect(await steer('PUT', '/seed', ' {}')).toMatchObject({ records: 0 });
  });

  test('is replaced by an object or by pairs', async () => {
    expect(await steer('PUT', '/seed', { a: home, b: home })).toMatchObject({ records: 2, seed: 2 });
    expect(await steer('GET', '/seed')).toEqual([
      ['a', home],
      ['b', home],
    ]);
    const described = { description: null, ...home };
    expect(await steer('PUT', '/seed', [['-/fake', described]])).toMatchObject({ records: 1, seed: 1 });
    expect(await send('GET', '/')).toEqual([200, [['-/fake', home]]]);
  });
});

describe('the journal', () => {
  beforeEach(async () => {
    await send('GET', '/home');
    await send('PUT', '/away', '{"descripton":"x"}');
    await send('POST', '/home', home);
  });

  test('says why each response was what it was', async () => {
    expect(await steer('GET', '/journal?method=PUT')).toMatchObject({
      count: 1,
      entries: [
        {
          number: 2,
          line: 'PUT /away 404',
          outcome: 'completed',
          clause: 'SPEC 4.5.5',
          reason: expect.any(String),
          request: { method: 'PUT', target: '/away', route: 'record', id: 'away' },
          response: { status: 404, body: '{"error_message":"Location not found: away"}' },
          durationMs: expect.any(Number),
        },
      ],
    });
  });

  test.each([
    ['', [1, 2, 3]],
    ['?method=PUT&method=POST', [2, 3]],
    ['?id=home', [1, 3]],
    ['?idPattern=^a', [2]],
    ['?route=collection', []],
    ['?status=200', [1, 3]],
    ['?outcome=broken', []],
    ['?clause=SPEC%204.5.5', [2]],
    ['?limit=1', [3]],
  ])('is filtered by %j', async (query, numbers) => {
    const { entries } = (await steer('GET', `/journal${query}`)) as { entries: { number: number }[] };
    expect(entries.map(({ number }) => number)).toEqual(numbers);
  });

  test('is emptied', async () => {
    expect(await steer('DELETE', '/journal')).toMatchObject({ journal: 0, records: 1 });
    expect(await steer('GET', '/journal')).toEqual({ count: 0, entries: [] });
  });
});
