import {
  createFaultyStore,
  createHandlerService,
  httpContract,
  registerHttpContract,
} from '@location-records/conformance';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { afterAll, expect, it } from 'vitest';

const leftOut = registerHttpContract(httpContract, {
  it,
  afterAll,
  start: async (options) => {
    const { store, faults, onError } = createFaultyStore(createMemoryStore());
    const handle = createHandler({ ...options, store, onError });
    return { service: createHandlerService(explained(handle), faults), close: () => store.close() };
  },
  unmetNeeds: {
    socket: 'A handler in this process has no connection.',
    server: 'A handler in this process has no server around it.',
  },
});

/** The handler with a check that every response has an explanation: a clause, and a reason on one line. */
function explained(handle: Handler): Handler {
  return async (request) => {
    const response = await handle(request);
    expect(response.explanation).toEqual({
      clause: expect.stringMatching(/^(?:SPEC \d(?:\.\d){0,2}|D\d+)$/),
      reason: expect.stringMatching(/^[^\p{Cc}\p{Cs}]{1,300}$/u),
    });
    return response;
  };
}

it('leaves out only cases that need a connection', () => {
  const left = httpContract.filter(({ needs }) => needs.includes('socket'));
  expect(leftOut.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
});
