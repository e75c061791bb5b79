import { expect, it } from 'vitest';
import { createHandler, createMemoryStore } from '../src/index.ts';
import { fieldLines } from '../src/request.ts';

const text = '{"coordinates":{"latitude":1,"longitude":2}}';

it.each(['content-type', 'Content-Type', 'CONTENT-TYPE'])('a field named %s is found', async (name) => {
  const handle = createHandler({ store: createMemoryStore() });
  const headers = { [name]: ['application/json'] };
  const response = await handle({
    method: 'POST',
    target: '/a',
    headers,
    body: async () => new TextEncoder().encode(text),
  });
  expect(response.status).toBe(200);
});

it('the lines of a field come from all its spellings, unless it is there in lower case', () => {
  expect(fieldLines({ A: ['1'], b: ['x'] }, 'a')).toEqual(['1']);
  expect(fieldLines({ 'X-A': ['1', '2'], 'x-A': ['3'] }, 'x-a')).toEqual(['1', '2', '3']);
  expect(fieldLines({ 'X-A': ['1'], 'x-a': ['2'] }, 'x-a')).toEqual(['2']);
  expect(fieldLines({ 'X-A': undefined }, 'x-a')).toEqual([]);
});
