import type { LocationRequest } from './request.ts';

/** Wraps what `request.body` rejected with: the adapter's failure, and not the service's. */
export class RequestBodyError extends Error {}

/** A body, as far as it was read. */
export interface ReadBody {
  /** What the limit lets through. Nothing else is parsed. */
  readonly bytes: Uint8Array;
  /** What was read, which may be more; for explanations. */
  readonly received: Uint8Array;
  /** Whether `received` is certain to be the whole body. */
  readonly isWhole: boolean;
}

/** The reading of one body: what the limit lets through, and no more than it takes to be certain of that (SPEC 4.5.4). */
export class LimitedReading {
  readonly #limit: number;
  #length = 0;
  /** The chunks so far, while they cannot be enough. */
  #early: Uint8Array[] | undefined;
  #counter: ((byte: number) => boolean) | undefined;
  #hadEnough = false;

  /** @param limit how many code points are read. A leading byte order mark does not count. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the body chunk by chunk, and tells whether the code points up to the limit are complete. */
  readonly hasEnough = (chunk: Uint8Array): boolean => {
    this.#length += chunk.length;
    // Fewer bytes than code points are never enough, and most bodies end here.
    if (this.#length < this.#limit) {
      if (this.#early) this.#early.push(chunk);
      // The first `push` to an empty array would make room for 17 elements.
      else this.#early = [chunk];
      return false;
    }
    this.#counter ??= createCodePointCounter(this.#limit);
    const isComplete = this.#counter;
    const chunks = [...(this.#early ?? []), chunk];
    this.#early = undefined;
    this.#hadEnough = chunks.some((bytes) => bytes.some(isComplete));
    return this.#hadEnough;
  };

  /** What was read, from the bytes that `request.body` gave. */
  result(received: Uint8Array, request: LocationRequest): ReadBody {
    const sawEnd = !this.#hadEnough && received.length < maxBytes(this.#limit);
    const isWhole = sawEnd || announcedLength(request) === received.length;
    return { bytes: firstCodePoints(received, this.#limit), received, isWhole };
  }
}

/** The number of bytes that the client has announced; `NaN` when it has not. */
function announcedLength(request: LocationRequest): number {
  return Number(request.headers['content-length']?.[0] ?? NaN);
}

/** Made when it is first needed: a test environment without `TextDecoder` can still load this module. */
let decoder: InstanceType<typeof TextDecoder> | undefined;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;
const maxCodePointLength = 4;

/** The number of bytes that `limit` code points and a byte order mark cannot exceed. */
export function maxBytes(limit: number): number {
  return limit * maxCodePointLength + byteOrderMark.length;
}

/**
 * The bytes of the first `limit` code points of UTF-8 text, after a leading byte order mark. The first byte of each
 * code point tells its length (SPEC 4.5.4, D20, D23).
 */
export function firstCodePoints(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length <= limit) return bytes;
  let offset = startOf(bytes);
  for (let count = 0; count < limit && offset < bytes.length; count++) offset += lengthAt(bytes, offset);
  return offset < bytes.length ? bytes.subarray(0, offset) : bytes;
}

/** The number of code points, counted by their first bytes, without a leading byte order mark. */
export function countCodePoints(bytes: Uint8Array): number {
  let count = 0;
  for (let offset = startOf(bytes); offset < bytes.length; offset += lengthAt(bytes, offset)) count++;
  return count;
}

/** UTF-8 text without a leading byte order mark; `undefined` when the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The offset after a leading byte order mark. */
function startOf(bytes: Uint8Array): number {
  return byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
}

function lengthAt(bytes: Uint8Array, offset: number): number {
  return lengthFrom(bytes[offset] ?? 0);
}

/** The number of bytes of a code point that begins with this byte. */
function lengthFrom(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : maxCodePointLength;
}

/** Makes a function that takes a body byte by byte, and tells whether this byte completes the first `limit` code points. */
function createCodePointCounter(limit: number): (byte: number) => boolean {
  let left = limit;
  let missing = 0;
  let position = 0;
  let isMark = true;
  return (byte) => {
    isMark &&= position < byteOrderMark.length && byte === byteOrderMark[position];
    position++;
    if (isMark && position === byteOrderMark.length) left++;
    if (missing > 0) missing--;
    else {
      left--;
      missing = lengthFrom(byte) - 1;
    }
    return left === 0 && missing === 0;
  };
}
