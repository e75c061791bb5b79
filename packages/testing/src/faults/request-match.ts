import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import type { RecordedRequest } from '../journal/journal-entry.ts';

/** Matches the requests for which every given member holds. */
export interface RequestMatch {
  /** The method as requests send it, such as `'GET'`, or one of several. */
  readonly method?: string | readonly string[] | undefined;
  /** The identifier, decoded. */
  readonly id?: string | RegExp | undefined;
  /** What the target names: the list of all records, or one record. */
  readonly route?: 'collection' | 'record' | undefined;
  /** A further condition of your own. */
  readonly where?: ((request: RecordedRequest) => boolean) | undefined;
}

/**
 * Makes the test for a match.
 *
 * @throws {OptionError} when a member is unknown or has the wrong type, or no request can have the method.
 */
export function createMatcher(match: RequestMatch | undefined): (request: RecordedRequest) => boolean {
  const {
    method = [],
    id,
    route,
    where = () => true,
  } = checkOptionNames(match, ['method', 'id', 'route', 'where']);
  const methods = typeof method === 'string' ? [method] : method;
  if (!Array.isArray(methods) || methods.some((name) => typeof name !== 'string')) {
    throw new OptionError('method', 'a method, or an array of them');
  }
  for (const name of methods) checkMethod(name);
  // No identifier is empty.
  if (id !== undefined && !(id && typeof id === 'string') && !(id instanceof RegExp)) {
    throw new OptionError('id', 'a non-empty string or a RegExp');
  }
  if (route !== undefined && route !== 'collection' && route !== 'record') {
    throw new OptionError('route', "'collection' or 'record'");
  }
  if (id !== undefined && route === 'collection') throw new OptionError('route', "'record' with an id");
  checkOptionTypes('function', { where });
  const isOfId = id === undefined ? () => true : idTest(id);
  const isOfRoute = (kind: string) => route === undefined || kind === route;
  return (request) =>
    (methods.length === 0 || methods.includes(request.method)) &&
    isOfId(request.id) &&
    isOfRoute(request.route) &&
    holds(where, request);
}

/** @throws {OptionError} when `where` is async: a promise would match every request. */
function holds(where: NonNullable<RequestMatch['where']>, request: RecordedRequest): boolean {
  const outcome: unknown = where(request);
  if (typeof Object(outcome).then !== 'function') return Boolean(outcome);
  // Its rejection would end the process.
  Promise.resolve(outcome).catch(() => {});
  throw new OptionError('where', 'a function that is not async');
}

/** The methods that `fetch` writes in upper case, however the client has written them. */
const upperCased = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];

/** @throws {OptionError} when no request has such a method. */
function checkMethod(name: string): void {
  const upper = name.toUpperCase();
  if (name !== upper && upperCased.includes(upper)) {
    throw new OptionError('method', `in upper case, as requests send it: '${upper}', not '${name}'`);
  }
  // A token (RFC 9110 section 9.1) may have other characters, but no method has: `PUT|DELETE` is a slip.
  if (!/^[\w-]+$/.test(name)) {
    throw new OptionError('method', `a method, or an array of them, not ${JSON.stringify(name)}`);
  }
}

/** A match in words, such as `PUT or POST request for "a"`. */
export function describeMatch(
  { method, id, route, where }: RequestMatch,
  noun: 'request' | 'requests',
): string {
  const methods = typeof method === 'string' ? method : method?.join(' or ');
  return [
    methods,
    noun,
    route === 'collection' && 'for the list',
    route === 'record' && id === undefined && 'for a record',
    id !== undefined && `for ${typeof id === 'string' ? JSON.stringify(id) : id}`,
    where && 'that fits',
  ]
    .filter(Boolean)
    .join(' ');
}

function idTest(wanted: string | RegExp): (id: string | undefined) => boolean {
  if (typeof wanted === 'string') return (id) => id === wanted;
  // A pattern with the flag `g` or `y` remembers where it stopped.
  const pattern = new RegExp(wanted, wanted.flags.replace(/[gy]/g, ''));
  return (id) => id !== undefined && pattern.test(id);
}
