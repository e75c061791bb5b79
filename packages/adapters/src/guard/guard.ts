import {
  type Handler,
  InvalidArgumentError,
  type LocationResponse,
  OptionError,
} from '@location-records/core';
import {
  checkHandler,
  checkOptionNames,
  checkOptionTypes,
  errorResponse,
} from '@location-records/core/adapter-kit';

/** Options of {@link createGuard} and {@link withGuard}. */
export interface GuardOptions {
  /**
   * Names that `Host` may have besides `localhost`, `*.localhost` and IP addresses, as patterns of
   * {@link createMatcher}, in lower case and without a port. A service on a loopback address should have
   * this, if only as an empty array: with DNS rebinding, a page gives its own name the address of this
   * machine, and is then of the same origin.
   * @default any host
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Origins whose pages may use the service, as patterns of {@link createMatcher}; `*` for any. The guard
   * sends no fields of CORS.
   * @default none but that of the service
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Returns what a refusal adds to its message: how to allow this host or origin. `name` is `undefined` if it
   * is unknown, or holds more than plain letters.
   * @default adds nothing
   */
  readonly advise?: ((refused: 'host' | 'origin', name: string | undefined) => string) | undefined;
}

/** What a guard reads of a request, as node:http has it. */
interface Head {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

type Refusal = LocationResponse & { readonly body: string };

/** Returns the value of a header field, by its name in lower case. */
type FieldOf = (name: string) => string | undefined;

/** The authority of an absolute-form target, without a user. It ends where the handler ends it. */
const absoluteForm = /^[a-z][a-z\d+.-]*:[/\\]{2}(?:[^/\\?#]*@)?([^/\\?#]*)/i;
/** What may be shown in a command line, which a reader may paste into a shell. */
const plainName = /^[\w.-]{1,253}$/;
const plainOrigin = /^[a-z][\w+.-]*:\/\/[\w.:[\]-]{1,300}$/;

/**
 * Creates a guard against web pages that use this service without the consent of its owner, for the option
 * `guard` of `createServer`. A request that a page of another origin makes is refused with 403 `Forbidden`,
 * reads included, unless `allowedOrigins` names that origin or it opens the service in a tab, as a link does.
 * `Sec-Fetch-Site` tells, which browsers send to https and to this machine; without it, `Origin` is compared
 * with `Host`. A request with neither is not of a page, or is a read whose response the page cannot see. A
 * host that is not allowed is 421 `Misdirected request`.
 *
 * @throws {OptionError} at once, if an option cannot work or is not known.
 *
 * @example
 * createServer(handle, { guard: createGuard({ allowedHosts: [] }) }).listen(8080, '127.0.0.1');
 */
export function createGuard(options?: GuardOptions): (head: Head, host: string) => Refusal | undefined {
  const judge = createJudge(options);
  return ({ method, url, rawHeaders }, host) =>
    judge(method, url, host, (name) => rawValue(rawHeaders, name));
}

/**
 * Wraps a handler with the rule of {@link createGuard}, for Express, fetch and every other host. A request
 * without `Host` has no host that is allowed.
 *
 * @throws {InvalidArgumentError} at once, if `handle` is not a handler, and {OptionError}, if an option
 * cannot work or is not known.
 *
 * @example
 * app.use('/locations', createMiddleware(withGuard(handle, { allowedOrigins: ['https://example.org'] })));
 */
export function withGuard(handle: Handler, options?: GuardOptions): Handler {
  checkHandler(handle);
  const judge = createJudge(options);
  return async (request) => {
    const { method, target, headers } = request;
    const fieldOf: FieldOf = (name) => headers[name]?.join(', ');
    const refusal = judge(method, target, fieldOf('host'), fieldOf);
    if (!refusal) return handle(request);
    return method === 'HEAD' ? { ...refusal, body: '' } : refusal;
  };
}

/** Returns what refuses a request, or lets it pass. */
function createJudge(options: GuardOptions | undefined) {
  const { allowedHosts, allowedOrigins = [], advise } = checkOptions(options);
  const isNamed = createMatcher(allowedHosts ?? []);
  const isAllowedOrigin = createMatcher(allowedOrigins);
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

  return (
    method: string | undefined,
    url: string | undefined,
    host: string | undefined,
    fieldOf: FieldOf,
  ): Refusal | undefined => {
    // RFC 9112 section 3.2.2: the authority of the target counts, and not the field.
    const authority = absoluteForm.exec(url ?? '')?.[1] ?? host;
    if (allowedHosts) {
      if (host !== undefined && !isServed(host)) return misdirected(host, advise);
      if (authority === undefined || !isServed(authority)) return misdirected(authority ?? '', advise);
    }
    if (takesAllOrigins) return undefined;
    const site = fieldOf('sec-fetch-site');
    // `none`: a person has asked, for example with a bookmark.
    if (site === 'same-origin' || site === 'none') return undefined;
    const origin = fieldOf('origin');
    if (site === undefined) {
      if (origin === undefined || isSameHost(origin, authority)) return undefined;
    } else if (opensInTab(method, fieldOf)) {
      return undefined;
    }
    return origin !== undefined && isAllowedOrigin(origin) ? undefined : foreign(origin, advise);
  };
}

/** Whether a request reads what the user will see in a tab, which no other page can look into. */
function opensInTab(method: string | undefined, fieldOf: FieldOf): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && fieldOf('sec-fetch-mode') === 'navigate' && fieldOf('sec-fetch-dest') === 'document';
}

/** Several values, which no browser sends, are joined: they are those of no page. */
function rawValue(rawHeaders: readonly string[], name: string): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index] as string;
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] as string;
    joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

/**
 * The name in `uri-host [ ":" port ]`, as names are compared: in lower case and without the dot of the root.
 */
function nameOf(authority: string): string {
  return authority.replace(/:\d*$/, '').toLowerCase().replace(/\.$/, '');
}

/** Four numbers up to 255. */
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Hosts that no name server controls: addresses, and the names of RFC 6761 section 6.3. */
function isLocalName(name: string): boolean {
  const isLocalhost = name === 'localhost' || name.endsWith('.localhost');
  return isLocalhost || ipv4.test(name) || /^\[[\da-f:.]+\]$/.test(name);
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

function misdirected(authority: string, advise: GuardOptions['advise']): Refusal {
  const name = nameOf(authority);
  const plain = plainName.test(name) ? name : undefined;
  return refused(
    421,
    `Misdirected request: this service does not serve ${plain === undefined ? 'that host' : `the host ${plain}`}`,
    advise?.('host', plain),
    `the host ${shown(name)} is not allowed`,
  );
}

function foreign(origin: string | undefined, advise: GuardOptions['advise']): Refusal {
  const plain = origin !== undefined && plainOrigin.test(origin) ? origin : undefined;
  return refused(
    403,
    `Forbidden: this service does not take requests from a page of ${plain ?? 'an unknown origin'}`,
    advise?.('origin', plain),
    `a request from a page of ${origin === undefined ? 'another origin' : `the foreign origin ${shown(origin)}`}`,
  );
}

function refused(status: number, message: string, advice: string | undefined, reason: string): Refusal {
  const response = errorResponse(status, advice === undefined ? message : `${message}; ${advice}`);
  return { ...response, explanation: { clause: 'D47', reason } };
}

/** Text of a stranger for a log: JSON in which every character that is not plain is escaped. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 200)).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns what tells whether a host name or an origin is one of these patterns: `*` as the leftmost label
 * stands for one label (`*.example.org`, `https://*.example.org`), and a leading dot for one or more
 * (`.example.org`). `*` alone is no such pattern.
 *
 * @throws {InvalidArgumentError} unless `patterns` is an array of strings.
 */
export function createMatcher(patterns: readonly string[]): (text: string) => boolean {
  if (!isArrayOf(patterns, () => true)) throw new InvalidArgumentError('patterns', 'an array of strings');
  const alternatives = patterns.map((pattern) =>
    pattern
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('\\*\\.', '[^.:/@]+\\.')
      .replace(/^\\\./, '(?:[^.:/@]+\\.)+'),
  );
  const whole = new RegExp(`^(?:${alternatives.join('|')})$`);
  return (text) => patterns.length > 0 && whole.test(text);
}

const hostPattern = /^(?:\*?\.)?[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;
const originPattern = /^\*$|^[a-z][a-z\d+.-]*:\/\/(?:\*\.)?[^\s/?#@\\*]+$/;

/** @throws {OptionError} if an option cannot work or is not known. */
function checkOptions(options: GuardOptions | undefined): GuardOptions {
  const { allowedHosts, allowedOrigins, advise } = checkOptionNames(options, [
    'allowedHosts',
    'allowedOrigins',
    'advise',
  ]);
  if (allowedHosts !== undefined && !isArrayOf(allowedHosts, (host) => hostPattern.test(host)))
    throw new OptionError('allowedHosts', 'an array of names in lower case without a port');
  if (allowedOrigins !== undefined && !isArrayOf(allowedOrigins, (origin) => originPattern.test(origin)))
    throw new OptionError('allowedOrigins', 'an array of "*" or origins such as "https://example.org"');
  checkOptionTypes('function', { advise });
  return { allowedHosts, allowedOrigins, advise };
}

function isArrayOf(value: unknown, isRight: (text: string) => boolean): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string' && isRight(text));
}
