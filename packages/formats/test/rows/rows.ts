import type { RowSource } from '../../src/rows/row.ts';

/** A file of some bytes, or of a text in UTF-8, which comes in chunks of a size. */
export function sourceOf(content: Uint8Array | string, size = 65_536): RowSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    async *open() {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    },
  };
}
