import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyFeature, type TextFormat } from '../../src/index.ts';
import { isJson } from '../is-json.ts';
import { anyRecord, chunksOf, parseAll, recordsOf, refusedOf } from '../parsing.ts';

const separators: readonly (readonly [format: TextFormat, separator: string])[] = [
  ['ndjson', '\n'],
  ['geojsonseq', '\x1e'],
];

describe.each(separators)('%s', (format, separator) => {
  it('reads every text that JSON.parse reads, after any change, and refuses the others', async () => {
    const changes = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
        removed: fc.integer({ min: 0, max: 3 }),
        added: fc.constantFrom('', '{', '}', ']', ',', '"', '\\', ' ', 'null', separator),
      }),
      { maxLength: 3 },
    );
    const records = fc.array(anyRecord, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(records, changes, fc.integer({ min: 1, max: 500 }), async (all, change, size) => {
        let text = all.map((record) => `${separator}${stringifyFeature(record)}`).join('\n');
        for (const { at, removed, added } of change) {
          const start = Math.floor(at * text.length);
          text = (text.slice(0, start) + added + text.slice(start + removed)).toWellFormed();
        }
        const entries = await parseAll(chunksOf(text, size), { format });
        // A text without a separator at its beginning is one of lines.
        const isSequence = text.trimStart().startsWith('\x1e');
        const texts = text
          .split(isSequence ? '\x1e' : '\n')
          .map((part) => part.replaceAll('\x1e', ' ').trim());
        const whole = texts.filter((part) => part !== '' && isJson(part));
        const broken = texts.filter((part) => part !== '' && !isJson(part));
        expect(entries.length).toBeGreaterThanOrEqual(whole.length + broken.length);
        expect(refusedOf(entries).length).toBeGreaterThanOrEqual(broken.length);
        expect(entries.map(({ index }) => index)).toEqual(entries.map((_, index) => index + 1));
        const ids = recordsOf(entries).map(([id]) => id);
        const idsOfWhole = whole.map((part) => JSON.parse(part)?.id).filter((id) => ids.includes(id));
        expect(ids.filter((id) => !idsOfWhole.includes(id)).length).toBeLessThanOrEqual(broken.length);
      }),
      { numRuns: 500 },
    );
  });

  it('skips empty texts and lines', async () => {
    const feature = stringifyFeature(['a', { coordinates: { latitude: 1, longitude: 2 } }]);
    const text = `\n \r\n${separator}\n${separator}${feature}\r\n${separator}\n\n${separator}${feature}`;
    const entries = await parseAll(chunksOf(text, 2), { format });
    expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'a']);
    expect(entries).toHaveLength(2);
    for (const { line, byte } of entries) expect(text.slice(0, byte).split('\n')).toHaveLength(line);
  });

  it('says what is behind a Feature', async () => {
    const feature = stringifyFeature(['a', { coordinates: { latitude: 1, longitude: 2 } }]);
    const entries = await parseAll(`${separator}${feature},\n${separator}${feature}`, { format });
    expect(entries).toMatchObject([
      { reason: `not JSON: there is "," behind it at byte ${feature.length + 1}` },
      { record: ['a', {}] },
    ]);
  });
});

it('reads Features on several lines behind record separators', async () => {
  const feature = stringifyFeature(['a', { coordinates: { latitude: 1, longitude: 2 } }]);
  const text = `\x1e${JSON.stringify(JSON.parse(feature), null, 2)}\n`;
  const entries = await parseAll(text + text, { format: 'geojsonseq' });
  expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'a']);
  expect(entries[1]?.line).toBe(text.split('\n').length);
});
