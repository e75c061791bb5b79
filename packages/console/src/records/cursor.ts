import { checkIdentifier } from '@location-records/core';
import { type AreaPosition, type AreaStore, type Box, checkWithin } from '@location-records/core/areas';
import { maxRadius } from './globe.ts';
import { parameterFault } from './request-fault.ts';

/** A position in the records of several boxes. */
export interface BoxPosition {
  /** The index of the box. */
  readonly box: number;
  /** `undefined` at the beginning of the box. */
  readonly after?: AreaPosition | undefined;
}

/**
 * A position in the order of what is near a point: by distance in metres, then by the bytes of the
 * identifier.
 */
export interface NearPosition {
  readonly distance: number;
  readonly id: string;
}

/** Where a page begins. */
export interface NearBegin extends NearPosition {
  /** About how many records come before. It decides what the search costs, not what it finds. */
  readonly rank: number;
}

/** Cursors of another version are refused. */
const version = 1;

/**
 * Returns a cursor, which needs no state of the server: base64url of the JSON array `[version, query, order
 * of the store, box]`, with part, latitude, longitude and identifier behind it unless it is the beginning of
 * the box.
 *
 * @param canonical the query, which is about as short as a digest, and unique.
 */
export function writeBoxCursor(
  { box, after }: BoxPosition,
  canonical: string,
  order: AreaStore['guarantees']['areaOrder'],
): string {
  const position = after ? [after.part, after.latitude, after.longitude, after.id] : [];
  return encode([version, canonical, order, box, ...position]);
}

/**
 * Reads a cursor of {@link writeBoxCursor}, and checks all of it: a client may send anything.
 *
 * @throws {RequestFault} when it is malformed, of another version, of another query or of a store of another
 * order.
 */
export function readBoxCursor(
  text: string,
  boxes: readonly Box[],
  canonical: string,
  order: AreaStore['guarantees']['areaOrder'],
): BoxPosition {
  const [storeOrder, box, ...position] = decode(text, canonical);
  if (storeOrder !== order) throw parameterFault('cursor', 'come from this store: start again without it');
  const area = typeof box === 'number' ? boxes[box] : undefined;
  if (area === undefined) throw malformed();
  const isBeginning = position.length === 0;
  if (!isBeginning && position.length !== 4) throw malformed();
  const [part, latitude, longitude, id] = position;
  const after = isBeginning ? undefined : ({ part, latitude, longitude, id } as AreaPosition);
  checked(() => checkWithin(area, { after, limit: 1 }));
  return { box: box as number, after };
}

/** Returns a cursor near a point: base64url of `[version, query, distance, identifier, rank]`. */
export function writeNearCursor({ distance, id, rank }: NearBegin, canonical: string): string {
  return encode([version, canonical, distance, id, rank]);
}

/**
 * Reads a cursor of {@link writeNearCursor}.
 *
 * @throws {RequestFault} when it is malformed, of another version or of another query.
 */
export function readNearCursor(text: string, canonical: string): NearBegin {
  const [distance, id, rank, ...more] = decode(text, canonical) as [number, string, number];
  const isDistance = Number.isFinite(distance) && distance >= 0 && distance <= maxRadius;
  if (!isDistance || !Number.isSafeInteger(rank) || rank < 1 || more.length > 0) throw malformed();
  checked(() => checkIdentifier(id));
  return { distance, id, rank };
}

function encode(values: readonly unknown[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  const units = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(units).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the members after the version and the query. */
function decode(text: string, canonical: string): readonly unknown[] {
  const values = parse(text);
  if (!Array.isArray(values) || !Number.isInteger(values[0]) || typeof values[1] !== 'string')
    throw malformed();
  const [ownVersion, query, ...rest] = values;
  if (ownVersion !== version)
    throw parameterFault('cursor', 'come from this version: start again without it');
  if (query !== canonical) throw parameterFault('cursor', 'come from the same query');
  return rest;
}

function parse(text: string): unknown {
  // `atob` would ignore white space.
  if (!/^[\w-]+$/.test(text)) throw malformed();
  return checked(() => {
    const units = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(units, (unit) => unit.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  });
}

/** Turns any error of a malformed cursor into a fault. */
function checked<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw malformed();
  }
}

function malformed(): Error {
  return parameterFault('cursor', 'be copied unchanged from a link to the next page');
}
