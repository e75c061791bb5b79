import { expect, it } from 'vitest';
import { createHandler, createMemoryStore, type LocationRequest, type RequestHeaders } from '../src/index.ts';
import { deriveRequest, fieldLines } from '../src/request.ts';

const text = '{"coordinates":{"latitude":1,"longitude":2}}';
const post = { method: 'POST', target: '/a', body: async () => new TextEncoder().encode(text) };

it.each(['content-type', 'Content-Type', 'CONTENT-TYPE'])('a field named %s is found', async (name) => {
  const handle = createHandler({ store: createMemoryStore() });
  const headers = { [name]: ['application/json'] };
  const response = await handle({ ...post, headers });
  expect(response.status).toBe(200);
});

it('the lines of a field come from all its spellings, unless it is there in lower case', () => {
  const linesOf = (headers: RequestHeaders, name: string) => fieldLines({ ...post, headers }, name);
  expect(linesOf({ A: ['1'], b: ['x'] }, 'a')).toEqual(['1']);
  expect(linesOf({ 'X-A': ['1', '2'], 'x-A': ['3'] }, 'x-a')).toEqual(['1', '2', '3']);
  expect(linesOf({ 'X-A': ['1'], 'x-a': ['2'] }, 'x-a')).toEqual(['2']);
  expect(linesOf({ 'X-A': undefined }, 'x-a')).toEqual([]);
});

it('the handler asks a request that finds one field for the content type, and not for all fields', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  const asked: string[] = [];
  class Finding {
    method = 'POST';
    target = '/a';
    body = post.body;
    get headers(): RequestHeaders {
      throw new Error('The handler made all fields.');
    }
    fieldLines(name: string) {
      asked.push(name);
      return ['application/json'];
    }
  }
  expect(await handle(new Finding())).toMatchObject({ status: 200 });
  expect(asked).toEqual(['content-type']);
});

it.each([
  ['derived', (request: LocationRequest) => deriveRequest(request, { headers: { a: ['2'] } })],
  ['given', (request: LocationRequest) => Object.defineProperty(request, 'headers', { value: { a: ['2'] } })],
])('%s fields come before those that a request finds', (_, change) => {
  class Finding {
    method = 'GET';
    target = '/a';
    body = post.body;
    get headers(): RequestHeaders {
      return { a: ['1'] };
    }
    fieldLines() {
      return ['1'];
    }
  }
  expect(fieldLines(new Finding(), 'a')).toEqual(['1']);
  expect(fieldLines(change(new Finding()), 'a')).toEqual(['2']);
});
