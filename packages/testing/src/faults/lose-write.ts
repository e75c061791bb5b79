import type { Fault } from './fault.ts';

/** The service answers as if it had done what it was asked to, and has not: answered, but never committed. */
export function loseWrite(): Fault {
  return {
    name: 'loseWrite',
    standsInForService: true,
    order:
      ({ store, serve }) =>
      (request) =>
        serve(store.fork())(request),
  };
}
