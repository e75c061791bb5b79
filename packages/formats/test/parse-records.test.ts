import { describe, expect, it } from 'vitest';
import { parseRecords } from '../src/index.ts';
import { fileOf, goodRecord, type ParseInput, parseAll, recordsOf } from './parsing.ts';

const text = fileOf('geojson', [goodRecord('geojson', 'a'), goodRecord('geojson', 'é\u{1f5fc}')]);
const bytes = new TextEncoder().encode(text);

describe('the input of parseRecords', () => {
  it.each<[string, () => ParseInput]>([
    ['text', () => text],
    ['bytes', () => bytes],
    ['a list of texts', () => [text.slice(0, 50), text.slice(50)]],
    ['characters', () => Array.from(text)],
    ['halves of characters', () => text.split('')],
    [
      'text and bytes',
      () => [text.slice(0, 50), '', new Uint8Array(0), new TextEncoder().encode(text.slice(50))],
    ],
    ['a stream', () => new Blob([bytes]).stream()],
    [
      'a stream without an iterator',
      () => Object.assign(new Blob([bytes]).stream(), { [Symbol.asyncIterator]: undefined }),
    ],
    ['an async iterable', () => laterOf([bytes.subarray(0, 5), bytes.subarray(5)])],
  ])('may be %s', async (_, input) => {
    expect(recordsOf(await parseAll(input())).map(([id]) => id)).toEqual(['a', 'é\u{1f5fc}']);
  });

  it('with half of a character: only that record is refused', async () => {
    for (const half of ['\ud83d', '\uddfc']) {
      const broken = text.replace('"a"', `"${half}"`);
      for (const input of [broken, broken.split(''), [...broken]]) {
        const entries = await parseAll(input);
        expect(entries).toMatchObject([
          { rule: 'D24', line: 2 },
          { record: ['é\u{1f5fc}', {}], line: 3 },
        ]);
      }
    }
    expect(await parseAll([text, '\ud83d']).catch(String)).toMatch(/the file continues after/);
  });

  it('is read only between the first request for a batch and the end of the iteration', async () => {
    const read: string[] = [];
    async function* input() {
      try {
        for (let number = 0; ; number++) {
          read.push(`chunk ${number}`);
          yield number === 0
            ? `\n${goodRecord('ndjson', 'a')}\n`
            : `${goodRecord('ndjson', 'b')}\n`.repeat(1000);
        }
      } finally {
        read.push('closed');
      }
    }
    const batches = parseRecords(input(), { format: 'ndjson' });
    expect(read).toEqual([]);
    const { value } = await batches.next();
    expect(value).toHaveLength(256);
    expect(read).toEqual(['chunk 0', 'chunk 1']);
    await batches.return(undefined);
    expect(read).toEqual(['chunk 0', 'chunk 1', 'closed']);
  });

  it.each(['geojson', 'json', 'json-object', 'ndjson', 'geojsonseq'] as const)(
    'is closed when its content as %s cannot be read, or its reading fails',
    async (format) => {
      const closed: string[] = [];
      async function* input(fails: boolean) {
        try {
          yield format === 'geojson' ? '5555' : fileOf(format, [goodRecord(format, 'a')]);
          if (fails) throw new Error('the disk is gone');
          yield 'more';
        } finally {
          closed.push(format);
        }
      }
      await expect(parseAll(input(true), { format })).rejects.toThrow(
        format === 'geojson' ? 'begins' : 'the disk is gone',
      );
      await parseAll(input(false), { format }).catch(String);
      expect(closed).toEqual([format, format]);
    },
  );

  it('may be a stream without an iterator, which is cancelled', async () => {
    const cancelled: string[] = [];
    const stream = new ReadableStream<string>({
      pull: (controller) => controller.enqueue(`${goodRecord('ndjson', 'a')}\n`.repeat(500)),
      cancel: () => void cancelled.push('cancelled'),
    });
    const batches = parseRecords(Object.assign(stream, { [Symbol.asyncIterator]: undefined }), {
      format: 'ndjson',
    });
    expect((await batches.next()).value).toHaveLength(256);
    await batches.return(undefined);
    expect(cancelled).toEqual(['cancelled']);
  });
});

describe('a batch of parseRecords', () => {
  it('has 256 entries', async () => {
    const records = Array.from({ length: 600 }, (_, index) => goodRecord('json', `${index}`));
    const sizes: number[] = [];
    for await (const { length } of parseRecords(fileOf('json', records))) sizes.push(length);
    expect(sizes).toEqual([256, 256, 88]);
  });

  it('has fewer if they are long', async () => {
    const long = goodRecord('ndjson', 'a').replace('a place', 'x'.repeat(600_000));
    const sizes: number[] = [];
    for await (const { length } of parseRecords(fileOf('ndjson', [long, long, long]))) sizes.push(length);
    expect(sizes).toEqual([2, 1]);
  });
});

async function* laterOf<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}
