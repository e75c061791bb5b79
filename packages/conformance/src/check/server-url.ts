import { CheckError } from './check-error.ts';

/** The parts of the base URL of a service. */
export interface ServerUrl {
  /** The base URL without a slash at its end. */
  readonly url: string;
  /** A name or an address; an IPv6 address without brackets. */
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
export function parseServerUrl(text: string): ServerUrl {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new CheckError('CHECK_URL', `"${text}" is not a valid service URL; give one ${example}.`);
  }
  const { protocol, hostname, host, port, pathname, search, hash, username, password } = new URL(text);
  if (username + password !== '') {
    throw new CheckError(
      'CHECK_URL',
      `The URL has credentials; give them as a header, and a URL ${example}.`,
    );
  }
  if (search + hash !== '') {
    throw new CheckError('CHECK_URL', `"${text}" has a query or a fragment; give a base URL ${example}.`);
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

/**
 * Moves a target below the base path. Returns `undefined` when it cannot be there, such as `*` or `/../a`.
 */
export function targetBelow(basePath: string, target: string): string | undefined {
  if (basePath === '') return target;
  const moved = `${basePath}${target}`;
  const { pathname } = new URL(`http://host${moved}`);
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  return /^[/?]|^$/.test(target) && isBelow ? moved : undefined;
}
