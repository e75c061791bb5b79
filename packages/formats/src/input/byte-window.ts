const markLength = 3;

/** The index behind a byte order mark at an index of some bytes, or this one where there is none. */
export function skipMark(bytes: Uint8Array, index: number): number {
  const isThere = bytes[index] === 0xef && bytes[index + 1] === 0xbb && bytes[index + 2] === 0xbf;
  return isThere ? index + markLength : index;
}

/**
 * The bytes of a file that a reader looks at: a window that moves on as it reads. All positions are offsets in the
 * file, so that they stay right when the window moves.
 */
export class ByteWindow {
  /** The bytes from {@link base} to {@link end}; what is behind them is left over. It changes with {@link more}. */
  bytes: Uint8Array;
  /** The offset in the file of the first byte of {@link bytes}. */
  base = 0;
  /** The offset in the file behind the last byte that was read. */
  end = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #kept = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, capacity = 2 ** 17) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.bytes = new Uint8Array(capacity);
  }

  /** Says that the bytes before an offset are not needed any more. */
  release(offset: number): void {
    this.#kept = offset;
  }

  /** The bytes between two offsets. They are overwritten by the next {@link more}. */
  slice(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start - this.base, end - this.base);
  }

  /** Reads some more bytes. Returns whether there were any: if not, this is the end of the file. */
  async more(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      if (value.length === 0) continue;
      this.#append(value);
      return true;
    }
  }

  /** Looks for byte order marks at an offset: some programs write a second one. Returns the offset behind them. */
  async skipByteOrderMarks(offset = 0): Promise<number> {
    while (this.end < offset + markLength && (await this.more()));
    const behind = offset + skipMark(this.slice(offset, this.end), 0);
    return behind === offset ? offset : this.skipByteOrderMarks(behind);
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
    // With less room than this, small chunks behind a long record would move it again and again.
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
