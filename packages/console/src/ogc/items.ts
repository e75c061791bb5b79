import type { LocationRecord, LocationRequest, LocationResponse } from '@location-records/core';
import { baseUrl } from '../base-url.ts';
import type { Settings } from '../options.ts';
import { readPage } from '../records/read-page.ts';
import { RequestFault } from '../records/request-fault.ts';
import { Work } from '../records/work.ts';
import { geoJson, itemLinks, itemsLink } from './documents.ts';
import { checkPlainQuery, type ItemsQuery, parseItemsQuery } from './items-query.ts';

/**
 * Responds to GET of the items: a page of them as a FeatureCollection (OGC 17-069r4 section 7.15).
 *
 * @throws {RequestFault} when the request cannot be served as it stands.
 */
export async function respondWithItems(
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const asked = parseItemsQuery(request.target);
  const { cursor, limit } = asked;
  const { store, limits, searches } = settings;
  const { signal } = request;
  const { records, next, limitedBy } = await searches.run(signal, () =>
    readPage(asked, { store, cursor, limit, work: new Work(limits, signal) }),
  );
  const service = baseUrl(request, settings);
  const links = [itemsLink(service, 'self', queryOf(asked, cursor))];
  if (next !== undefined) links.push(itemsLink(service, 'next', queryOf(asked, next)));
  const isAll = cursor === undefined && next === undefined;
  const collection = {
    type: 'FeatureCollection',
    timeStamp: new Date().toISOString(),
    // It must be exact, so it is there only when it costs nothing.
    numberMatched: isAll ? records.length : undefined,
    numberReturned: records.length,
    links,
  };
  const features = records.map(({ record }) => JSON.stringify(featureOf(record))).join();
  const text = `${JSON.stringify(collection).slice(0, -1)},"features":[${features}]}`;
  return geoJsonResponse(text, limitedBy && { 'Limited-By': limitedBy });
}

/**
 * Responds to GET of one item (section 7.16).
 *
 * @param id `undefined` if it is not valid.
 * @throws {RequestFault} when there is no such record, or the request cannot be served.
 */
export async function respondWithItem(
  request: LocationRequest,
  id: string | undefined,
  settings: Settings,
): Promise<LocationResponse> {
  checkPlainQuery(request.target);
  if (id === undefined) {
    throw new RequestFault('Location identifier is not valid', 'the identifier is not percent-encoded UTF-8');
  }
  const location = await settings.store.get(id);
  if (location === undefined) throw new RequestFault(`Resource not found: ${id}`, 'no such record', 404);
  const links = itemLinks(baseUrl(request, settings), id);
  return geoJsonResponse(JSON.stringify({ ...featureOf([id, location]), links }));
}

/**
 * A record as a Feature. Its description is `null` if it has none: clients learn the properties from the first
 * Features, and would ignore one that only later ones have.
 */
function featureOf([id, { description, coordinates }]: LocationRecord) {
  const { longitude, latitude } = coordinates;
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { description: description ?? null },
  };
}

/** The parameters of a page. They have nothing that the client wrote but numbers and a cursor that was checked. */
function queryOf({ canonical, limit }: ItemsQuery, cursor: string | undefined): string {
  // A plus would be read as a space.
  const parts = [canonical.replaceAll('+', '%2B'), `limit=${limit}`, cursor && `cursor=${cursor}`];
  return `?${parts.filter(Boolean).join('&')}`;
}

function geoJsonResponse(body: string, more?: LocationResponse['headers']): LocationResponse {
  const length = new TextEncoder().encode(body).length;
  return {
    status: 200,
    headers: { 'Content-Type': geoJson, 'Content-Length': String(length), ...more },
    body,
    explanation: { clause: 'D48', reason: 'records for OGC API Features' },
  };
}
