import { ConnectionBrokenError } from './connection-broken-error.ts';
import type { Fault } from './fault.ts';

/** Breaks the connection after the service has done its work: committed, but the response is lost. */
export function loseResponse(): Fault {
  return {
    name: 'loseResponse',
    createHandler: () => async (request, next) => {
      const { body } = await next(request);
      if (typeof body !== 'string') await body.return?.();
      throw new ConnectionBrokenError();
    },
  };
}

/** Responds as if the service had done its work, which it has not: acknowledged, but never committed. */
export function loseWrite(): Fault {
  return {
    name: 'loseWrite',
    replacesService: true,
    createHandler:
      ({ store, serve }) =>
      (request) =>
        serve(store.fork())(request),
  };
}

/** Shows GET and HEAD the records as they were when the fault was added. Writes work as usual. */
export function readStale(): Fault {
  return {
    name: 'readStale',
    replacesService: true,
    createHandler({ store, serve }) {
      const old = serve(store.fork());
      return (request, next) => (/^(?:GET|HEAD)$/.test(request.method) ? old(request) : next(request));
    },
  };
}
