import type { Handler } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { expect, it } from 'vitest';
import { createFake } from '../../src/index.ts';

it('gives a request that was derived around its handler to the service, and to the journal', async () => {
  const fake = createFake();
  const handle: Handler = (request) =>
    fake.handle(deriveRequest(request, { target: request.target.replace(/^\/v1/, '') }));
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const created = await handle({
    method: 'POST',
    target: '/v1/tower',
    headers: { 'content-type': ['application/json'] },
    body: async () => new TextEncoder().encode(body),
  });
  expect(created).toMatchObject({ status: 200, body: '' });
  expect(fake.records.get('tower')).toEqual(JSON.parse(body));
  expect(fake.journal.lines()).toEqual(['POST /tower 200']);
});
