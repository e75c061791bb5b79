import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Parser } from '../../src/transfer/csv-parse.ts';

/** The rows of a text that is given in pieces. */
async function rowsOf(bytes: Uint8Array, pieceLength: number): Promise<unknown[]> {
  const rows: unknown[] = [];
  const parser = new Parser({
    on_record: (fields: unknown) => {
      rows.push(fields);
      return null;
    },
  });
  for (let start = 0; start < bytes.length; start += pieceLength) {
    const piece = bytes.subarray(start, start + pieceLength);
    await new Promise((resolve) => parser.write(piece, resolve));
  }
  await new Promise<void>((resolve) => parser.end(resolve));
  return rows;
}

describe('the parser of CSV in browsers', () => {
  it('reads every character, cut anywhere', async () => {
    const field = fc
      .string({ unit: 'binary', minLength: 1 })
      .filter((text) => !/[",\r\n]|^\ufeff/.test(text));
    await fc.assert(
      fc.asyncProperty(field, field, fc.integer({ min: 1, max: 9 }), async (one, other, length) => {
        const bytes = new TextEncoder().encode(`${one},"${other}\n"\n`);
        expect(await rowsOf(bytes, length)).toEqual([[one, `${other}\n`]]);
      }),
      { numRuns: 30 },
    );
  });

  it('reads pieces that are longer than the arguments of a call', async () => {
    const long = 'é'.repeat(40_000);
    expect(await rowsOf(new TextEncoder().encode(`a,${long}\n`), 65_536)).toEqual([['a', long]]);
  });
});
