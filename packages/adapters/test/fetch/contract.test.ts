import {
  createFaultyStore,
  createFetchService,
  httpContract,
  registerHttpContract,
  requestExceptions,
} from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { afterAll, describe, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch/index.ts';

describe('createFetchHandler, in process', () => {
  registerHttpContract(httpContract, {
    it,
    afterAll,
    start: async (options) => {
      const { store, faults, onError } = createFaultyStore(createMemoryStore());
      const fetch = createFetchHandler(createHandler({ ...options, store, onError }));
      return { service: createFetchService(fetch, faults), close: () => store.close() };
    },
    unmetNeeds: {
      socket: 'A Request has no connection.',
      server: 'A Request has no server around it.',
    },
    exceptions: requestExceptions,
  });
});
