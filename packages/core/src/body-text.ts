const decoder = new TextDecoder('utf-8', { fatal: true });
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;
const longestCodePoint = 4;

/** The number of bytes that surely hold `limit` code points and a byte order mark. */
export function maxBytes(limit: number): number {
  return limit * longestCodePoint + byteOrderMark.length;
}

/**
 * The first `limit` code points of UTF-8 text, without one leading byte order mark (SPEC 4.5.4). `undefined`
 * when the bytes of those code points are not UTF-8; what lies beyond them is not looked at.
 */
export function decodeText(bytes: Uint8Array, limit: number): string | undefined {
  try {
    return decoder.decode(bytes.length <= limit ? bytes : bytes.subarray(0, endOf(bytes, limit)));
  } catch {
    return undefined;
  }
}

/** The offset just behind the first `limit` code points, as far as their first bytes tell. */
function endOf(bytes: Uint8Array, limit: number): number {
  let offset = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
  for (let count = 0; count < limit && offset < bytes.length; count++) {
    offset += lengthFrom(bytes[offset] ?? 0);
  }
  return offset;
}

/** The number of bytes of a code point, as its first byte tells. */
function lengthFrom(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : longestCodePoint;
}

/**
 * Makes a function that is given a body chunk by chunk, and tells whether its first `limit` code points are
 * complete. A leading byte order mark does not count.
 */
export function createLimitWatch(limit: number): (chunk: Uint8Array) => boolean {
  let early: Uint8Array[] = [];
  let length = 0;
  let left = limit;
  let missing = 0;
  let position = 0;
  let isMark = true;

  function isComplete(byte: number): boolean {
    isMark &&= position < byteOrderMark.length && byte === byteOrderMark[position];
    position++;
    if (isMark && position === byteOrderMark.length) left++;
    if (missing > 0) missing--;
    else {
      left--;
      missing = lengthFrom(byte) - 1;
    }
    return left === 0 && missing === 0;
  }

  return (chunk) => {
    length += chunk.length;
    early.push(chunk);
    // So few bytes cannot be so many code points, and most bodies end here.
    if (length < limit) return false;
    const chunks = early;
    early = [];
    return chunks.some((bytes) => bytes.some(isComplete));
  };
}
