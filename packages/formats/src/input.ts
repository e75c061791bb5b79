import { InvalidArgumentError } from '@location-records/core';
import type { ParsedEntry } from './parsed-entry.ts';

/** The input of `parseRecords`: bytes or text, whole or in chunks cut anywhere. */
export type ParseInput =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | ReadableStream<string | Uint8Array>;

/** @throws {InvalidArgumentError} if `input` is neither text, bytes, an iterable nor a stream. */
export function checkInput(input: ParseInput): void {
  if (isIterable(input) || typeof Object(input).getReader === 'function') return;
  throw new InvalidArgumentError('input', 'bytes or text, an iterable or a stream of them');
}

/**
 * Iterates over the bytes of an input, in chunks.
 *
 * @throws {InvalidArgumentError} at a chunk that is neither text nor bytes.
 */
export async function* readChunks(input: ParseInput): AsyncGenerator<Uint8Array, undefined> {
  // The first half of a code point that continues in the next chunk.
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

/** Whether a value is a synchronous or asynchronous iterable. */
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

/** Encodes text as UTF-8. A lone surrogate becomes the invalid byte FF, so that its record is refused. */
function encode(text: string): Uint8Array {
  return text.isWellFormed() ? new TextEncoder().encode(text) : encodeBroken(text, loneSurrogates);
}

/** Encodes text as UTF-8, with the invalid byte FF for whatever matches `broken`. */
export function encodeBroken(text: string, broken: RegExp): Uint8Array {
  const encoder = new TextEncoder();
  const parts = text.split(broken).map((part) => encoder.encode(part));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length + 1, -1)).fill(0xff);
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length + 1;
  }
  return bytes;
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * A window on the bytes of a file, which moves on as a reader reads. All positions are offsets in the file.
 */
export class ByteWindow {
  /** Begins with the bytes from {@link base} to {@link end}. {@link more} may replace it. */
  bytes: Uint8Array;
  /** The offset in the file of the first byte of {@link bytes}. */
  base = 0;
  /** The offset in the file after the last byte that was read. */
  end = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #kept = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, capacity = 2 ** 17) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.bytes = new Uint8Array(capacity);
  }

  /** Lets {@link more} drop the bytes before an offset. */
  release(offset: number): void {
    this.#kept = offset;
  }

  /** Returns the bytes between two offsets. The next {@link more} may overwrite them. */
  slice(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start - this.base, end - this.base);
  }

  /** Reads some more bytes. Returns `false` at the end of the file. */
  async more(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      if (value.length === 0) continue;
      this.#append(value);
      return true;
    }
  }

  /**
   * Skips byte order marks at the beginning of the file: some programs write a second one. Returns the offset
   * after them.
   */
  async skipByteOrderMarks(): Promise<number> {
    for (let behind = 0; ; behind += byteOrderMark.length) {
      while (this.end < behind + byteOrderMark.length && (await this.more()));
      if (byteOrderMark.some((byte, index) => this.bytes[behind + index] !== byte)) return behind;
    }
  }

  /** Reads no more of the file. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #append(chunk: Uint8Array): void {
    if (this.end - this.base + chunk.length > this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.end - this.base);
    this.end += chunk.length;
  }

  #makeRoom(length: number): void {
    const kept = this.slice(this.#kept, this.end);
    const needed = kept.length + length;
    // With less room than this, small chunks after a long record would move it again and again.
    if (needed > this.bytes.length / 2) {
      const larger = new Uint8Array(Math.max(this.bytes.length, 2 * needed));
      larger.set(kept);
      this.bytes = larger;
    } else {
      this.bytes.copyWithin(0, this.#kept - this.base, this.end - this.base);
    }
    this.base = this.#kept;
  }
}

/** A batch ends after this many entries, or bytes of the file. */
const maxEntries = 256;
const maxBytes = 2 ** 20;

/** Collects the entries of a reader for the next batch that it yields. */
export class EntryBatch<Entry = ParsedEntry> {
  #entries: Entry[] = [];
  #bytes = 0;

  /** Whether the batch should be yielded. */
  get isFull(): boolean {
    return this.#entries.length >= maxEntries || this.#bytes >= maxBytes;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Adds an entry. `bytes` is its length in the file. */
  add(entry: Entry, bytes: number): void {
    this.#entries.push(entry);
    this.#bytes += bytes;
  }

  /** Returns the entries so far, and begins the next batch. */
  take(): readonly Entry[] {
    const entries = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
    return entries;
  }
}
