import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createHandler,
  createMemoryStore,
  type HandlerOptions,
  type LocationRequest,
  type LocationStore,
} from '../src/index.ts';
import { request, validBody } from './requests.ts';

type Options = Omit<HandlerOptions, 'store'>;
type Row = [sent: LocationRequest, clause: string, reason: unknown, options?: Options];

/** A service with one record, `a`. */
async function explain(sent: LocationRequest, options: Options = {}) {
  const store = createMemoryStore([['a', { coordinates: { latitude: 1, longitude: 2 } }]]);
  return (await createHandler({ ...options, store })(sent)).explanation;
}

function typed(...lines: string[]): LocationRequest {
  return request('POST', '/a', validBody, { 'content-type': lines });
}

function post(body: string): LocationRequest {
  return request('POST', '/a', body);
}

function at(latitude: string, longitude = '2', more = ''): LocationRequest {
  return post(`{${more}"coordinates":{"latitude":${latitude},"longitude":${longitude}}}`);
}

const rows: Row[] = [
  [request('GET', '/a'), 'SPEC 4', 'the record is present'],
  [request('GET', '/'), 'SPEC 4.7', 'the list of all records'],
  [request('GET', '/b'), 'SPEC 4.1', 'the record "b" is absent'],
  [request('GET', '/caf%C3%A9%0A%7F%22'), 'SPEC 4.1', 'the record "café\\n\\u007f\\"" is absent'],
  [request('HEAD', '/a'), 'D12', 'as GET (SPEC 4): the record is present'],
  [request('HEAD', '/b'), 'D12', 'as GET (SPEC 4.1): the record "b" is absent'],
  [post(validBody), 'SPEC 4.5.7', 'every check passed: created, or replaced if it was present'],
  [request('PUT', '/a', validBody), 'SPEC 4.5.7', 'every check passed: the present record is replaced'],
  [request('PUT', '/b', '{'), 'SPEC 4.5.5', 'the record "b" is absent'],
  [request('POST', '/', validBody), 'SPEC 4.5.2', 'no identifier in the path'],
  [request('DELETE', '/a'), 'SPEC 3', 'removed, without a look at whether it was present'],
  [request('DELETE', '/'), 'SPEC 4.6', 'no identifier in the path'],
  [request('OPTIONS', '/a/b'), 'D13', 'OPTIONS succeeds for every target'],
  [request('PATCH', '/a'), 'D14', 'unknown method "PATCH"'],

  [request('GET', '/a/b?c'), 'D4', '"/a/b" has 2 segments, an identifier is one'],
  [request('GET', 'a?secret'), 'D4', '"a" is not a path'],
  [request('GET', '/a/../b'), 'D11', '"/b" is not below the base path', { basePath: '/a' }],
  [request('GET', '/a%zz'), 'D3', '"a%zz" is not percent-encoded UTF-8'],

  [typed(), 'SPEC 4.5.1', 'content type missing'],
  [typed('text/plain'), 'SPEC 4.5.1', 'content type "text/plain"'],
  [typed('application/json', 'a'), 'D16', 'content type repeated (2 lines)'],

  [post(''), 'SPEC 4.5.3', 'a body of zero bytes'],
  [post(' '), 'SPEC 4.5.6', expect.stringMatching(/^not JSON: ./)],
  [post('{"a":\u009b}'), 'SPEC 4.5.6', expect.not.stringContaining('\u009b')],
  [post(validBody), 'SPEC 4.5.4', 'not JSON, cut at 5 characters', { bodyLimit: 5 }],
  [post('null'), 'SPEC 4.5.6', 'the body is null, not an object'],
  [post('[]'), 'SPEC 4.5.6', 'the body is an array, not an object'],
  [post('{}'), 'SPEC 4.5.6', '"coordinates" is missing'],
  [post('{"coordinates":{"longitude":2}}'), 'SPEC 4.5.6', '"latitude" is missing'],
  [at('1', '{}'), 'SPEC 4.5.6', '"longitude" is an object, not a number'],
  [at('1e999'), 'D31', '"latitude" is not finite'],
  [at('91'), 'D32', '"latitude" is 91, beyond ±90', { strictCoordinates: true }],
  [at('1', '-180.5'), 'D32', '"longitude" is -180.5, beyond ±180', { strictCoordinates: true }],
  [at('1', '2', '"description":5,'), 'D27', '"description" is a number, not a string'],
  [at('1', '2', '"description":"\\ud800",'), 'D33', 'lone surrogate in "description"'],
  [at('1', '2', '"descripton":"a",'), 'D29', 'unknown member "descripton"'],
  [at('1', '2', `"${'é'.repeat(61)}":1,`), 'D29', `unknown member "${'é'.repeat(60)}…"`],
  [{ ...post(''), body: async () => Uint8Array.of(0x7b, 0xff) }, 'D24', 'the body is not UTF-8'],
];

const named = rows.map((row): [name: string, ...Row] => [`${row[0].method} ${row[0].target}`, ...row]);
it.each(named)(
  'the explanation of %s names the clause and the reason',
  async (_name, sent, clause, reason, options) => {
    expect(await explain(sent, options)).toEqual({ clause, reason });
  },
);

it.each([
  ['GET', 'SPEC 7', 'unexpected failure: the disk is gone'],
  ['HEAD', 'D12', 'as GET (SPEC 7): unexpected failure: the disk is gone'],
  ['PUT', 'SPEC 7', 'unexpected failure: the disk is gone'],
  ['DELETE', 'D39', 'unexpected failure: the disk is gone'],
])(
  'the explanation of a %s whose store fails has the message of the error',
  async (method, clause, reason) => {
    expect(await explainFailure(method, new Error('the disk is gone'))).toEqual({ clause, reason });
  },
);

it.each([
  [new Error('two\nlines\u2028 \u001b[31m'), 'two\\u000alines\\u2028 \\u001b[31m'],
  [new Error('x'.repeat(201)), `${'x'.repeat(200)}…`],
  [undefined, 'an error without a message'],
])('the explanation of a store that rejects with %o is one printable line', async (error, said) => {
  expect(await explainFailure('GET', error)).toMatchObject({ reason: `unexpected failure: ${said}` });
});

it('an explanation never has a control character or a lone surrogate', async () => {
  const text = fc.string({
    unit: fc.constantFrom('\n', '\u0085', '\u2028', '\ud800', '"', '\\', '%', 'é', '😀'),
  });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (target, type, body) => {
      for (const sent of [
        request('GET', `/${target}`),
        request(target, '/a'),
        request('POST', '/a', body, { 'content-type': [type] }),
        post(body),
        post(JSON.stringify({ [body]: 1 })),
      ]) {
        expect((await explain(sent))?.reason).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u);
      }
    }),
  );
});

async function explainFailure(method: string, error: unknown) {
  const fail = () => Promise.reject(error);
  const store = { ...createMemoryStore(), get: fail, put: fail, replace: fail, delete: fail, list: fail };
  const handle = createHandler({ store: store as unknown as LocationStore });
  return (await handle(request(method, '/a', validBody))).explanation;
}
