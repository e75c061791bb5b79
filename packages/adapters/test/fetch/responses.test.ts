import type { LocationResponse } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch/index.ts';

describe('the response of a custom handler', () => {
  const respond = (response: LocationResponse) =>
    createFetchHandler(async () => response)(new Request('http://localhost/a'));

  it.each([204, 205, 304])(
    'a handler may respond over fetch with status %i, without content',
    async (status) => {
      const response = await respond({ status, headers: { 'X-Own': 'y' }, body: '' });
      expect([response.status, response.body, response.headers.get('x-own')]).toEqual([status, null, 'y']);
    },
  );

  it('a HEAD over fetch has no body if the handler writes content-length in lower case', async () => {
    const response = await respond({ status: 200, headers: { 'content-length': '3' }, body: '' });
    expect(response.body).toBeNull();
    expect(response.headers.get('content-length')).toBe('3');
  });

  it('an empty response over fetch without a length has a body stream', async () => {
    const response = await respond({ status: 200, headers: {}, body: '' });
    expect(response.body).not.toBeNull();
    expect(await response.text()).toBe('');
  });
});
