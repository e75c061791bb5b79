import { beginsWith } from './base-path.ts';
import { because, type Explanation, quote } from './explanation.ts';
import { badEscape, decodeSegment, pathSegments, withoutQuery } from './path-segments.ts';
import { isPlainSegment } from './plain-segment.ts';

/** What a request target names: the collection, one record, an identifier that cannot be, or nothing known. */
export type Route =
  | { readonly kind: 'collection' }
  | { readonly kind: 'record'; readonly id: string }
  | { readonly kind: 'invalid-identifier'; readonly explanation: Explanation }
  | { readonly kind: 'unknown'; readonly explanation: Explanation };

const collection: Route = { kind: 'collection' };

/** Finds the route of a raw request target below the given base (SPEC section 4). */
export function findRoute(target: string, baseSegments: readonly string[]): Route {
  if (baseSegments.length === 0 && isPlainSegment(target)) return { kind: 'record', id: target.slice(1) };
  const segments = pathSegments(target);
  // A query may hold secrets.
  if (segments === undefined) return unknown(because('D4', `${quote(withoutQuery(target))} is no path`));
  if (!beginsWith(segments, baseSegments)) {
    return unknown(because('D11', `${quotePath(segments)} is not below the base path`));
  }
  const below = segments.slice(baseSegments.length);
  const [segment = ''] = below;
  if (below.length > 1) {
    return unknown(because('D4', `${quotePath(below)} has ${below.length} segments, an identifier is one`));
  }
  if (segment === '') return collection;
  const id = decodeSegment(segment);
  if (id !== undefined) return { kind: 'record', id };
  const explanation = because('D3', `${quote(badEscape(segment))} is no percent-encoded UTF-8`);
  return { kind: 'invalid-identifier', explanation };
}

function unknown(explanation: Explanation): Route {
  return { kind: 'unknown', explanation };
}

function quotePath(segments: readonly string[]): string {
  return quote(`/${segments.join('/')}`);
}
