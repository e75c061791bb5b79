import { createFreshIds } from '../http/fresh-ids.ts';
import { requireFaults } from '../http/require-faults.ts';
import type { Faults, Service } from '../http/service.ts';
import type { SocketAddress } from './dial.ts';
import { authorityOf, encodeRequest } from './encode-request.ts';
import { exchange } from './exchange.ts';
import { openConnection } from './socket-connection.ts';

/** A server that runs, and the faults of its store where there are some. */
export interface SocketServiceOptions extends SocketAddress {
  readonly faults?: Faults | undefined;
}

/**
 * The service of a running server, as the cases of the contract see it. Each request has a connection of its
 * own and is sent as it is written; `Host` and, with a body, `Content-Length` are added.
 */
export function socketService({ faults, ...address }: SocketServiceOptions): Service {
  const authority = authorityOf(address.host, address.port);
  const connect = () => openConnection(address);
  return {
    request: (request) => exchange(connect, encodeRequest(authority, request), request.method),
    freshId: createFreshIds(),
    connect,
    get faults() {
      return requireFaults(faults);
    },
  };
}
