import type { LocationResponse } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch/index.ts';

describe('the response of a handler of your own', () => {
  const respond = (response: LocationResponse) =>
    createFetchHandler(async () => response)(new Request('http://localhost/a'));

  it.each([204, 205, 304])('may have the status %i, which has no content', async (status) => {
    const response = await respond({ status, headers: { 'X-Own': 'y' }, body: '' });
    expect([response.status, response.body, response.headers.get('x-own')]).toEqual([status, null, 'y']);
  });

  it('has no body where a handler writes the length for HEAD in lower case', async () => {
    const response = await respond({ status: 200, headers: { 'content-length': '3' }, body: '' });
    expect(response.body).toBeNull();
    expect(response.headers.get('content-length')).toBe('3');
  });

  it('has a body of unknown length where it says nothing of that', async () => {
    const response = await respond({ status: 200, headers: {}, body: '' });
    expect(response.body).not.toBeNull();
    expect(await response.text()).toBe('');
  });
});
