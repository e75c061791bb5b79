import { decodeSegment, pathSegments } from './path-segments.ts';
import { isPlainSegment } from './plain-segment.ts';

/** What a request target names: the collection, one record, an identifier that cannot be, or nothing known. */
export type Route =
  | { readonly kind: 'collection' }
  | { readonly kind: 'record'; readonly id: string }
  | { readonly kind: 'invalid-identifier' }
  | { readonly kind: 'unknown' };

const collection: Route = { kind: 'collection' };
const invalidIdentifier: Route = { kind: 'invalid-identifier' };
const unknown: Route = { kind: 'unknown' };

/** Finds the route of a raw request target below the given base (SPEC section 4). */
export function findRoute(target: string, baseSegments: readonly string[]): Route {
  if (baseSegments.length === 0 && isPlainSegment(target)) return { kind: 'record', id: target.slice(1) };
  const segments = pathSegments(target);
  if (segments === undefined) return unknown;
  if (!baseSegments.every((base, index) => decodeSegment(segments[index] ?? '') === base)) return unknown;
  const [segment = '', ...more] = segments.slice(baseSegments.length);
  if (more.length > 0) return unknown;
  if (segment === '') return collection;
  const id = decodeSegment(segment);
  return id === undefined ? invalidIdentifier : { kind: 'record', id };
}
