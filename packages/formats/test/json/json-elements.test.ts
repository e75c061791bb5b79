import { describe, expect, it } from 'vitest';
import type { TextFormat } from '../../src/index.ts';
import { faultsOf, goodRecord } from '../faults.ts';
import { chunksOf, parseAll, recordsOf, refusedOf } from '../parsing.ts';

const brackets: readonly (readonly [format: TextFormat, start: string, end: string])[] = [
  ['geojson', '{"type":"FeatureCollection","features":[', ']}'],
  ['json', '[', ']'],
  ['json-object', '{', '}'],
];

/** How files have their records on lines: what is in front of the first one, between two, and behind the last one. */
const layouts: readonly (readonly [name: string, first: string, between: string, last: string])[] = [
  ['line ends of Windows', '\r\n', ',\r\n', '\r\n'],
  ['tabs', '\n\t\t', ',\n\t\t', '\n\t'],
  ['commas in front', '\n ', '\n,', '\n'],
  ['empty lines', '\n\n', ' ,\n\n', '\n\n'],
  ['the first record on the first line', '', ',\n', '\n'],
  ['no line ends', ' ', ' , ', ' '],
];

describe.each(brackets)('%s', (format, start, end) => {
  const good = (id: string) => goodRecord(format, id);
  const syntax = faultsOf(format).filter(({ rule }) => rule === 'RFC 8259');

  it.each(layouts)('with %s has one refusal for each broken record', async (_, first, between, last) => {
    for (const { title, make } of syntax) {
      const bad = make(good('bad'));
      const records = [good('a'), good('b'), bad, good('c'), bad, good('d')];
      const text = `${start}${first}${records.join(between)}${last}${end}`;
      for (const size of [Infinity, 10]) {
        const entries = await parseAll(chunksOf(text, size), { format });
        expect([title, ...recordsOf(entries).map(([id]) => id)]).toEqual([title, 'a', 'b', 'c', 'd']);
        expect(refusedOf(entries).map(({ byte }) => byte)).toEqual([
          text.indexOf(`${between}${bad}`) + between.length,
          text.lastIndexOf(`${between}${bad}`) + between.length,
        ]);
      }
    }
  });

  it('as JSON.stringify indents it has one refusal for a comma that is missing anywhere', async () => {
    const records = ['a', 'b', 'c', 'd'].map(good);
    const text = JSON.stringify(JSON.parse(`${start}${records.join()}${end}`), null, 2);
    const [from, to] = ['"b"', '"c"'].map((id) => text.indexOf(id)) as [number, number];
    const commas = [...text.matchAll(/,\n/g)].map(({ index }) => index).filter((at) => at > from && at < to);
    expect(commas.length).toBeGreaterThan(2);
    for (const comma of commas) {
      const broken = text.slice(0, comma) + text.slice(comma + 1);
      const entries = await parseAll(broken, { format });
      expect(refusedOf(entries)).toHaveLength(1);
      expect(recordsOf(entries)).toHaveLength(3);
      expect(recordsOf(entries).map(([id]) => id)).toEqual(expect.arrayContaining(['a', 'd']));
    }
  });

  it('with the second half of a record is read on, and has one refusal for it', async () => {
    const record = good('half').replace('a place', 'x, [y], {z}');
    for (let length = 1; length < record.length; length++) {
      const half = record.slice(length);
      for (const indent of ['', '  ']) {
        const records = [good('a'), half, good('b'), good('c'), half, good('d')];
        const text = `${start}\n${indent}${records.join(`,\n${indent}`)}\n${end}`;
        const entries = await parseAll(chunksOf(text, 10), { format });
        expect([half, ...recordsOf(entries).map(([id]) => id)]).toEqual([half, 'a', 'b', 'c', 'd']);
        expect([half, ...refusedOf(entries).map(({ line }) => line)]).toEqual([half, 3, 6]);
        expect(entries.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6]);
      }
    }
  });

  it.each([']', '}', ']}', ']]', '}}', '5]}', '"x":"y}', ']"', '],5'])(
    'with the line %s and a comma is read on, and has one refusal for it',
    async (line) => {
      const records = [good('a'), line, good('b'), line, good('c')];
      const text = `${start}\n${records.join(',\n')}\n${end}`;
      for (const size of [1, 1000]) {
        const entries = await parseAll(chunksOf(text, size), { format });
        expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b', 'c']);
        expect(refusedOf(entries).map((refused) => refused.line)).toEqual([3, 5]);
      }
    },
  );

  it('with brackets and quotes in its texts is read on behind a fault, and not in a text', async () => {
    const parts = [
      '],[',
      '},[',
      '[',
      ']',
      '],',
      '}],[',
      ',',
      '],[ ',
      ']],[[',
      '}',
      ']},',
      '},{',
      '{"type":"Feature"',
    ];
    for (const part of parts) {
      const shown = JSON.stringify(part).slice(1, -1);
      const record = (id: string) => good(`${shown}${id}${shown}`).replace('a place', shown);
      for (const [name, wrong] of [
        ['"coordinates":', 'coordinates:'],
        ['"description":', 'description:'],
        [':1', ':'],
        ['[1', '['],
      ] as const) {
        const broken = record('bad').replace(name, wrong);
        if (broken === record('bad')) continue;
        const records = [record('a'), broken, record('b'), broken, record('c')];
        for (const between of [',\n', ',']) {
          const entries = await parseAll(`${start}${records.join(between)}\n${end}`, { format });
          expect([broken, entries.map((entry) => 'record' in entry)]).toEqual([
            broken,
            [true, false, true, false, true],
          ]);
        }
      }
    }
  });

  it('with a quote missing on its only line is read on with the next record', async () => {
    for (const name of ['description', 'latitude', 'coordinates', 'type']) {
      const broken = good('bad').replace(`${name}"`, name);
      if (broken === good('bad')) continue;
      const entries = await parseAll(`${start}${[good('a'), broken, good('b'), good('c')]}${end}`, {
        format,
      });
      expect([name, ...recordsOf(entries).map(([id]) => id)]).toEqual([name, 'a', 'b', 'c']);
      expect(refusedOf(entries)).toHaveLength(1);
    }
  });

  it('with more white space behind a record than a record may have is read', async () => {
    const text = `${start}${good('a')}${' \n'.repeat(50_000)},${good('b')}${' '.repeat(50_000)}${end}`;
    const entries = await parseAll(chunksOf(text, 1000), { format, maxRecordLength: 1000 });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b']);
    expect(entries).toHaveLength(2);
    expect(entries[1]?.line).toBe(50_001);
  });

  // This would take minutes if the rest of the file were scanned again from each of its lines.
  it('with brackets that are never closed is given up at once', async () => {
    const opened: Partial<Record<TextFormat, string>> = {
      geojson: '{"type":\n',
      json: '[\n',
      'json-object': '"a":{\n',
    };
    for (const rest of ['', 'x']) {
      const text = `${start}\n${opened[format]?.repeat(150_000)}${rest}`;
      const entries = await parseAll(text, { format });
      expect(recordsOf(entries)).toEqual([]);
      expect(entries[0]).toMatchObject({ index: 1, line: 2, rule: 'RFC 8259' });
      expect(entries.length).toBeLessThan(5000);
    }
  });

  it('with a record cut in two names one fault, and goes on behind it', async () => {
    const text = `${start}\n${[good('a'), good('b').replace('place', '\n'), good('c')].join(',\n')}\n${end}`;
    const entries = await parseAll(text, { format });
    expect(entries[0]).toMatchObject({ record: ['a', {}] });
    expect(entries.at(-1)).toMatchObject({ record: ['c', {}] });
    expect(refusedOf(entries)[0]).toMatchObject({
      line: 3,
      reason: expect.stringMatching(/a quote that ends the text/),
    });
  });
});

it.each([
  ['json', '[["a",{"coordinates":{"latitude":1,"longitude:2}}],["b",', ']]'],
  ['json-object', '{"a":{"coordinates":{"latitude":1,"longitude:2}},"b":', '}'],
] as const)('%s has the record behind a fault in chunks of any size', async (format, start, end) => {
  const text = `${start}{"coordinates":{"latitude":1,"longitude":2}}${end}`;
  for (let size = 1; size <= text.length; size++) {
    const entries = await parseAll(chunksOf(text, size), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['b']);
    expect(refusedOf(entries)).toMatchObject([{ index: 1, line: 1 }]);
  }
});
