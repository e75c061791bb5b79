import type { Operation } from '@location-records/conformance';
import type { Location } from '@location-records/core';

/** A Location for this name alone. */
export function named(name: string): Location {
  return { description: name, coordinates: { latitude: 1, longitude: 2 } };
}

type Span = readonly [called: number, at?: number];

/**
 * Operations on the record `a`, each by a client of its own. The first argument has the times of the call and the
 * outcome.
 */
export const get = (span: Span, name?: string): Operation =>
  operation('get', span, undefined, name === undefined ? undefined : named(name));
export const put = (span: Span, name: string): Operation => operation('put', span, named(name));
export const replace = (span: Span, name: string, result?: boolean): Operation =>
  operation('replace', span, named(name), result);
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
