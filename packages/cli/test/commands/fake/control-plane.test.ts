import { addressOf, rawClient } from '@location-records/workspace/tests';
import { describe, expect, test } from 'vitest';
import { fakeHere } from '../../run-here.ts';
import { fakeOfEachTest, home } from './fake-of-each-test.ts';

const fake = fakeOfEachTest();
const { send, steer } = fake;

describe('the control plane', () => {
  test('shows the state', async () => {
    const state = { records: 1, seed: 1, delay: { milliseconds: 0 }, faults: [], journal: 0 };
    expect(await steer('GET', '')).toEqual(state);
    expect(await steer('GET', '/')).toEqual(state);
    expect(await steer('GET', '/health')).toEqual({ status: 'ok' });
  });

  test('collides with no record', async () => {
    for (const id of ['-', 'fake', '-%2Ffake', '%2D%2Ffake', '-%2f-%2ffake']) {
      expect(await send('POST', `/${id}`, home)).toEqual([200, undefined]);
      expect(await send('GET', `/${id}`)).toEqual([200, home]);
    }
    for (const path of ['/-/', '/-/fakes', '/-/health', '//-/fake', '/a/-/fake']) {
      expect((await send('GET', path))[0]).toBe(404);
    }
    expect(await steer('GET', '')).toMatchObject({ records: 5 });
  });

  test('is below the base path', async () => {
    const below = await fakeHere(['--base-path', "/it's (here)/é"]);
    expect((await fetch(`${below.url}/-/fake/health`)).status).toBe(200);
    expect((await fetch(`${below.url}/home`)).status).toBe(404);
    const root = new URL('/-/fake/health', below.url);
    expect((await fetch(root)).status).toBe(404);
    expect(await (await fetch(`${below.url}/-/fake/journal`)).json()).toMatchObject({ count: 2 });
    expect(await below.stop()).toBe(0);
  });

  test('takes an absolute target, HEAD and OPTIONS', async () => {
    const client = await rawClient(addressOf(fake.url));
    client.socket.write(
      'GET http://localhost/-/fake/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(await client.ended).toMatch(/ 200 OK[\s\S]*\{"status":"ok"\}$/);
    const head = await fetch(`${fake.url}/-/fake/health`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '15', '']);
    const options = await fetch(`${fake.url}/-/fake/delay`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, PUT, DELETE, OPTIONS']);
  });

  test.each([
    [
      'GET',
      '/jurnal',
      undefined,
      404,
      'Nothing is at /-/fake/jurnal. Known: health, faults, delay, seed, reset, journal.',
    ],
    [
      'GET',
      '/faults/1/2',
      undefined,
      404,
      'Nothing is at /-/fake/faults/1/2. Known: health, faults, delay, seed, reset, journal.',
    ],
    [
      'GET',
      '/constructor',
      undefined,
      404,
      'Nothing is at /-/fake/constructor. Known: health, faults, delay, seed, reset, journal.',
    ],
    ['POST', '/journal', {}, 405, 'Method not allowed'],
    ['GET', '/faults/7', undefined, 404, 'There is no fault 7.'],
    ['DELETE', '/faults/x', undefined, 404, 'There is no fault x.'],
    [
      'DELETE',
      '/faults/',
      undefined,
      404,
      'Nothing is at /-/fake/faults/. Known: health, faults, delay, seed, reset, journal.',
    ],
    [
      'POST',
      '/faults',
      {},
      400,
      'The member "fault" is missing. Faults: respondWith, breakConnection, cutResponse, loseResponse, loseWrite, readStale, tearList, slowResponse, delayRequest, delayResponse.',
    ],
    ['POST', '/faults', [], 400, 'A fault must be an object, such as {"fault":"loseResponse"}.'],
    [
      'POST',
      '/faults',
      { fault: 'looseResponse' },
      400,
      expect.stringContaining('Unknown fault "looseResponse". Faults: '),
    ],
    [
      'POST',
      '/faults',
      { fault: 'toString' },
      400,
      expect.stringContaining('Unknown fault "toString". Faults: '),
    ],
    [
      'POST',
      '/faults',
      { fault: 'loseResponse', tims: 1 },
      400,
      expect.stringContaining('Unknown member "tims". Known members: '),
    ],
    [
      'POST',
      '/faults',
      { fault: 'loseResponse', times: 0 },
      400,
      'The member "times" must be a whole number from 1.',
    ],
    [
      'POST',
      '/faults',
      { fault: 'loseResponse', after: 1 },
      400,
      'Unknown member "after". Known members: fault, method, id, idPattern, route, times, chance.',
    ],
    [
      'POST',
      '/faults',
      { fault: 'loseResponse', id: 'a', idPattern: 'a' },
      400,
      '"id" and "idPattern" exclude each other; leave one out.',
    ],
    [
      'POST',
      '/faults',
      { fault: 'loseResponse', idPattern: '(' },
      400,
      expect.stringContaining('"idPattern" must be a regular expression'),
    ],
    ['POST', '/faults', { fault: 'loseResponse', idPattern: ['a'] }, 400, '"idPattern" must be a string.'],
    [
      'POST',
      '/faults',
      `{"fault":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      400,
      expect.stringContaining('The member "fault" must be a string. Faults: '),
    ],
    [
      'POST',
      '/faults',
      { fault: 'respondWith', status: 503, headers: { 'Retry-After': '1\r\nA: b' } },
      400,
      'The member "headers" must be an object of strings that HTTP can send, by the names of the fields.',
    ],
    [
      'POST',
      '/faults',
      { fault: 'respondWith' },
      400,
      'The member "status" must be a whole number from 200 to 599.',
    ],
    [
      'POST',
      '/faults',
      { fault: 'delayRequest' },
      400,
      'The member "milliseconds" must be milliseconds from 0 to 2147483647, or a pair of them in ascending order.',
    ],
    ['POST', '/faults', '{', 400, expect.stringContaining('This is not JSON: ')],
    ['PUT', '/delay', [], 400, 'A delay must be an object, such as {"milliseconds":200}.'],
    ['PUT', '/delay', { ms: 5 }, 400, 'Unknown member "ms". Known members: milliseconds.'],
    [
      'PUT',
      '/delay',
      { milliseconds: -1 },
      400,
      'The member "milliseconds" must be milliseconds from 0 to 2147483647, or a pair of them in ascending order.',
    ],
    ['PUT', '/seed', { a: {} }, 400, 'Line 1, record "a": "coordinates" is missing.'],
    [
      'GET',
      '/journal?metod=PUT',
      undefined,
      400,
      expect.stringContaining('Unknown parameter "metod". Known parameters: '),
    ],
    ['GET', '/journal?status=4xx', undefined, 400, 'The parameter "status" must be a whole number from 1.'],
    [
      'GET',
      '/journal?outcome=lost',
      undefined,
      400,
      'The parameter "outcome" must be pending, completed, broken or left.',
    ],
    ['GET', '/journal?status=404&status=500', undefined, 400, 'The parameter "status" is there twice.'],
    ['GET', '/journal?route=list', undefined, 400, expect.stringContaining('"route" must be')],
  ])('refuses %s %s %j', async (method, path, body, status, message) => {
    expect(await send(method, `/-/fake${path}`, body)).toEqual([status, { error_message: message }]);
    expect(await steer('GET', '')).toMatchObject({ records: 1, faults: [], delay: { milliseconds: 0 } });
  });

  test.each(['0x1', '1.0', '01', '1e0'])('takes %s for no number of a fault', async (name) => {
    await send('POST', '/-/fake/faults', { fault: 'loseWrite' });
    const path = `/-/fake/faults/${name}`;
    expect(await send('DELETE', path)).toEqual([404, { error_message: `There is no fault ${name}.` }]);
  });

  test('refuses a body that is not UTF-8', async () => {
    const body = Uint8Array.of(0x7b, 0xff);
    const response = await fetch(`${fake.url}/-/fake/seed`, { method: 'PUT', body });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error_message: 'The body must be UTF-8.' },
    ]);
  });

  test('cannot be steered by a page of a foreign origin', async () => {
    const headers = { Origin: 'https://evil.example' };
    const response = await fetch(`${fake.url}/-/fake/reset`, { method: 'POST', headers });
    expect(response.status).toBe(403);
  });
});
