import { InvalidArgumentError, OptionError } from './errors.ts';
import { because, type Clause, type Explanation, quote } from './responses.ts';

/** What a request target names: the list of all records, one record, an invalid identifier, or nothing. */
export type Route =
  | { readonly kind: 'collection' }
  | { readonly kind: 'record'; readonly id: string }
  | { readonly kind: 'invalid-identifier'; readonly explanation: Explanation }
  | { readonly kind: 'unknown'; readonly explanation: Explanation };

/** A route that the service has. */
export type KnownRoute = Exclude<Route, { kind: 'unknown' }>;

/** Fast path for most targets: a slash and one segment with nothing to decode or remove. */
const plainSegment = /^\/[^#%./?\\\u0080-\uffff]+$/;

/**
 * Finds the route of a raw request target (SPEC section 4).
 *
 * @param baseSegments the segments of the base path, as `parseBasePath` returns them.
 * @throws {InvalidArgumentError} if an argument has another type.
 */
export function findRoute(target: string, baseSegments: readonly string[]): Route {
  if (baseSegments?.length === 0 && plainSegment.test(target)) return { kind: 'record', id: target.slice(1) };
  const segments = pathSegments(target);
  // Without the query, which may hold secrets.
  if (segments === undefined) return unknown('D4', `${quote(withoutQuery(target))} is not a path`);
  if (!beginsWith(segments, baseSegments)) {
    return unknown('D11', `${quotePath(segments)} is not below the base path`);
  }
  const below = segments.slice(baseSegments.length);
  if (below.length > 1) {
    return unknown('D4', `${quotePath(below)} has ${below.length} segments, an identifier is one`);
  }
  const segment = below[0] ?? '';
  if (segment === '') return { kind: 'collection' };
  const id = decodeSegment(segment);
  if (id !== undefined) return { kind: 'record', id };
  const explanation = because('D3', `${quote(segment)} is not percent-encoded UTF-8`);
  return { kind: 'invalid-identifier', explanation };
}

function unknown(clause: Clause, reason: string): Route {
  return { kind: 'unknown', explanation: because(clause, reason) };
}

function quotePath(segments: readonly string[]): string {
  return quote(`/${segments.join('/')}`);
}

/**
 * Parses the option `basePath` into decoded segments; none for the root.
 *
 * @throws {OptionError} about `basePath`, if no service can live below such a path.
 */
export function parseBasePath(basePath: string): readonly string[] {
  const expected = 'a path such as "/locations", without empty segments, query or bad escapes';
  if (typeof basePath !== 'string' || !/^\/[^?#]*$/.test(basePath)) {
    throw new OptionError('basePath', expected);
  }
  const segments = pathSegments(basePath) ?? [];
  if (segments.at(-1) === '') segments.pop();
  return segments.map((segment) => {
    const decoded = decodeSegment(segment);
    if (!decoded) throw new OptionError('basePath', expected);
    return decoded;
  });
}

/**
 * Returns the decoded segments of a request target below a base path: `['-', 'records']` for
 * `/v1/-/records?f=csv` below `/v1`. A segment that is not percent-encoded UTF-8 stays as it is (D3). Returns
 * `undefined` if the target is not below the base path (D11).
 *
 * @throws {InvalidArgumentError} if an argument has another type.
 */
export function segmentsBelow(
  target: string,
  baseSegments: readonly string[],
): readonly string[] | undefined {
  const segments = pathSegments(target);
  if (!segments || !beginsWith(segments, baseSegments)) return undefined;
  return segments.slice(baseSegments.length).map((segment) => decodeSegment(segment) ?? segment);
}

/** Returns whether percent-encoded segments begin with these decoded ones. */
function beginsWith(segments: readonly string[], baseSegments: readonly string[]): boolean {
  if (!Array.isArray(baseSegments)) throw new InvalidArgumentError('baseSegments', 'an array');
  return baseSegments.every((base, index) => decodeSegment(segments[index] ?? '') === base);
}

const origin = /^[a-z][a-z\d+.-]*:[/\\]{2}[^/\\?#]*/i;
const queryOrFragment = /[?#].*$/s;
const singleDot = /^(?:\.|%2e)$/i;
const doubleDot = /^(?:\.|%2e){2}$/i;

/**
 * Splits the path of a request target into its segments, still percent-encoded: `['']` for the root, `['a']`
 * for `/a`, `['a', '']` for `/a/`. Returns `undefined` if the target is not a path (`*`).
 *
 * Reads a target as a WHATWG URL parser does, so that a raw socket and a `Request` lead to the same route: it
 * drops the origin of an absolute-form target (RFC 9112 section 3.2.2), the query and the fragment, takes `\`
 * for `/`, and removes dot segments, also as `%2e` (D5, D6, D7).
 */
function pathSegments(target: string): string[] | undefined {
  if (typeof target !== 'string') throw new InvalidArgumentError('target', 'a string');
  const path = withoutQuery(target.replace(origin, '')).replaceAll('\\', '/');
  if (path === '') return [''];
  return path.startsWith('/') ? removeDotSegments(path.slice(1).split('/')) : undefined;
}

function withoutQuery(target: string): string {
  return target.replace(queryOrFragment, '');
}

function removeDotSegments(segments: readonly string[]): string[] {
  const kept: string[] = [];
  segments.forEach((segment, index) => {
    const isDouble = doubleDot.test(segment);
    if (isDouble) kept.pop();
    if (!isDouble && !singleDot.test(segment)) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  });
  return kept;
}

/** Decodes one segment as percent-encoded UTF-8; `undefined` for bad escapes (`%`, `%zz`, `%FF`). */
function decodeSegment(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.isWellFormed() ? decoded : undefined;
  } catch {
    return undefined;
  }
}
