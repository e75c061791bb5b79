import { ConnectionBrokenError } from './connection-broken-error.ts';
import type { Fault } from './fault.ts';

/** The connection breaks before the service has seen the request: nothing is stored, nothing is answered. */
export function breakConnection(): Fault {
  return {
    name: 'breakConnection',
    order: () => async () => {
      throw new ConnectionBrokenError();
    },
  };
}
