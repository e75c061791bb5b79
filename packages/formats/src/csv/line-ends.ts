const lf = 0x0a;
const cr = 0x0d;

/** Whether a byte is part of a line end: LF, CR LF or CR. */
export function isLineEnd(byte: number | undefined): boolean {
  return byte === lf || byte === cr;
}

/** Where the line end behind `start` begins; the length of `bytes` when there is none. */
export function findLineEnd(bytes: Uint8Array, start = 0): number {
  let at = start;
  while (at < bytes.length && !isLineEnd(bytes[at])) at++;
  return at;
}

/** Where the next line begins, given where a line end begins. */
export function skipLineEnd(bytes: Uint8Array, at: number): number {
  return bytes[at] === cr && bytes[at + 1] === lf ? at + 2 : at + 1;
}

/** How many line ends there are in some bytes that do not begin or end within one. */
export function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  let at = findLineEnd(bytes);
  while (at < bytes.length) {
    count++;
    at = findLineEnd(bytes, skipLineEnd(bytes, at));
  }
  return count;
}
