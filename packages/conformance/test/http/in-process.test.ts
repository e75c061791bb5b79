import {
  createFaultyStore,
  handlerService,
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
    return { service: handlerService(explained(handle), faults), close: () => store.close() };
  },
  cannot: {
    socket: 'A handler in this process has no connection.',
    server: 'A handler in this process has no server around it.',
  },
});

/** The response to every request of the cases names a rule, and says why in one line. */
function explained(handle: Handler): Handler {
  return async (request) => {
    const answer = await handle(request);
    expect(answer.explanation).toEqual({
      clause: expect.stringMatching(/^(?:SPEC \d(?:\.\d){0,2}|D\d+)$/),
      reason: expect.stringMatching(/^[^\p{Cc}\p{Cs}]{1,300}$/u),
    });
    return answer;
  };
}

it('leaves out nothing but what needs a connection', () => {
  const withoutConnection = httpContract.filter(({ needs }) => needs.every((need) => need !== 'socket'));
  expect(leftOut).toHaveLength(httpContract.length - withoutConnection.length);
});
