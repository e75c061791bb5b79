import type { Operation } from '@location-records/conformance';
import type { Location } from '@location-records/core';

/** A Location for this name alone. */
export function named(name: string): Location {
  return { description: name, coordinates: { latitude: 1, longitude: 2 } };
}

type Span = readonly [called: number, at?: number];

/**
 * A get of the record `a` by a client of its own, as the other operations here. `span` has the times of the call and of
 * the outcome.
 */
export const get = (span: Span, name?: string): Operation =>
  operation('get', span, undefined, name === undefined ? undefined : named(name));
/** A put of the Location for `name`. */
export const put = (span: Span, name: string): Operation => operation('put', span, named(name));
/** A replace with the Location for `name`. */
export const replace = (span: Span, name: string, result?: boolean): Operation =>
  operation('replace', span, named(name), result);
/** A delete. */
export const remove = (span: Span): Operation => operation('delete', span);

function operation(
  method: Operation['method'],
  [called, at]: Span,
  location?: Location,
  result?: Location | boolean,
): Operation {
  const outcome = at === undefined ? undefined : { at, result };
  return { client: called, method, id: 'a', location, called, outcome };
}
