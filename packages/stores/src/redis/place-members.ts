import { type AreaPosition, stripeOf } from '@location-records/core/areas';
import { readText } from './stored-records.ts';

/** Where a record lies, as a sorted set of places has it. */
export type StoredPlace = Omit<AreaPosition, 'part'> & { readonly stripe: number };

/** The bytes of the stripe, the latitude and the longitude. */
const headLength = 18;

/**
 * A place as the member of a sorted set: the stripe in 2 bytes, latitude and longitude in 8 bytes each, and the
 * identifier in UTF-8. Such members sort by their bytes as places do, and have every digit.
 */
export function placeMember({ stripe, latitude, longitude, id }: StoredPlace): Buffer {
  const member = Buffer.alloc(headLength + Buffer.byteLength(id));
  // The first stripe is -1.
  member.writeUInt16BE(stripe + 1, 0);
  writeSortable(member, 2, latitude);
  writeSortable(member, 10, longitude);
  member.write(id, headLength);
  return member;
}

/** The member of a record. */
export function memberOf(
  id: string,
  { latitude, longitude }: Pick<StoredPlace, 'latitude' | 'longitude'>,
): Buffer {
  return placeMember({ stripe: stripeOf(longitude), latitude, longitude, id });
}

/** The place that a member tells; `undefined` for any other bytes, which only another program writes. */
export function readPlace(member: Buffer): StoredPlace | undefined {
  if (member.length <= headLength) return undefined;
  const [latitude, longitude] = [readSortable(member, 2), readSortable(member, 10)];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  const stripe = member.readUInt16BE(0) - 1;
  const id = readText(member.subarray(headLength));
  if (id === undefined || stripe !== stripeOf(longitude)) return undefined;
  return { stripe, latitude, longitude, id };
}

/**
 * Writes a number so that the order of bytes is the order of numbers: with its first bit flipped, or with all bits when
 * it is negative. `-0` becomes `0`.
 */
function writeSortable(target: Buffer, offset: number, number: number): void {
  target.writeDoubleBE(number + 0, offset);
  flip(target, offset, (target[offset] as number) < 0x80);
}

function readSortable(source: Buffer, offset: number): number {
  const bytes = Buffer.from(source.subarray(offset, offset + 8));
  flip(bytes, 0, (source[offset] as number) >= 0x80);
  return bytes.readDoubleBE(0);
}

function flip(bytes: Buffer, offset: number, isPositive: boolean): void {
  bytes[offset] = (bytes[offset] as number) ^ (isPositive ? 0x80 : 0xff);
  if (isPositive) return;
  for (let index = offset + 1; index < offset + 8; index++) bytes[index] = (bytes[index] as number) ^ 0xff;
}
