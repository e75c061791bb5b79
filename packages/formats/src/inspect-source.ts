import { InvalidArgumentError } from '@location-records/core';
import type { RowSource } from './rows/row.ts';

/** What `inspect` reads: text, bytes, a `Blob` such as a `File`, or a source of one's own. */
export type InspectInput = string | Uint8Array | Blob | RowSource;

/** @throws {InvalidArgumentError} if the input cannot be read again and again. */
export function sourceOf(input: InspectInput): RowSource {
  if (typeof input === 'string') return sourceOfBytes(new TextEncoder().encode(input));
  if (input instanceof Uint8Array) return sourceOfBytes(input);
  if (typeof Blob === 'function' && input instanceof Blob) return sourceOfBlob(input);
  if (typeof (input as Partial<RowSource> | null)?.open === 'function') return input as RowSource;
  throw new InvalidArgumentError('input', 'text, bytes, a Blob, or an object with a function open');
}

function sourceOfBytes(bytes: Uint8Array): RowSource {
  return {
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

function sourceOfBlob(blob: Blob): RowSource {
  const { name } = blob as Partial<File>;
  return {
    name,
    size: blob.size,
    async *open() {
      const reader = blob.stream().getReader();
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
      } finally {
        await reader.cancel();
      }
    },
  };
}

/** Reads the first bytes of a source, at most `length`. */
export async function readHead(source: RowSource, length: number): Promise<Uint8Array> {
  const head = new Uint8Array(length);
  let size = 0;
  for await (const chunk of source.open()) {
    const part = chunk.subarray(0, length - size);
    head.set(part, size);
    size += part.length;
    if (size === length) break;
  }
  return head.subarray(0, size);
}
