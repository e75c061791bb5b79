import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch/index.ts';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';

describe('a Request without a stream of its body, as in Firefox', () => {
  async function post(text: string, arrayBuffer?: () => Promise<ArrayBuffer>) {
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request('http://localhost/a', { method: 'POST', headers, body: text });
    Object.defineProperty(request, 'body', { value: undefined });
    if (arrayBuffer) Object.defineProperty(request, 'arrayBuffer', { value: arrayBuffer });
    const store = createMemoryStore();
    const response = await createFetchHandler(createHandler({ store }))(request);
    return { status: response.status, text: await response.text(), stored: await store.get('a') };
  }

  it.each([
    ['of a location', location],
    ['that goes on behind the limit', location.padEnd(20_000)],
  ])('a Request without a body stream, as in Firefox, is read with the body %s', async (_what, text) => {
    expect(await post(text)).toEqual({ status: 200, text: '', stored: JSON.parse(location) });
  });

  it('a Request without a body stream may have no body', async () => {
    const { status, text } = await post('');
    expect([status, text]).toEqual([400, '{"error_message":"Body content is missing"}']);
  });

  it('a Request without a body stream stores nothing when the client leaves', async () => {
    const response = await post(location, () => Promise.reject(new TypeError('The client left.')));
    expect(response).toEqual({ status: 400, text: '{"error_message":"Bad request"}', stored: undefined });
  });
});
