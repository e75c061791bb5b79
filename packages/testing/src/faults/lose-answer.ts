import { ConnectionBrokenError } from './connection-broken-error.ts';
import type { Fault } from './fault.ts';

/** The service does what it was asked to, and then the connection breaks: committed, but the answer is lost. */
export function loseAnswer(): Fault {
  return {
    name: 'loseAnswer',
    order: () => async (request, next) => {
      const { body } = await next(request);
      if (typeof body !== 'string') await body.return?.();
      throw new ConnectionBrokenError();
    },
  };
}
