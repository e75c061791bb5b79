import { ConnectionBrokenError } from './connection-broken-error.ts';
import type { Fault } from './fault.ts';

/** The service does what it was asked to, and then the connection breaks: committed, but the response is lost. */
export function loseResponse(): Fault {
  return {
    name: 'loseResponse',
    order: () => async (request, next) => {
      const { body } = await next(request);
      if (typeof body !== 'string') await body.return?.();
      throw new ConnectionBrokenError();
    },
  };
}

/** The service answers as if it had done what it was asked to, and has not: answered, but never committed. */
export function loseWrite(): Fault {
  return {
    name: 'loseWrite',
    replacesService: true,
    order:
      ({ store, serve }) =>
      (request) =>
        serve(store.fork())(request),
  };
}

/** GET and HEAD see the records as they were when the fault was ordered; writes go on as usual. */
export function readStale(): Fault {
  return {
    name: 'readStale',
    replacesService: true,
    order({ store, serve }) {
      const old = serve(store.fork());
      return (request, next) => (/^(?:GET|HEAD)$/.test(request.method) ? old(request) : next(request));
    },
  };
}
