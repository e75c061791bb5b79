import {
  type Handler,
  type LocationRequest,
  type LocationResponse,
  OptionError,
} from '@location-records/core';
import {
  checkHandler,
  checkOptionNames,
  checkOptionTypes,
  errorResponse,
  parseBasePath,
  segmentsBelow,
} from '@location-records/core/adapter-kit';

/** What clients may do, each role with all before it: `write` reads too. */
const roles = ['read', 'write', 'admin'] as const;

/**
 * What a client may do. `read` reads records and everything about them, `write` also creates, replaces and
 * deletes records, and `admin` also reads what is about the program, such as its metrics.
 */
export type Role = (typeof roles)[number];

/** The sender of a request. */
export interface Caller {
  readonly role: Role;
  /** For logs, such as the name of its token. */
  readonly name?: string | undefined;
}

/** Options of {@link withAuthorization}. */
export interface AuthorizationOptions {
  /**
   * Returns the sender of a request, or nothing if it is unknown. `token` is that of
   * `Authorization: Bearer`, or the password of `Basic`, and not empty; `undefined` if the request has neither.
   * Compare tokens in constant time. If it rejects, so does the handler.
   */
  readonly authorize: (
    token: string | undefined,
    request: LocationRequest,
  ) => Caller | undefined | Promise<Caller | undefined>;
  /**
   * The path below which the service lives, as the `basePath` of `createHandler`.
   * @default '/'
   */
  readonly basePath?: string | undefined;
}

/**
 * Wraps a handler so that only callers with a sufficient role can read or write (D55). A request whose sender is
 * unknown is 401 `Unauthorized` with `WWW-Authenticate`, upon which browsers ask for a user and a password, and
 * one whose role does not suffice is 403 `Forbidden`. Its body is not read. GET, HEAD and OPTIONS need `read`,
 * every other method `write`, and `/-/metrics` needs `admin`; GET and HEAD of `/-/livez` and `/-/readyz` need
 * none.
 *
 * Browsers send a password by themselves, also with requests that pages of other origins make: put
 * {@link withGuard} around it.
 *
 * @throws {InvalidArgumentError} at once, if `handle` is not a handler, and {OptionError}, if an option
 * cannot work or is not known.
 *
 * @example
 * const authorize = (token) => callers.get(digestOf(token));
 * app.use('/locations', createMiddleware(withGuard(withAuthorization(handle, { authorize }))));
 */
export function withAuthorization(handle: Handler, options: AuthorizationOptions): Handler {
  checkHandler(handle);
  const { authorize, basePath = '/' } = checkOptionNames(options, ['authorize', 'basePath']);
  if (authorize === undefined) throw new OptionError('authorize', 'a function');
  checkOptionTypes('function', { authorize });
  const folder = [...parseBasePath(basePath), '-'];
  const respond = (request: LocationRequest, needed: Role, caller: Caller | undefined) => {
    if (caller && roles.indexOf(caller.role) >= roles.indexOf(needed)) return handle(request);
    const refusal = caller ? forbidden(caller, needed) : unauthorized(request);
    return Promise.resolve(request.method === 'HEAD' ? { ...refusal, body: '' } : refusal);
  };
  return (request) => {
    try {
      const needed = roleFor(request, folder);
      if (needed === undefined) return handle(request);
      const caller = authorize(tokenOf(request), request);
      return caller instanceof Promise
        ? caller.then((known) => respond(request, needed, known))
        : respond(request, needed, caller);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

const reads = ['GET', 'HEAD', 'OPTIONS'];
const open = ['livez', 'readyz'];

/** A quick check: most requests are for records. */
const mayBeBelow = /[/\\]-[/\\]|%/;

/** The only place that knows which role a request needs; `undefined` if it needs none. */
function roleFor({ method, target }: LocationRequest, folder: readonly string[]): Role | undefined {
  const [name = '', ...more] = (mayBeBelow.test(target) && segmentsBelow(target, folder)) || [];
  if (more.length === 0 && open.includes(name) && (method === 'GET' || method === 'HEAD')) return undefined;
  if (name === 'metrics') return 'admin';
  return reads.includes(method) ? 'read' : 'write';
}

/** RFC 6750 section 2.1, and RFC 7617. A client that sends several fields has no token. */
function tokenOf({ headers }: LocationRequest): string | undefined {
  const [field = '', ...others] = headers.authorization ?? [];
  const [, scheme = '', value = ''] = /^(bearer|basic) +([\w.~+/-]+=*) *$/i.exec(field) ?? [];
  if (others.length > 0 || value === '') return undefined;
  return (scheme.toLowerCase() === 'bearer' ? value : passwordOf(value)) || undefined;
}

function passwordOf(credentials: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(credentials), (char) => char.charCodeAt(0));
    return /^[^:]*:(.*)$/s.exec(new TextDecoder().decode(bytes))?.[1];
  } catch {
    // It is not base64.
    return undefined;
  }
}

/** `Basic` comes first: Chromium reads the first challenge of a field alone. */
const challenge = 'Basic realm="location-records", charset="UTF-8", Bearer realm="location-records"';

function unauthorized({ headers }: LocationRequest): LocationResponse {
  const reason = headers.authorization ? 'the token is not valid' : 'the request has no token';
  const response = errorResponse(401, 'Unauthorized', { clause: 'D55', reason });
  return { ...response, headers: { ...response.headers, 'WWW-Authenticate': challenge } };
}

function forbidden({ name, role }: Caller, needed: Role): LocationResponse {
  const who = name === undefined ? 'its sender' : JSON.stringify(name);
  return errorResponse(403, 'Forbidden', {
    clause: 'D55',
    reason: `the request needs the role ${needed}, and ${who} has ${JSON.stringify(role)}`,
  });
}
