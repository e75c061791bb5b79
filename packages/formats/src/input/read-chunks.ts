import { InvalidArgumentError } from '@location-records/core';

/** What {@link parseRecords} reads: bytes or text, whole or in chunks cut anywhere. */
export type ParseInput =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | ReadableStream<string | Uint8Array>;

/** @throws {InvalidArgumentError} about the argument `input`, when it cannot be read at all. */
export function checkInput(input: ParseInput): void {
  if (isIterable(input) || typeof Object(input).getReader === 'function') return;
  throw new InvalidArgumentError('input', 'bytes or text, an iterable or a stream of them');
}

/**
 * The bytes of an input, in chunks.
 *
 * @throws {InvalidArgumentError} about `input`, at a chunk that is neither text nor bytes.
 */
export async function* readChunks(input: ParseInput): AsyncGenerator<Uint8Array, undefined> {
  // The first half of a code point whose second half comes with the next chunk.
  let half = '';
  for await (const chunk of iterate(input)) {
    if (typeof chunk === 'string') {
      const text = half + chunk;
      const last = text.charCodeAt(text.length - 1);
      half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
      yield encode(half === '' ? text : text.slice(0, -1));
    } else if (chunk instanceof Uint8Array) {
      if (half !== '') yield encode(half);
      half = '';
      yield chunk;
    } else {
      throw new InvalidArgumentError('input', 'chunks that are text or Uint8Array');
    }
  }
  if (half !== '') yield encode(half);
}

function iterate(input: ParseInput): Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> {
  if (typeof input === 'string' || input instanceof Uint8Array) return [input];
  return isIterable(input) ? input : iterateStream(input as ReadableStream<string | Uint8Array>);
}

/** Whether a value can be iterated over, at once or later. */
export function isIterable<Value>(
  value: Value,
): value is Extract<Value, Iterable<unknown> | AsyncIterable<unknown>> {
  const { [Symbol.iterator]: all, [Symbol.asyncIterator]: allLater } = Object(value);
  return typeof all === 'function' || typeof allLater === 'function';
}

/** Some browsers have no iterator of streams. */
async function* iterateStream<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, undefined> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isDone = true;
        return undefined;
      }
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
    reader.releaseLock();
  }
}

const loneSurrogates = /[\ud800-\udfff]/u;

/** UTF-8. A lone surrogate becomes a byte that UTF-8 does not have, so that its record is refused and not changed. */
function encode(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (text.isWellFormed()) return encoder.encode(text);
  const parts = text.split(loneSurrogates).map((part) => encoder.encode(part));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length + 1, -1)).fill(0xff);
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length + 1;
  }
  return bytes;
}
