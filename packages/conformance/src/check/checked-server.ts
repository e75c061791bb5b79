import type { CaseResponse, Connection } from '../http/service.ts';
import { openConnection } from '../transport/socket-connection.ts';
import { encodeRequest, exchange } from '../transport/socket-service.ts';
import { CheckError } from './check-error.ts';
import { persistently } from './persistently.ts';

/** The parts of a base URL. */
interface CheckAddress {
  /** The base URL without a slash at its end. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The value of `Host`. */
  readonly authority: string;
  readonly isSecure: boolean;
  /** The path of the base URL, percent-encoded, without a slash at its end. Empty for the root. */
  readonly basePath: string;
}

const example = 'such as http://127.0.0.1:8080 or https://example.org/locations';

/**
 * Reads a base URL: http or https, a host, a port and a path, and nothing else.
 *
 * @throws {CheckError} when the URL has another form.
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

/** The checked server, for the requests that the check itself makes beside its cases. */
export interface CheckedServer {
  readonly address: CheckAddress;
  /** The timeout of every wait for the server, in milliseconds. */
  readonly timeout: number;
  readonly insecure: boolean;
  /** Fields that every request gets. Their values may be secret, so that no report shows them. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  connect(): Promise<Connection>;
  /** Sends a request without a body, on a connection of its own, and again where {@link persistently} does. */
  readonly ask: Ask;
  /** The bytes of a request without a body. */
  encode(method: string, target: string): Uint8Array;
}

/** Sends a request without a body. The target is relative to the base path. */
export type Ask = (method: 'GET' | 'DELETE' | 'OPTIONS', target: string) => Promise<CaseResponse>;

/** Makes a {@link CheckedServer}, without connecting. */
export function checkedServer(
  address: CheckAddress,
  { timeout, insecure, fields = [] }: Pick<CheckedServer, 'timeout' | 'insecure'> & Partial<CheckedServer>,
): CheckedServer {
  const { host, port, isSecure, authority, basePath } = address;
  const tls = isSecure ? { insecure } : undefined;
  const connect = () => openConnection({ host, port, timeout, tls });
  const encode = (method: string, target: string) =>
    encodeRequest(authority, { method, target: `${basePath}${target}`, headers: fields });
  return {
    address,
    timeout,
    insecure,
    fields,
    connect,
    encode,
    ask: (method, target) => persistently(() => exchange(connect, encode(method, target), method)),
  };
}
