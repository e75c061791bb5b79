import { createFetchHandler } from '@location-records/adapters/fetch';
import { createFetchService, createHandlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';

it('the fetch handler responds with the same bytes as the handler', async () => {
  const newHandler = () => createHandler({ store: createMemoryStore() });
  const fetch = createFetchService(createFetchHandler(newHandler()));
  const { differences } = await diffServices(createHandlerService(newHandler()), fetch, {
    seed: 3,
    exact: true,
  });
  expect(differences).toEqual([]);
});
