import { createServer } from 'node:http';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

/** A service whose DELETE without an identifier has a status of its own, and whose messages have raw identifiers. */
function wrongTwice(): Handler {
  const handle = createHandler({ store: createMemoryStore() });
  return async (request) => {
    if (request.method === 'DELETE' && request.target === '/')
      return errorResponse(405, 'Method not allowed');
    const response = await handle(request);
    if (request.method !== 'GET' || response.status !== 404) return response;
    return errorResponse(404, `Resource not found: ${request.target.slice(1)}`);
  };
}

it('leaves no messages aside for a wrong status', async () => {
  const url = await started(createServer(listenerOf(wrongTwice())));
  const { aside, cases } = await checkServer({ url, only: ['response-error-delete-id', 'D38'] });
  expect(aside).toEqual([]);
  expect(cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
    'id-message-is-json',
    'response-error-delete-id',
  ]);
});
