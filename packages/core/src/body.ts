import type { LocationRequest } from './request.ts';

/** A request body, up to the limit. */
export interface ReadBody {
  /** The only bytes that are parsed. */
  readonly bytes: Uint8Array;
  /** Whether the limit was reached: the body may be longer. */
  readonly isLimited: boolean;
}

/** Wraps the rejection of `request.body`, which is not a failure of the service. */
export class RequestBodyError extends Error {}

const maxCodePointLength = 4;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * Reads the first `limit` code points of a body, and as little else as possible (SPEC 4.5.4, D20, D21). A
 * leading byte order mark does not count (D23).
 *
 * @throws {RequestBodyError} if the body cannot be read.
 */
export function readBody(request: LocationRequest, limit: number): Promise<ReadBody> {
  let counter: CodePointCounter | undefined;
  const hasEnough = (chunk: Uint8Array) => {
    if (chunk.length === 0) return false;
    // One more for a possible byte order mark.
    counter ??= new CodePointCounter(chunk[0] === byteOrderMark[0] ? limit + 1 : limit);
    counter.take(chunk);
    return counter.isDone;
  };
  const maxBytes = limit * maxCodePointLength + byteOrderMark.length;
  return request.body(maxBytes, hasEnough).then(
    (received) => {
      const bytes = firstCodePoints(received, limit);
      return { bytes, isLimited: bytes.length < received.length || counter?.isDone === true };
    },
    (cause) => {
      throw new RequestBodyError('The request body cannot be read.', { cause });
    },
  );
}

function firstCodePoints(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length <= limit) return bytes;
  const isMarked = byteOrderMark.every((byte, index) => bytes[index] === byte);
  return bytes.subarray(0, new CodePointCounter(isMarked ? limit + 1 : limit).take(bytes));
}

/** Counts code points of UTF-8 text chunk by chunk, by their first bytes, which imply their lengths. */
class CodePointCounter {
  #left: number;
  /** How many bytes of the last code point are still to come. */
  #missing = 0;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Whether the code points up to the limit are complete. */
  get isDone(): boolean {
    return this.#left === 0 && this.#missing === 0;
  }

  /** Takes the next bytes, and returns how many of them are within the limit. */
  take(chunk: Uint8Array): number {
    let offset = this.#missing;
    while (offset < chunk.length && this.#left > 0) {
      offset += lengthFrom(chunk[offset] as number);
      this.#left--;
    }
    this.#missing = Math.max(0, offset - chunk.length);
    return Math.min(offset, chunk.length);
  }
}

/** Returns the number of bytes of a code point that begins with this byte. */
function lengthFrom(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : maxCodePointLength;
}

/** Created on first use, so that a test environment without `TextDecoder` can load this module. */
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Decodes UTF-8 without a leading byte order mark; `undefined` if the bytes are not UTF-8 (D24). */
export function decodeText(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
