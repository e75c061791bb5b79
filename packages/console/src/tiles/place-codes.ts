import type { MapPlace, TileAddress } from './tile-address.ts';

/** Codes tell places in different tiles of this zoom apart, which are at most 60 centimetres wide. */
export const codeZoom = 26;

/** A half of the bits of a coordinate. */
const halfBits = codeZoom / 2;
const half = 2 ** halfBits;

/**
 * Returns the number of a place on the Z-order curve: the bits of its two coordinates in turns. The codes of
 * a tile are consecutive, so a sorted list of codes gives the number of records of every tile.
 */
export function codeOf({ x, y }: MapPlace): number {
  return interleave(Math.floor(x * 2 ** codeZoom), Math.floor(y * 2 ** codeZoom));
}

/** The middle of the square of a code. */
export function placeOfCode(code: number): MapPlace {
  const [high, low] = [Math.floor(code / half ** 2), code % half ** 2];
  const x = everyOther(high) * half + everyOther(low);
  const y = everyOther(Math.floor(high / 2)) * half + everyOther(Math.floor(low / 2));
  return { x: (x + 0.5) / 2 ** codeZoom, y: (y + 0.5) / 2 ** codeZoom };
}

/** The square of a code: a tile of the zoom that codes have. */
export function squareOfCode(code: number): TileAddress {
  const { x, y } = placeOfCode(code);
  return { zoom: codeZoom, x: Math.floor(x * 2 ** codeZoom), y: Math.floor(y * 2 ** codeZoom) };
}

/** The codes of a tile: from `start` to below `end`. */
export function codesOf({ zoom, x, y }: TileAddress): { readonly start: number; readonly end: number } {
  const size = codesAt(zoom);
  const start = interleave(x, y) * size;
  return { start, end: start + size };
}

/** How many codes a tile of a zoom has. */
export function codesAt(zoom: number): number {
  return 4 ** (codeZoom - zoom);
}

/** Interleaves two numbers of 26 bits. The result is exact, but too large for bitwise operators. */
function interleave(x: number, y: number): number {
  const high = spread(x >>> halfBits) + 2 * spread(y >>> halfBits);
  const low = spread(x % half) + 2 * spread(y % half);
  return high * half ** 2 + low;
}

/** A number of 13 bits with a zero before each bit. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/** The reverse of {@link spread}, which drops the other bits. */
function everyOther(value: number): number {
  let bits = value & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0x0000ffff;
}
