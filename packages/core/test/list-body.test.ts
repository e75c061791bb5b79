import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListBody } from '../src/list-body.ts';
import type { LocationRecord } from '../src/location.ts';
import { anyText } from './any-text.ts';

const record: fc.Arbitrary<LocationRecord> = fc.tuple(
  anyText({ minLength: 1 }),
  fc.record({
    description: fc
      .tuple(fc.constantFrom('a', 'é', '\u{1f600}', '"'), fc.integer({ min: 0, max: 40_000 }))
      .map(([unit, count]) => unit.repeat(count)),
    coordinates: fc.record({ latitude: fc.integer(), longitude: fc.integer() }),
  }),
);

describe('ListBody', () => {
  it('returns the same pieces for all batch lengths', async () => {
    const cuts = fc
      .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 })
      .filter((sizes) => sizes.some(Boolean));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), cuts, async (records, sizes) => {
        const whole = await piecesOf(new ListBody(listOf([records]), false));
        expect(await piecesOf(new ListBody(listOf(cut(records, sizes)), false))).toEqual(whole);
        expect(JSON.parse(whole.join(''))).toEqual(records);
      }),
      { numRuns: 200 },
    );
  });

  it('ends a piece behind the record that makes it about 65,536 characters long', async () => {
    const records = Array.from({ length: 5000 }, (_, index): LocationRecord => {
      const description = index % 500 === 0 ? 'x'.repeat(100_000) : undefined;
      return [`id-${10_000 + index}`, { ...at(index), description }];
    });
    const pieces = await piecesOf(new ListBody(listOf(cut(records, [7])), false));
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces.slice(0, -1)) {
      expect(piece.length).toBeGreaterThan(50_000);
      expect(piece.lastIndexOf(',["')).toBeLessThan(70_000);
    }
  });

  it.each([
    ['no batch', []],
    ['one empty batch', [[]]],
    ['empty batches', [[], [], []]],
  ])('writes an empty list for %s', async (_, batches) => {
    expect(await piecesOf(new ListBody(listOf(batches), false))).toEqual(['[]']);
  });

  it('releases the list of the store when it is abandoned before the first piece', async () => {
    const list = listOf([[['a', at(1)]]]);
    const body = new ListBody(list, false);
    expect(await body.return()).toEqual({ done: true, value: undefined });
    expect(await body.return()).toEqual({ done: true, value: undefined });
    expect(await body.next()).toEqual({ done: true, value: undefined });
    expect(list.calls).toEqual(['return']);
  });

  it('releases the list of the store once when it is abandoned half-way', async () => {
    const batch = Array.from({ length: 2000 }, (_, index): LocationRecord => [`id-${index}`, at(index)]);
    const list = listOf([batch, batch, batch]);
    for await (const piece of new ListBody(list, false)) {
      expect(piece.startsWith('[["id-0"')).toBe(true);
      break;
    }
    expect(list.calls).toEqual(['next', 'return']);
  });

  it('has no end when it is left while it waits for a batch', async () => {
    let give = (_batch: IteratorResult<readonly LocationRecord[]>) => {};
    const body = new ListBody(
      overIterator({
        next: () =>
          new Promise((resolve) => {
            give = resolve;
          }),
      }),
      false,
    );
    const piece = body.next();
    await body.return();
    give({ done: false, value: [['a', at(1)]] });
    expect(await piece).toEqual({ done: true, value: undefined });
  });

  it('tells of a record that cannot be formatted, also where the list then cannot be released', async () => {
    const body = new ListBody(
      overIterator({
        next: async () => ({ done: false, value: [['a', at(1n as never)]] }),
        return: () => Promise.reject(new Error('lost')),
      }),
      false,
    );
    await expect(body.next()).rejects.toThrow(/BigInt/);
    expect(await body.next()).toEqual({ done: true, value: undefined });
  });

  it('does not release a list that has ended or failed', async () => {
    const ended = listOf([[['a', at(1)]]]);
    const whole = new ListBody(ended, false);
    await piecesOf(whole);
    await whole.return();
    expect(ended.calls).toEqual(['next', 'next']);
    const failed = listOf([[['a', at(1)]]], new Error('lost'));
    const broken = new ListBody(failed, false);
    await expect(broken.next()).rejects.toThrow('lost');
    expect(await broken.next()).toEqual({ done: true, value: undefined });
    await broken.return();
    expect(failed.calls).toEqual(['next', 'next']);
  });
});

async function piecesOf(body: ListBody): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of body) pieces.push(piece);
  return pieces;
}

function at(number: number): LocationRecord[1] {
  return { coordinates: { latitude: number, longitude: -number } };
}

function overIterator(
  iterator: AsyncIterator<readonly LocationRecord[]>,
): AsyncIterable<readonly LocationRecord[]> {
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Batches of these sizes in turn. */
function cut(records: readonly LocationRecord[], sizes: readonly number[]): LocationRecord[][] {
  const batches: LocationRecord[][] = [];
  for (let start = 0, turn = 0; start < records.length; turn++) {
    const end = start + (sizes[turn % sizes.length] ?? 1);
    batches.push(records.slice(start, end));
    start = end;
  }
  return batches;
}

/** The list of a store that notes what is called, and may fail at its end. */
function listOf(batches: readonly (readonly LocationRecord[])[], failure?: Error) {
  const calls: string[] = [];
  const rest = [...batches];
  const iterator: AsyncIterator<readonly LocationRecord[]> = {
    async next() {
      calls.push('next');
      const value = rest.shift();
      if (value === undefined && failure) throw failure;
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    async return() {
      calls.push('return');
      return { done: true, value: undefined };
    },
  };
  return { calls, [Symbol.asyncIterator]: () => iterator };
}
