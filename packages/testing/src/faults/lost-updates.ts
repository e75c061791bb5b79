import { ConnectionBrokenError } from './connection-broken-error.ts';
import { checkNothingElse, type Fault, releaseBody } from './fault.ts';

/**
 * Breaks the connection after the service has done its work: committed, but the response is lost.
 *
 * @throws {InvalidArgumentError} when there is an argument: `faults.add` gets the requests to which it applies.
 */
export function loseResponse(...others: readonly never[]): Fault {
  checkNothingElse(others);
  return {
    name: 'loseResponse',
    createHandler: () => async (request, next) => {
      await releaseBody(await next(request));
      throw new ConnectionBrokenError();
    },
  };
}

/**
 * Responds as if the service had done its work, which it has not: acknowledged, but never committed.
 *
 * @throws {InvalidArgumentError} when there is an argument: `faults.add` gets the requests to which it applies.
 */
export function loseWrite(...others: readonly never[]): Fault {
  checkNothingElse(others);
  return {
    name: 'loseWrite',
    replacesService: true,
    createHandler:
      ({ store, serve }) =>
      (request) =>
        serve(store.fork())(request),
  };
}

/**
 * Shows GET and HEAD the records as they were when the fault was added. Writes work as usual.
 *
 * @throws {InvalidArgumentError} when there is an argument: `faults.add` gets the requests to which it applies.
 */
export function readStale(...others: readonly never[]): Fault {
  checkNothingElse(others);
  return {
    name: 'readStale',
    replacesService: true,
    createHandler({ store, serve }) {
      const old = serve(store.fork());
      return (request, next) => (/^(?:GET|HEAD)$/.test(request.method) ? old(request) : next(request));
    },
  };
}
