import { createHandler, createMemoryStore } from '@location-records/core';
import {
  createFaultyStore,
  handlerService,
  httpContract,
  registerHttpContract,
} from '@location-records/testing';
import { afterAll, expect, it } from 'vitest';

const leftOut = registerHttpContract(httpContract, {
  it,
  afterAll,
  start: async (options) => {
    const { store, faults, onError } = createFaultyStore(createMemoryStore());
    const handle = createHandler({ ...options, store, onError });
    return { service: handlerService(handle, faults), close: () => store.close() };
  },
  cannot: {
    socket: 'A handler in this process has no connection.',
    server: 'A handler in this process has no server around it.',
  },
});

it('leaves out nothing but what needs a connection', () => {
  const withoutConnection = httpContract.filter(({ needs }) => needs.every((need) => need !== 'socket'));
  expect(leftOut).toHaveLength(httpContract.length - withoutConnection.length);
});
