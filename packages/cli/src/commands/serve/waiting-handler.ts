import type { Handler } from '@location-records/core';

/** A handler that keeps its requests waiting until it is known who answers them. */
export interface WaitingHandler {
  readonly handle: Handler;
  /** Lets `handler` answer the requests that wait, and all others. To be called once. */
  answerWith(handler: Handler): void;
}

/** Makes a handler whose requests wait. Those for which `answerWith` is never called stay without an answer. */
export function createWaitingHandler(): WaitingHandler {
  let resolve = (_handler: Handler) => {};
  const known = new Promise<Handler>((settle) => {
    resolve = settle;
  });
  let current: Handler = async (request) => (await known)(request);
  return {
    handle: (request) => current(request),
    answerWith(handler) {
      current = handler;
      resolve(handler);
    },
  };
}
