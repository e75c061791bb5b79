import * as undici from 'undici';
import * as undici6 from 'undici6';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redirectDispatchers } from '../../src/network/undici-dispatchers.ts';

const url = 'http://api.test/home';
const error = new Error('no server could be started');
let undo = () => {};

/** Dispatches with a handler in the form of interceptors, and rejects with the error that the handler is told. */
function dispatch(): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onResponseError = (_controller: unknown, failure: unknown) => reject(failure);
    undici
      .getGlobalDispatcher()
      .dispatch({ origin: 'http://api.test', path: '/', method: 'GET' }, { onResponseError });
  });
}

const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  'request of undici 7': () => undici.request(url),
  'request of undici 6': () => undici6.request(url),
  'stream of undici 6': () => undici6.stream(url, { method: 'GET' }, () => expect.fail('it has no response')),
  'dispatch with a handler of interceptors': dispatch,
};

beforeEach(() => {
  undo = redirectDispatchers(() => Promise.reject(error));
});

afterEach(() => undo());

describe('a request whose redirection fails', () => {
  it.each(Object.entries(clients))('fails for %s', async (_, send) => {
    await expect(send()).rejects.toBe(error);
  });

  it.each([
    ['Node.js', fetch],
    ['undici 7', undici.fetch],
    ['undici 6', undici6.fetch],
  ])('fails for fetch of %s', async (_, send) => {
    await expect(send(url)).rejects.toMatchObject({ message: 'fetch failed', cause: error });
  });
});

it('leaves the dispatchers as they were when it is undone', () => {
  const dispatchers = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2']
    .map((name) => Reflect.get(globalThis, Symbol.for(name)))
    .filter((dispatcher) => dispatcher !== undefined);
  const redirected = dispatchers.map(({ dispatch }) => dispatch);
  undo();
  expect(dispatchers).not.toEqual([]);
  for (const [index, { dispatch }] of dispatchers.entries()) expect(dispatch).not.toBe(redirected[index]);
  const before = dispatchers.map(({ dispatch }) => dispatch);
  redirectDispatchers(() => Promise.reject(error))();
  expect(dispatchers.map(({ dispatch }) => dispatch)).toEqual(before);
});
