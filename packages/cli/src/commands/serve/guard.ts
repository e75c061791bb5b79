import { isIPv4 } from 'node:net';
import type { Guard, RequestHead, WholeResponse } from '@location-records/adapters/node';
import { errorResponse } from '@location-records/core/adapter-kit';
import { parseAllowedHost, parseOrigin } from '../../command-line/option-values.ts';
import { printableLine } from '../../output/printable-text.ts';
import { matcherOf } from './name-patterns.ts';

/** The hosts and origins whose requests a server accepts (D47). */
interface GuardOptions {
  /** Host names besides `localhost` and IP addresses, as patterns of {@link matcherOf}. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may read and write, as such patterns; `*` for any. */
  readonly allowedOrigins: readonly string[];
}

const writes: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'DELETE']);
/** The authority of an absolute-form target, without a user. It ends where the handler ends it. */
const absoluteForm = /^([a-z][a-z\d+.-]*):[/\\]{2}(?:[^/\\?#]*@)?([^/\\?#]*)/i;
const serializedOrigin = /^([a-z][a-z\d+.-]*):\/\/([^/?#@\\\s]+)$/;
const portAtEnd = /:(\d*)$/;
const addressInBrackets = /^\[[\da-f:.]+\]$/;
/** Names and origins that may be shown in a command line, which a reader may paste into a shell. */
const plainName = /^[\w.-]{1,253}$/;
const plainOrigin = /^[a-z][\w.+:/[\]-]{1,300}$/;

/**
 * Creates a guard against web pages that use this service without the consent of its owner. With DNS rebinding, a page
 * gives its own name the address of this machine, and could read and write as if it were local.
 */
export function createGuard({ allowedHosts, allowedOrigins }: GuardOptions): Guard {
  const [isNamed, isAllowedOrigin] = [matcherOf(allowedHosts), matcherOf(allowedOrigins)];
  const isServed = (authority: string) => {
    const name = nameOf(authority);
    return isLocalName(name) || isNamed(name);
  };
  const isForeign = (origin: string, authority: string | undefined) => {
    const [, scheme = '', host] = serializedOrigin.exec(origin) ?? [];
    if (host === undefined) return true;
    return !isNamed(nameOf(host)) && (authority === undefined || !isSameHost(host, authority, scheme));
  };
  const takesAllOrigins = allowedOrigins.includes('*');

  return (head, host) => {
    if (host !== undefined && !isServed(host)) return misdirected(host);
    const { method, url = '' } = head;
    // RFC 9112 section 3.2.2: the authority of the target counts, and not the field.
    const authority = url.startsWith('/') ? undefined : authorityOf(method, url);
    if (authority !== undefined && !isServed(authority)) return misdirected(authority);
    if (takesAllOrigins || !writes.has(method)) return undefined;
    const origin = originOf(head);
    if (origin === undefined || isAllowedOrigin(origin)) return undefined;
    return isForeign(origin, authority ?? host) ? foreign(origin) : undefined;
  };
}

/** The target of CONNECT is an authority by itself (RFC 9112 section 3.2.3). A user in it is left out. */
function authorityOf(method: string | undefined, target: string): string | undefined {
  return method === 'CONNECT' ? target.slice(target.lastIndexOf('@') + 1) : absoluteForm.exec(target)?.[2];
}

/** The value of `Origin`. Several, which no browser sends, are joined: they are the origin of no page. */
function originOf({ rawHeaders }: RequestHead): string | undefined {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'origin',
  );
  return values.length === 0 ? undefined : values.join(', ');
}

/** The name in `uri-host [ ":" port ]`, as names are compared: in lower case and without the dot of the root. */
function nameOf(authority: string): string {
  return authority.replace(portAtEnd, '').toLowerCase().replace(/\.$/, '');
}

/** Hosts that no name server controls: addresses, and the names of RFC 6761 section 6.3. */
function isLocalName(name: string): boolean {
  const isLocalhost = name === 'localhost' || name.endsWith('.localhost');
  return isLocalhost || isIPv4(name) || addressInBrackets.test(name);
}

function isSameHost(one: string, other: string, scheme: string): boolean {
  const usual = { http: '80', https: '443' }[scheme];
  // A page of an app, such as capacitor://localhost, does not belong to this service.
  if (usual === undefined) return false;
  const portOf = (authority: string) => portAtEnd.exec(authority)?.[1] || usual;
  return nameOf(one) === nameOf(other) && portOf(one) === portOf(other);
}

function misdirected(authority: string): WholeResponse {
  const name = nameOf(authority);
  const isPlain = plainName.test(name) && isTaken(parseAllowedHost, name);
  const host = isPlain ? `the host ${name}` : 'that host';
  const flag = `--allowed-host ${isPlain ? name : '<name>'}`;
  return explained(
    421,
    `Misdirected request: this service does not serve ${host}; to allow it, start the service with ${flag}`,
    `the host ${shown(name)} is not allowed`,
  );
}

function foreign(origin: string): WholeResponse {
  const isPlain = plainOrigin.test(origin) && isTaken(parseOrigin, origin);
  const page = isPlain ? `a page of ${origin}` : 'a page of an unknown origin';
  const flag = isPlain ? `--cors ${origin}` : '--cors';
  return explained(
    403,
    `Forbidden: this service does not take writes from ${page}; to allow them, start the service with ${flag}`,
    `a write from a page of the foreign origin ${shown(origin)}`,
  );
}

/** Whether an option accepts a value as it is, and may be suggested with it. */
function isTaken(parse: (text: string) => string, text: string): boolean {
  try {
    return parse(text) === text;
  } catch {
    return false;
  }
}

function shown(text: string): string {
  return printableLine(JSON.stringify(text.slice(0, 200)));
}

function explained(status: number, message: string, reason: string): WholeResponse {
  return { ...errorResponse(status, message), explanation: { clause: 'D47', reason } };
}
