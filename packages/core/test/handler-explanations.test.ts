import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveRequest } from '../src/adapter-kit.ts';
import {
  createHandler,
  createMemoryStore,
  type HandlerOptions,
  type LocationRequest,
  type LocationStore,
} from '../src/index.ts';
import { request, validBody } from './requests.ts';

type Options = Omit<HandlerOptions, 'store'>;
type Case = [sent: LocationRequest, clause: string, reason: unknown, options?: Options];

const notJson = expect.stringMatching(/^not JSON: ./);

/** A service with one record, `a`. */
async function explain(sent: LocationRequest, options: Options = {}) {
  const store = createMemoryStore();
  await store.put('a', { coordinates: { latitude: 1, longitude: 2 } });
  return (await createHandler({ ...options, store })(sent)).explanation;
}

function typed(...lines: string[]): LocationRequest {
  return request('POST', '/a', validBody, { 'content-type': lines });
}

function post(body: string): LocationRequest {
  return request('POST', '/a', body);
}

/** A Location with these members more, or of these coordinates. */
function more(members: string): LocationRequest {
  return post(`{${members},"coordinates":{"latitude":1,"longitude":2}}`);
}

function at(latitude: string, longitude = '2'): LocationRequest {
  return post(`{"coordinates":{"latitude":${latitude},"longitude":${longitude}}}`);
}

const responses: Case[] = [
  [request('GET', '/a'), 'SPEC 4', 'the record is present'],
  [request('GET', '/'), 'SPEC 4.7', 'the list of all records'],
  [request('HEAD', '/a'), 'D12', 'as GET (SPEC 4): the record is present'],
  [request('HEAD', '/b'), 'D12', 'as GET (SPEC 4.1): the record "b" is absent'],
  [request('HEAD', '/'), 'D12', 'as GET (SPEC 4.7): the list of all records'],
  [request('HEAD', '/%'), 'D12', 'as GET (D3): "%" is not percent-encoded UTF-8'],
  [post(validBody), 'SPEC 4.5.7', 'every check passed: created, or replaced if it was present'],
  [request('PUT', '/a', validBody), 'SPEC 4.5.7', 'every check passed: the present record is replaced'],
  [request('DELETE', '/a'), 'SPEC 3', 'removed, without a look at whether it was present'],
  [request('OPTIONS', '/a'), 'D13', 'OPTIONS succeeds for every target'],
  [request('OPTIONS', '/a/b'), 'D13', 'OPTIONS succeeds for every target'],
  [request('PATCH', '/a'), 'D14', 'unknown method "PATCH"'],
  [request('get', '/a'), 'D14', 'unknown method "get"'],
  [request('GET', '/b'), 'SPEC 4.1', 'the record "b" is absent'],
  [request('GET', '/caf%C3%A9%0A%7F%22'), 'SPEC 4.1', 'the record "café\\n\\u007f\\"" is absent'],
  [request('PUT', '/b', validBody), 'SPEC 4.5.5', 'the record "b" is absent'],
  [request('PUT', '/b', '{'), 'SPEC 4.5.5', 'the record "b" is absent'],
  [request('POST', '/', validBody), 'SPEC 4.5.2', 'no identifier in the path'],
  [request('PUT', '/?a', validBody), 'SPEC 4.5.2', 'no identifier in the path'],
  [request('DELETE', '/'), 'SPEC 4.6', 'no identifier in the path'],
];

const targets: Case[] = [
  [request('GET', '/a/b?c'), 'D4', '"/a/b" has 2 segments, an identifier is one'],
  [request('PATCH', '/a/'), 'D4', '"/a/" has 2 segments, an identifier is one'],
  [request('GET', '*'), 'D4', '"*" is not a path'],
  [request('GET', 'a?secret'), 'D4', '"a" is not a path'],
  [request('GET', '/b'), 'D11', '"/b" is not below the base path', { basePath: '/a' }],
  [request('GET', '/a/../b'), 'D11', '"/b" is not below the base path', { basePath: '/a' }],
  [request('GET', '/a/b/c'), 'D4', '"/b/c" has 2 segments, an identifier is one', { basePath: '/a' }],
  [request('GET', '/a%zz'), 'D3', '"%zz" is not percent-encoded UTF-8'],
  [request('POST', '/%41%2'), 'D3', '"%2" is not percent-encoded UTF-8'],
  [request('PUT', '/%41b%C3c'), 'D3', '"%C3" is not percent-encoded UTF-8'],
  [request('DELETE', '/a%'), 'D3', '"%" is not percent-encoded UTF-8'],
  [request('GET', '/\ud800é'), 'D3', '"\\ud800é" is not percent-encoded UTF-8'],
];

const contentTypes: Case[] = [
  [typed(), 'SPEC 4.5.1', 'content type missing'],
  [typed('text/plain'), 'SPEC 4.5.1', 'content type "text/plain"'],
  [typed('application/json', 'a'), 'D16', 'content type repeated (2 lines)'],
  [typed('application/json, a'), 'SPEC 4.5.1', 'content type "application/json, a"'],
];

const locations: Case[] = [
  [post(''), 'SPEC 4.5.3', 'a body of zero bytes'],
  [post(' '), 'SPEC 4.5.6', notJson],
  [post('{"a":\u009b}'), 'SPEC 4.5.6', expect.not.stringContaining('\u009b')],
  [post('null'), 'SPEC 4.5.6', 'the body is null, not an object'],
  [post('[]'), 'SPEC 4.5.6', 'the body is an array, not an object'],
  [post('"a"'), 'SPEC 4.5.6', 'the body is a string, not an object'],
  [post('{}'), 'SPEC 4.5.6', '"coordinates" is missing'],
  [post('{"coordinates":5}'), 'SPEC 4.5.6', '"coordinates" is a number, not an object'],
  [post('{"coordinates":{"longitude":2}}'), 'SPEC 4.5.6', '"latitude" is missing'],
  [post('{"coordinates":{"latitude":1}}'), 'SPEC 4.5.6', '"longitude" is missing'],
  [at('"1"'), 'SPEC 4.5.6', '"latitude" is a string, not a number'],
  [at('1', '{}'), 'SPEC 4.5.6', '"longitude" is an object, not a number'],
  [at('1e999'), 'D31', '"latitude" is not finite'],
  [at('91'), 'D32', '"latitude" is 91, beyond ±90', { strictCoordinates: true }],
  [at('1', '-180.5'), 'D32', '"longitude" is -180.5, beyond ±180', { strictCoordinates: true }],
  [more('"description":5'), 'D27', '"description" is a number, not a string'],
  [more('"description":"\\ud800"'), 'D33', 'lone surrogate in "description"'],
  [more('"descripton":"a"'), 'D29', 'unknown member "descripton"'],
  [more('"":"a"'), 'D29', 'unknown member ""'],
  [more('"__proto__":{}'), 'D29', 'unknown member "__proto__"'],
  [more(`"${'é'.repeat(61)}":1`), 'D29', `unknown member "${'é'.repeat(60)}…"`],
  [at('1,"altitude":3'), 'D29', 'unknown member "altitude"'],
  [deriveRequest(post(''), { body: async () => Uint8Array.of(0x7b, 0xff) }), 'D24', 'the body is not UTF-8'],
];

describe.each([
  ['responses of every kind', responses],
  ['targets', targets],
  ['content types', contentTypes],
  ['bodies', locations],
])('the explanation of %s', (_, cases) => {
  const named = cases.map((row): [name: string, ...Case] => [`${row[0].method} ${row[0].target}`, ...row]);
  it.each(named)('of %s', async (_name, sent, clause, reason, options) => {
    expect(await explain(sent, options)).toEqual({ clause, reason });
  });
});

describe('the explanation of a failure', () => {
  it.each([
    ['GET', 'SPEC 7', 'unexpected failure: the disk is gone'],
    ['HEAD', 'D12', 'as GET (SPEC 7): unexpected failure: the disk is gone'],
    ['POST', 'SPEC 7', 'unexpected failure: the disk is gone'],
    ['PUT', 'SPEC 7', 'unexpected failure: the disk is gone'],
    ['DELETE', 'D39', 'unexpected failure: the disk is gone'],
  ])('of %s', async (method, clause, reason) => {
    expect(await explainFailure(method, new Error('the disk is gone'))).toEqual({ clause, reason });
  });

  it.each([
    [new Error('two\nlines\u2028 \u001b[31m'), 'two\\u000alines\\u2028 \\u001b[31m'],
    [new Error('x'.repeat(201)), `${'x'.repeat(200)}…`],
    [{ message: 5 }, 'an error without a message'],
    [undefined, 'an error without a message'],
  ])('with the error %o', async (error, said) => {
    expect(await explainFailure('GET', error)).toMatchObject({ reason: `unexpected failure: ${said}` });
  });
});

async function explainFailure(method: string, error: unknown) {
  const fail = () => Promise.reject(error);
  const store = { ...createMemoryStore(), get: fail, put: fail, replace: fail, delete: fail, list: fail };
  const handle = createHandler({ store: store as unknown as LocationStore });
  return (await handle(request(method, '/a', validBody))).explanation;
}

it('never has a control character or a lone surrogate', async () => {
  const text = fc.string({
    unit: fc.constantFrom('\n', '\u0085', '\u2028', '\ud800', '"', '\\', '%', 'é', '😀'),
  });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (target, type, body) => {
      const name = JSON.stringify({ [body]: 1 });
      for (const sent of [
        request('GET', `/${target}`),
        request(target, '/a'),
        request('POST', '/a', body, { 'content-type': [type] }),
        request('POST', '/a', body),
        request('POST', '/a', name),
      ]) {
        const reason = (await explain(sent))?.reason;
        expect(reason).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u);
      }
    }),
  );
});

it('is frozen where responses share it', async () => {
  for (const sent of [request('GET', '/a'), request('GET', '/'), request('POST', '/a', validBody)]) {
    expect(await explain(sent)).toBe(await explain(sent));
    expect(await explain(sent)).toSatisfy(Object.isFrozen);
  }
});
