import {
  createHandler,
  createMemoryStore,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { expect, it } from 'vitest';
import { type AuthorizationOptions, type Role, withAuthorization } from '../../src/guard/index.ts';
import { adapters } from '../every-adapter.ts';

const callers = new Map<string | undefined, { readonly name: string; readonly role: Role }>([
  ['r', { name: 'reader', role: 'read' }],
  ['w', { name: 'writer', role: 'write' }],
  ['a', { name: 'admin', role: 'admin' }],
  ['ü:x', { name: 'colon', role: 'read' }],
]);
const authorize: AuthorizationOptions['authorize'] = (token) => callers.get(token);

const passed: LocationResponse = { status: 204, headers: {}, body: '' };

interface Asked extends Partial<LocationRequest> {
  readonly authorization?: string | readonly string[];
}

/** The status that a request gets: 204 if it passes. */
async function ask(
  { authorization, method = 'GET', target = '/a' }: Asked,
  options: AuthorizationOptions = { authorize },
): Promise<number> {
  const handle = withAuthorization(async () => passed, options);
  const lines = typeof authorization === 'string' ? [authorization] : authorization;
  const headers = lines ? { authorization: lines } : {};
  const body = () => Promise.reject(new Error('The body was read.'));
  return (await handle({ method, target, headers, body })).status;
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

it.each(['Bearer r', 'bearer  r ', basic('user:r'), basic(':r'), basic('user:ü:x').replace('B', 'b')])(
  'a token is read from Authorization: %s',
  async (authorization) => {
    expect(await ask({ authorization })).toBe(204);
  },
);

it.each([
  ...[
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'r',
    'Digest r',
    'Bearer r, Basic r',
    'Bearer r r',
    'Bearerr',
  ],
  ...[basic('r'), basic('r:'), basic('user:'), 'Basic r', 'Basic !', 'Basic cg'],
  ['Bearer r', 'Bearer r'],
])('a request with Authorization: %j has no token, and is 401', async (authorization) => {
  expect(await ask(authorization === undefined ? {} : { authorization })).toBe(401);
});

it.each<[method: string, target: string, none: number, read: number, write: number, admin: number]>([
  ['GET', '/', 401, 204, 204, 204],
  ['HEAD', '/a', 401, 204, 204, 204],
  ['OPTIONS', '*', 401, 204, 204, 204],
  ['POST', '/a', 401, 403, 204, 204],
  ['PUT', '/a', 401, 403, 204, 204],
  ['DELETE', '/a', 401, 403, 204, 204],
  ['PATCH', '/a', 401, 403, 204, 204],
  ['get', '/a', 401, 403, 204, 204],
  ['POST', '/-/records', 401, 403, 204, 204],
  ['GET', '/-/map', 401, 204, 204, 204],
  ['GET', '/-/unknown', 401, 204, 204, 204],
  ['GET', '/-/metrics', 401, 403, 403, 204],
  ['OPTIONS', '/-/metrics/more', 401, 403, 403, 204],
  ['GET', '/a/../%2D/%6detrics?x', 401, 403, 403, 204],
  ['GET', 'http://host/-/metrics', 401, 403, 403, 204],
  ['GET', '/-%2Fmetrics', 401, 204, 204, 204],
  ['GET', '/-/livez', 204, 204, 204, 204],
  ['HEAD', '/-/readyz', 204, 204, 204, 204],
  ['POST', '/-/livez', 401, 403, 204, 204],
  ['GET', '/-/livez/', 401, 204, 204, 204],
  ['GET', '/livez', 401, 204, 204, 204],
  ['GET', '/-/livez/../records', 401, 204, 204, 204],
])('%s %s is %d without a token, and %d, %d, %d for the roles', async (method, target, ...expected) => {
  const statuses = [undefined, 'r', 'w', 'a'].map((token) =>
    ask({ method, target, ...(token !== undefined && { authorization: `Bearer ${token}` }) }),
  );
  expect(await Promise.all(statuses)).toEqual(expected);
});

it('the paths are below the base path', async () => {
  const options = { authorize, basePath: '/v1/' };
  expect(await ask({ target: '/v1/-/livez' }, options)).toBe(204);
  expect(await ask({ target: '/-/livez' }, options)).toBe(401);
  expect(await ask({ target: '/v1/-/metrics', authorization: 'Bearer w' }, options)).toBe(403);
});

it('a role that nobody knows allows nothing, and an authorize that rejects lets nothing pass', async () => {
  const owner = { authorize: () => ({ role: 'owner' as Role }) };
  expect(await ask({}, owner)).toBe(403);
  expect(await ask({}, { authorize: () => ({}) as never })).toBe(403);
  const failing = { authorize: () => Promise.reject(new Error('no database')) };
  await expect(ask({}, failing)).rejects.toThrow('no database');
});

it('the explanation names the caller and the role', async () => {
  const handle = withAuthorization(async () => passed, { authorize });
  const headers = { authorization: ['Bearer r'] };
  const response = await handle({ method: 'PUT', target: '/a', headers, body: async () => new Uint8Array() });
  expect(response.explanation).toEqual({
    clause: 'D55',
    reason: 'the request needs the role write, and "reader" has "read"',
  });
});

it.each(adapters)('a client needs a token over %s', async (_name, serve) => {
  const store = createMemoryStore();
  const ask = await serve(withAuthorization(createHandler({ store }), { authorize }));
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const write = (token: string) =>
    ask({
      method: 'POST',
      path: '/a',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body,
    });

  expect(await write('x')).toMatchObject({
    status: 401,
    headers: {
      'content-type': 'application/json',
      'www-authenticate': 'Basic realm="location-records", charset="UTF-8", Bearer realm="location-records"',
    },
    body: '{"error_message":"Unauthorized"}',
  });
  expect(await write('r')).toMatchObject({ status: 403, body: '{"error_message":"Forbidden"}' });
  expect(await store.get('a')).toBeUndefined();
  expect((await write('w')).status).toBe(200);
  expect(await ask({ method: 'HEAD', path: '/a' })).toMatchObject({ status: 401, body: '' });
  const Authorization = basic('ada:r');
  expect((await ask({ method: 'GET', path: '/a', headers: { Authorization } })).body).toBe(body);
});
