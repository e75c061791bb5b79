import { createFetchHandler } from '@location-records/adapters/fetch';
import { type CaseRequest, fetchService, handlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';

it('responds as the handler does, except to what a Request cannot hold', async () => {
  const newHandler = () => createHandler({ store: createMemoryStore() });
  const fetch = fetchService(createFetchHandler(newHandler()));
  const leaveOut = ({ method }: CaseRequest) => method === 'get';
  const options = { seed: 3, calls: 3000, notation: 'same', leaveOut } as const;
  const { differences } = await diffServices(handlerService(newHandler()), fetch, options);
  expect(differences).toEqual([]);
});
