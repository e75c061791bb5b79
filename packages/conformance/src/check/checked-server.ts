import type { CaseResponse, Connection } from '../http/service.ts';
import { openConnection } from '../transport/socket-connection.ts';
import { encodeRequest, exchange } from '../transport/socket-service.ts';
import { CheckError } from './check-error.ts';

/** Where a service is, as read from its base URL. */
export interface CheckAddress {
  /** The base URL without a slash at its end. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The value of `Host`. */
  readonly authority: string;
  readonly isSecure: boolean;
  /** The path of the base URL, percent-encoded, without a slash at its end: empty for the root. */
  readonly basePath: string;
}

const example = 'such as http://127.0.0.1:8080 or https://example.org/locations';

/**
 * Reads a base URL: http or https, a host, a port and a path, and nothing else.
 *
 * @throws {CheckError} when it is not of that form.
 */
export function parseCheckUrl(text: string): CheckAddress {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new CheckError('CHECK_URL', `"${text}" is not a valid service URL; give one ${example}.`);
  }
  const { protocol, hostname, host, port, pathname, search, hash, username, password } = new URL(text);
  if (search + hash !== '' || username + password !== '') {
    const surplus = search + hash === '' ? 'credentials' : 'a query or a fragment';
    throw new CheckError('CHECK_URL', `"${text}" has ${surplus}; give a base URL ${example}.`);
  }
  const isSecure = protocol === 'https:';
  const basePath = pathname.replace(/\/$/, '');
  return {
    url: `${protocol}//${host}${basePath}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 443 : 80)),
    authority: host,
    isSecure,
    basePath,
  };
}

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
