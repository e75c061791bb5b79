import { isIPv4 } from 'node:net';
import type { Guard } from '@location-records/adapters/node';
import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { allowedMethods, errorResponse } from '@location-records/core/adapter-kit';
import { printableLine } from '../../output/printable-text.ts';

/** The hosts and origins whose requests a server accepts (D47). */
interface GuardOptions {
  /** Host names besides `localhost` and IP addresses, as patterns of {@link matcherOf}. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may read and write, as such patterns; `*` for any. */
  readonly allowedOrigins: readonly string[];
}

type Refusal = ReturnType<typeof errorResponse>;

const writes: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'DELETE']);
/** The authority of an absolute-form target, without a user. It ends where the handler ends it. */
const absoluteForm = /^[a-z][a-z\d+.-]*:[/\\]{2}(?:[^/\\?#]*@)?([^/\\?#]*)/i;
/** What may be shown in a command line, which a reader may paste into a shell. */
const plainName = /^[\w.-]{1,253}$/;
const plainOrigin = /^[a-z][\w+.-]*:\/\/[\w.:[\]-]{1,300}$/;

/**
 * Creates a guard against web pages that use this service without the consent of its owner. With DNS
 * rebinding, a page gives its own name the address of this machine, and could read and write as if it were
 * local.
 */
export function createGuard({ allowedHosts, allowedOrigins }: GuardOptions): Guard {
  const isNamed = matcherOf(allowedHosts);
  const isAllowedOrigin = matcherOf(allowedOrigins);
  const takesAllOrigins = allowedOrigins.includes('*');
  // Nearly all requests come for the same one.
  let latestServed: string | undefined;
  const isServed = (authority: string) => {
    if (authority === latestServed) return true;
    const name = nameOf(authority);
    if (!isLocalName(name) && !isNamed(name)) return false;
    latestServed = authority;
    return true;
  };

  return ({ method, url = '', rawHeaders }, host) => {
    if (host !== undefined && !isServed(host)) return misdirected(host);
    // RFC 9112 section 3.2.2: the authority of the target counts, and not the field.
    const authority = absoluteForm.exec(url)?.[1] ?? host;
    if (authority !== undefined && !isServed(authority)) return misdirected(authority);
    if (takesAllOrigins || !writes.has(method)) return undefined;
    const origin = originOf(rawHeaders);
    if (origin === undefined || isAllowedOrigin(origin) || isSameHost(origin, authority)) return undefined;
    return isNamed(nameOf(origin.replace(/^.*:\/\//, ''))) ? undefined : foreign(origin);
  };
}

/** The value of `Origin`. Several, which no browser sends, are joined: they are the origin of no page. */
function originOf(rawHeaders: readonly string[]): string | undefined {
  let origin: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'origin') continue;
    const value = rawHeaders[index + 1] as string;
    origin = origin === undefined ? value : `${origin}, ${value}`;
  }
  return origin;
}

/**
 * The name in `uri-host [ ":" port ]`, as names are compared: in lower case and without the dot of the root.
 */
function nameOf(authority: string): string {
  return authority.replace(/:\d*$/, '').toLowerCase().replace(/\.$/, '');
}

/** Hosts that no name server controls: addresses, and the names of RFC 6761 section 6.3. */
function isLocalName(name: string): boolean {
  const isLocalhost = name === 'localhost' || name.endsWith('.localhost');
  return isLocalhost || isIPv4(name) || /^\[[\da-f:.]+\]$/.test(name);
}

/**
 * Whether the page of an origin has this host. A page of an app, such as capacitor://localhost, has none of
 * the web.
 */
function isSameHost(origin: string, authority: string | undefined): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const here = `${protocol}//${authority}`;
  return URL.canParse(here) && new URL(here).host === host;
}

function misdirected(authority: string): Refusal {
  const name = nameOf(authority);
  const isPlain = plainName.test(name);
  return explained(
    421,
    `Misdirected request: this service does not serve ${isPlain ? `the host ${name}` : 'that host'}; ` +
      `to allow it, start the service with --allowed-host ${isPlain ? name : '<name>'}`,
    `the host ${shown(name)} is not allowed`,
  );
}

function foreign(origin: string): Refusal {
  const isPlain = plainOrigin.test(origin);
  return explained(
    403,
    `Forbidden: this service does not take writes from ${isPlain ? `a page of ${origin}` : 'a page of an unknown origin'}; ` +
      `to allow them, start the service with ${isPlain ? `--cors ${origin}` : '--cors'}`,
    `a write from a page of the foreign origin ${shown(origin)}`,
  );
}

function shown(text: string): string {
  return printableLine(JSON.stringify(text.slice(0, 200)));
}

function explained(status: number, message: string, reason: string): Refusal {
  return { ...errorResponse(status, message), explanation: { clause: 'D47', reason } };
}

/** How long a browser may cache the response to a preflight, in seconds: the maximum of Chromium. */
const maxAge = '7200';

/** The fields of area queries, which a browser hides from the page otherwise. */
const areaFields = ['Link', 'Limited-By'];

/** RFC 9110 section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Lets web pages of these origins use the service (D44): patterns of {@link matcherOf}, or `*` for any. Every
 * response allows the origin; a response to OPTIONS also names the methods and the header fields that a page
 * may send.
 */
export function withCors(handle: Handler, origins: readonly string[]): Handler {
  const allowedFor = allowance(origins);
  return async (request) => {
    const response = await handle(request);
    const allowed = allowedFor(request);
    const isPreflight = request.method === 'OPTIONS';
    // A cache must not serve a response for one origin to another.
    const varying = [
      response.headers.Vary,
      allowed !== '*' && 'Origin',
      isPreflight && 'Access-Control-Request-Headers',
    ].filter(Boolean);
    const exposed = areaFields.filter((name) => response.headers[name] !== undefined);
    const headers = {
      ...response.headers,
      ...(varying.length > 0 && { Vary: varying.join(', ') }),
      ...(allowed !== undefined && { 'Access-Control-Allow-Origin': allowed }),
      ...(exposed.length > 0 && { 'Access-Control-Expose-Headers': exposed.join(', ') }),
      ...(isPreflight && preflightFields(request)),
    };
    return { ...response, headers };
  };
}

/**
 * Returns what gives the origin that a response allows. The only origin that is named is allowed in every
 * response.
 */
function allowance(origins: readonly string[]): (request: LocationRequest) => string | undefined {
  if (origins.includes('*')) return () => '*';
  const [only = '', ...others] = origins;
  if (others.length === 0 && !only.includes('*')) return () => only;
  const isAllowed = matcherOf(origins);
  return ({ headers }) => {
    const origin = headers.origin?.join(', ');
    return origin !== undefined && isAllowed(origin) ? origin : undefined;
  };
}

/** A preflight gets what it asks for: libraries of monitoring add fields such as `traceparent`. */
function preflightFields({ headers }: LocationRequest): LocationResponse['headers'] {
  const asked = (headers['access-control-request-headers'] ?? [])
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => token.test(name));
  return {
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': asked.length > 0 ? asked.join(', ') : 'Content-Type',
    'Access-Control-Max-Age': maxAge,
  };
}

/**
 * Returns what tells whether a host name or an origin is one of these patterns: `*` as the leftmost label
 * stands for one label (`*.example.org`, `https://*.example.org`), and a leading dot for one or more
 * (`.example.org`).
 */
function matcherOf(patterns: readonly string[]): (text: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('\\*\\.', '[^.:/@]+\\.')
      .replace(/^\\\./, '(?:[^.:/@]+\\.)+'),
  );
  const whole = new RegExp(`^(?:${alternatives.join('|')})$`);
  return (text) => patterns.length > 0 && whole.test(text);
}
