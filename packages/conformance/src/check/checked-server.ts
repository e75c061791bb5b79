import type { CaseResponse, Connection } from '../http/service.ts';
import { encodeRequest } from '../transport/encode-request.ts';
import { exchange } from '../transport/exchange.ts';
import { openConnection } from '../transport/socket-connection.ts';
import type { CheckAddress } from './check-address.ts';

/** The server that is checked, as the check itself uses it beside the cases. */
export interface CheckedServer {
  readonly address: CheckAddress;
  /** How many milliseconds every wait is given. */
  readonly bound: number;
  readonly insecure: boolean;
  connect(): Promise<Connection>;
  /** Sends a request without a body to a target below the base path. */
  ask(method: 'GET' | 'DELETE', target: string): Promise<CaseResponse>;
}

/** The server at an address. Nothing is sent yet. */
export function checkedServer(address: CheckAddress, bound: number, insecure: boolean): CheckedServer {
  const { host, port, isSecure, authority, basePath } = address;
  const tls = isSecure ? { insecure } : undefined;
  const connect = () => openConnection({ host, port, bound, tls });
  return {
    address,
    bound,
    insecure,
    connect,
    ask(method, target) {
      const request = encodeRequest(authority, { method, target: `${basePath}${target}` });
      return exchange(connect, request, method);
    },
  };
}
