import { describe, expect, it } from 'vitest';
import type { TextFormat } from '../src/index.ts';
import { faultsOf, fileOf, goodRecord } from './faults.ts';
import { chunksOf, parseAll, recordsOf, refusedOf } from './parsing.ts';

const jsonFormats: readonly TextFormat[] = ['geojson', 'geojsonseq', 'ndjson', 'json', 'json-object'];

describe.each(jsonFormats)('%s', (format) => {
  const good = (id: string) => goodRecord(format, id);

  it.each(faultsOf(format))('refuses one record, with a reason, for $title', async (fault) => {
    const bad = fault.make(good('bad'));
    const text = fileOf(format, [good('a'), good('b'), bad, good('c'), good('d')]);
    for (const size of [Infinity, 1]) {
      const entries = await parseAll(chunksOf(text, size), { format });
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b', 'c', 'd']);
      const { title: _, make: __, reason, ...expected } = fault;
      const matcher = typeof reason === 'string' ? reason : expect.stringMatching(reason);
      const byte = text.indexOf(`${bad}`, text.indexOf(good('b')) + good('b').length);
      const [refused, ...others] = refusedOf(entries);
      expect(others).toEqual([]);
      expect(refused).toEqual({
        index: 3,
        line: 4,
        byte,
        ...(refused?.id !== undefined && { id: refused.id }),
        reason: matcher,
        ...(expected.rule === 'RFC 8259' && refused?.suggestion && { suggestion: refused.suggestion }),
        ...expected,
      });
    }
  });

  it.each(faultsOf(format))('refuses first and neighbouring records for $title', async ({ make }) => {
    const bad = make(good('bad'));
    const text = fileOf(format, [bad, good('a'), bad, bad, good('b')]);
    const entries = await parseAll(chunksOf(text, 1000), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b']);
    expect(refusedOf(entries).map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  // A record without its last bracket may take the one of the file: then this one is missing.
  it.each(faultsOf(format))('names one fault in a last record with $title', async ({ make }) => {
    const text = fileOf(format, [good('a'), good('b'), make(good('bad'))]);
    const entries = await parseAll(text, { format });
    expect(
      recordsOf(entries)
        .map(([id]) => id)
        .slice(0, 2),
    ).toEqual(['a', 'b']);
    expect(refusedOf(entries)).toHaveLength(1);
  });

  it('names the identifier of a record that is refused for something else', async () => {
    const text = fileOf(format, [good('bad').replace('"a place"', '5')]);
    expect(await parseAll(text, { format })).toMatchObject([{ id: 'bad', rule: 'D27' }]);
  });

  it('refuses a record that is not UTF-8, and no other', async () => {
    const text = fileOf(format, [good('a'), good('bad').replace('place', 'pl\xffce'), good('b')]);
    const entries = await parseAll([Buffer.from(text, 'latin1')], { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b']);
    expect(refusedOf(entries)).toMatchObject([{ index: 2, line: 3, rule: 'D24', reason: 'it is not UTF-8' }]);
  });

  it('refuses a record that is longer than it may be, and no other', async () => {
    const long = good('long').replace('a place', 'x'.repeat(200_000));
    const text = fileOf(format, [good('a'), long, good('b'), long]);
    for (const size of [Infinity, 1000, 150_000]) {
      const entries = await parseAll(chunksOf(text, size), { format, maxRecordLength: 150_000 });
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b']);
      expect(refusedOf(entries)).toEqual(
        [3, 5].map((line) => ({
          index: line - 1,
          line,
          byte: line === 3 ? text.indexOf(long) : text.lastIndexOf(long),
          rule: 'RFC 8259 9',
          reason: 'it is longer than 150000 bytes',
        })),
      );
    }
  });

  it('reads the last one of two equal members, as the service does', async () => {
    const text = fileOf(format, [
      good('a').replace('"description":"a place"', '"description":5,"description":"b"'),
    ]);
    expect(recordsOf(await parseAll(text, { format }))).toMatchObject([['a', { description: 'b' }]]);
  });

  it('reads an identifier that comes again', async () => {
    const entries = await parseAll(fileOf(format, [good('a'), good('a')]), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'a']);
  });

  it('refuses the record in which the file is cut off', async () => {
    const text = fileOf(format, [good('a'), good('b')]);
    const start = text.indexOf(good('b'));
    for (const end of [start + 1, start + 20, text.lastIndexOf('place'), start + good('b').length - 1]) {
      const entries = await parseAll(text.slice(0, end), { format });
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a']);
      expect(refusedOf(entries)).toMatchObject([
        {
          index: 2,
          line: 3,
          byte: start,
          rule: 'RFC 8259',
          suggestion: expect.stringMatching(/^is (it|the file) cut off\?$/),
        },
      ]);
    }
  });
});

describe.each<TextFormat>(['geojson', 'json', 'json-object'])('%s', (format) => {
  const good = (id: string) => goodRecord(format, id);

  it('says that the file ends where a record or the last bracket should be', async () => {
    const text = fileOf(format, [good('a'), good('b')]);
    for (const end of [text.indexOf(',\n') + 1, text.indexOf(',\n') + 2]) {
      const entries = await parseAll(text.slice(0, end), { format });
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a']);
      expect(refusedOf(entries)).toMatchObject([
        { reason: expect.stringMatching(/^not JSON: the file ends before/), byte: end },
      ]);
    }
  });

  it('refuses the record behind a missing comma', async () => {
    const text = fileOf(format, [good('a'), good('b'), good('c')])
      .replace('},\n', '}\n')
      .replace('],\n', ']\n');
    const entries = await parseAll(text, { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'c']);
    expect(refusedOf(entries)).toMatchObject([
      { index: 2, line: 3, id: 'b', reason: 'not JSON: a comma is missing in front of it' },
    ]);
  });

  it('names commas without a record behind them', async () => {
    const entries = await parseAll(fileOf(format, [good('a'), '', good('b'), '']), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b']);
    const superfluous = { reason: 'not JSON: a comma without a record behind it', suggestion: 'remove it' };
    expect(refusedOf(entries)).toMatchObject([
      { index: 2, line: 3, ...superfluous },
      { index: 4, line: 4, ...superfluous },
    ]);
  });

  it('refuses a record with something behind it', async () => {
    const entries = await parseAll(fileOf(format, [good('a'), `${good('b')} x`, good('c')]), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'c']);
    expect(refusedOf(entries)).toMatchObject([
      {
        index: 2,
        line: 3,
        id: 'b',
        reason: expect.stringMatching(/^not JSON: there is "x" behind it at byte \d+$/),
      },
    ]);
  });

  it('refuses a record with a last bracket too many behind it, and reads on', async () => {
    const closer = format === 'json-object' ? '}' : ']';
    for (const between of ['', '\n']) {
      const records = [good('a'), `${good('b')}${between}${closer}`, good('c')];
      const entries = await parseAll(chunksOf(fileOf(format, records), 7), { format });
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'c']);
      expect(refusedOf(entries)).toMatchObject([
        { index: 2, line: 3, id: 'b', reason: expect.stringContaining(`there is "${closer}" behind it`) },
      ]);
    }
  });

  it('refuses one record for each fault in a file without line ends', async () => {
    const faults = faultsOf(format).filter(({ rule }) => rule === 'RFC 8259');
    for (const { title, make } of faults) {
      const text = fileOf(format, [good('a'), make(good('bad')), good('b'), good('c')]).replaceAll('\n', '');
      const entries = await parseAll(text, { format });
      expect([title, ...recordsOf(entries).map(([id]) => id)]).toEqual([title, 'a', 'b', 'c']);
      expect(refusedOf(entries)).toMatchObject([
        { index: 2, line: 1, byte: text.indexOf(make(good('bad'))) },
      ]);
    }
  });

  it('refuses one record for each fault in a file with indentation', async () => {
    const faults = faultsOf(format).filter(({ rule }) => rule === 'RFC 8259');
    for (const { title, make } of faults) {
      const records = [good('a'), make(good('bad')), good('b'), good('c')].map(indented);
      const text = fileOf(format, records).replace(/\n([\]}]+)\n$/, '\n$1\n');
      const entries = await parseAll(text, { format });
      expect([title, ...recordsOf(entries).map(([id]) => id)]).toEqual([title, 'a', 'b', 'c']);
      expect(refusedOf(entries)).toHaveLength(1);
    }
  });
});

describe.each<TextFormat>(['geojson', 'json'])('%s', (format) => {
  it('refuses one record whose first line is missing in a file with indentation', async () => {
    const records = ['a', 'bad', 'b'].map((id) => indented(goodRecord(format, id)));
    const [first = '', bad = '', last = ''] = records;
    const rest = bad.slice(bad.indexOf('\n') + 1);
    const entries = await parseAll(fileOf(format, [first, rest, last]), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b']);
    expect(refusedOf(entries)).toHaveLength(1);
  });
});

/** The same record on several lines. */
function indented(record: string): string {
  return `  ${record.replaceAll(/,"/g, ',\n    "').replaceAll(/(?<!^)\{/g, '{\n      ')}`;
}

describe.each<TextFormat>(['geojsonseq', 'ndjson'])('%s', (format) => {
  it('refuses the records in front of which a separator is missing', async () => {
    const records = ['a', 'b', 'c'].map((id) => goodRecord(format, id));
    const text = fileOf(format, [records.join(format === 'ndjson' ? ' ' : '\n'), goodRecord(format, 'd')]);
    const entries = await parseAll(text, { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'd']);
    const what = format === 'ndjson' ? 'line end' : 'record separator';
    expect(refusedOf(entries)).toMatchObject(
      ['b', 'c'].map((id) => ({ id, reason: `a ${what} is missing in front of it` })),
    );
  });
});
