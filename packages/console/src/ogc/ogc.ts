import type { LocationRequest } from '@location-records/core';
import { findRoute } from '@location-records/core/adapter-kit';
import { baseUrl } from '../base-url.ts';
import { bytesResponse } from '../bytes-response.ts';
import type { Settings } from '../options.ts';
import type { Resource } from '../routes.ts';
import { collection, collectionId, collections, conformance, landingPage } from './documents.ts';
import { respondWithItem, respondWithItems } from './items.ts';
import { checkPlainQuery } from './items-query.ts';

/** The documents, by their paths below `/-/ogc`, as functions of the URL of the service. */
const documents = new Map<string, (service: string) => unknown>([
  ['', landingPage],
  // As people type it.
  ['/', landingPage],
  ['/conformance', conformance],
  ['/collections', collections],
  [`/collections/${collectionId}`, collection],
]);

const items = ['collections', collectionId, 'items'];

/**
 * Finds what lives at a path below `/-`: OGC API Features, Part 1 (OGC 17-069r4), its classes Core and
 * GeoJSON, over the queries of `/-/records` (D48). Returns `undefined` for an unknown route.
 */
export function findInOgc(path: readonly string[], settings: Settings): Resource | undefined {
  const below = path.slice(1);
  const document = documents.get(below.map((segment) => `/${segment}`).join(''));
  if (document) return { read: (request) => respondWithDocument(request, document, settings) };
  if (items.some((segment, index) => segment !== below[index])) return undefined;
  if (below.length === items.length) return { read: (request) => respondWithItems(request, settings) };
  const [item, ...more] = below.slice(items.length);
  if (!item || more.length > 0) return undefined;
  return { read: (request) => respondWithItem(request, itemIdIn(request, settings), settings) };
}

/** The identifier in the path of an item; `undefined` if it is not valid. */
function itemIdIn({ target }: LocationRequest, { baseSegments }: Settings): string | undefined {
  const route = findRoute(target, [...baseSegments, '-', 'ogc', ...items]);
  return route.kind === 'record' ? route.id : undefined;
}

function respondWithDocument(
  request: LocationRequest,
  document: (service: string) => unknown,
  settings: Settings,
) {
  checkPlainQuery(request.target);
  return bytesResponse(request, {
    type: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(document(baseUrl(request, settings)))),
    headers: { 'Cache-Control': 'no-cache' },
    clause: 'D48',
    reason: 'a document of OGC API Features',
  });
}
