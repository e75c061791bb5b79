import { isUtf8 } from 'node:buffer';
import type { Coordinates } from '@location-records/core';
import { type Box, stripeOf } from '@location-records/core/areas';

/** The place of a record. */
export interface Place extends Coordinates {
  readonly stripe: number;
  readonly id: string;
}

/** The length of the stripe, the latitude and the longitude, in bytes. */
const headLength = 18;

/** Returns the place of a record as a member of a sorted set; see {@link writePlace}. */
export function placeOf(id: string, { latitude, longitude }: Coordinates): Buffer {
  return writePlace({ stripe: stripeOf(longitude), latitude, longitude, id });
}

/**
 * Writes a place as a member of a sorted set: the stripe in 2 bytes, latitude and longitude in 8 bytes each,
 * and the identifier in UTF-8. The bytes of such members sort as places do, and keep every digit.
 */
export function writePlace({ stripe, latitude, longitude, id }: Place): Buffer {
  const member = Buffer.alloc(headLength + Buffer.byteLength(id));
  // The first stripe is -1.
  member.writeUInt16BE(stripe + 1, 0);
  writeSortable(member, 2, latitude);
  writeSortable(member, 10, longitude);
  member.write(id, headLength);
  return member;
}

/** Reads the place of a member; `undefined` for other bytes, which only another program writes. */
export function readPlace(member: Buffer): Place | undefined {
  if (member.length <= headLength || !isUtf8(member.subarray(headLength))) return undefined;
  const [latitude, longitude] = [readSortable(member, 2), readSortable(member, 10)];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  const stripe = member.readUInt16BE(0) - 1;
  return { stripe, latitude, longitude, id: member.toString('utf8', headLength) };
}

/**
 * Writes a number so that its bytes sort as numbers do: with its first bit flipped, or with all bits if it is
 * negative. `-0` becomes `0`.
 */
function writeSortable(target: Buffer, offset: number, number: number): void {
  target.writeDoubleBE(number + 0, offset);
  flip(target, offset, (target[offset] as number) < 0x80);
}

function readSortable(source: Buffer, offset: number): number {
  const bytes = Buffer.from(source.subarray(offset, offset + 8));
  flip(bytes, 0, (bytes[0] as number) >= 0x80);
  return bytes.readDoubleBE(0);
}

function flip(bytes: Buffer, offset: number, isPositive: boolean): void {
  bytes[offset] = (bytes[offset] as number) ^ (isPositive ? 0x80 : 0xff);
  if (isPositive) return;
  for (let index = offset + 1; index < offset + 8; index++) bytes[index] = (bytes[index] as number) ^ 0xff;
}

/** More than the bytes of any longitude: the first of the largest one are 0xff 0xef. */
const afterLongitudes = Buffer.from([0xff, 0xff]);

/** The range of a sorted set with the places of a box, and others between them. */
export class PlaceRange {
  readonly #box: Box;
  readonly #lastStripe: number;
  /** The beginning of the range, as an argument of ZRANGE. */
  readonly start: Buffer;
  /** The end of the range, as an argument of ZRANGE. */
  readonly end: Buffer;

  constructor(box: Box) {
    this.#box = box;
    this.#lastStripe = stripeOf(box.east);
    this.start = this.#startOf(stripeOf(box.west));
    this.end = Buffer.concat([Buffer.from('('), headOf(this.#lastStripe, box.north), afterLongitudes]);
  }

  has({ latitude, longitude }: Coordinates): boolean {
    const { west, south, east, north } = this.#box;
    return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  }

  /**
   * Returns where the range continues after a place, as an argument of ZRANGE, skipping places outside the
   * box; `undefined` at its end.
   */
  startAfter(place: Place): Buffer | undefined {
    const { south, north, west } = this.#box;
    if (place.stripe < stripeOf(west)) return this.start;
    const stripe = place.latitude > north ? place.stripe + 1 : place.stripe;
    if (stripe > this.#lastStripe) return undefined;
    if (stripe > place.stripe || place.latitude < south) return this.#startOf(stripe);
    return Buffer.concat([Buffer.from('('), writePlace(place)]);
  }

  #startOf(stripe: number): Buffer {
    return Buffer.concat([Buffer.from('['), headOf(stripe, this.#box.south)]);
  }
}

/** Returns the first bytes of the members of a stripe and a latitude. */
function headOf(stripe: number, latitude: number): Buffer {
  return writePlace({ stripe, latitude, longitude: 0, id: '' }).subarray(0, 10);
}
