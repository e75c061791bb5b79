import type { Location, LocationRecord } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError, type ParsedEntry, type TextFormat } from '../src/index.ts';

import { anyRecord, chunksOf, parseAll, recordsOf, refusedOf } from './parsing.ts';

const formats: readonly TextFormat[] = ['geojson', 'json', 'json-object'];

/** The records as the value of a format. */
function contentOf(format: TextFormat, records: readonly LocationRecord[]): unknown {
  if (format === 'json') return records;
  if (format === 'json-object') return Object.fromEntries(records);
  const features = records.map(
    ([
      id,
      {
        description,
        coordinates: { latitude, longitude },
      },
    ]) => ({
      geometry: { coordinates: [longitude, latitude], type: 'Point' },
      properties: { description },
      id,
      type: 'Feature',
    }),
  );
  return { name: 'places', features, type: 'FeatureCollection', bbox: [1, [], {}] };
}

/** What `JSON.parse` finds in a text that the reader has read without a refusal. */
function recordsIn(format: TextFormat, value: unknown): readonly LocationRecord[] {
  if (format === 'json') return value as LocationRecord[];
  if (format === 'json-object') return Object.entries(value as Record<string, Location>);
  const { features, type, geometry } = value as Record<string, unknown>;
  const all = type === 'Feature' && geometry ? [value] : (features as unknown[]);
  return all.map((feature) => {
    const { id, geometry, properties } = feature as Record<'id' | 'geometry' | 'properties', never>;
    const [longitude, latitude] = (geometry as { coordinates: number[] }).coordinates;
    const description = Object(properties).description as string | null | undefined;
    return [String(id), { description, coordinates: { latitude, longitude } }] as unknown as LocationRecord;
  });
}

/** By identifier, with `-0` as `0` and `null` for an absent description. Objects of JSON have the last of equal members. */
function comparable(records: readonly LocationRecord[]): unknown {
  const entries = records.map(([id, { description, coordinates }]) => {
    const { latitude, longitude } = coordinates;
    return [id, [description ?? null, latitude + 0, longitude + 0]] as const;
  });
  return new Map(entries);
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** A text of JSON with the white space of a list between its tokens. */
function spaced(text: string, spaces: readonly string[]): string {
  let index = 0;
  return text.replaceAll(token, (found) => `${spaces[index++ % spaces.length]}${found}`) + spaces[0];
}

const anyRecords = fc.uniqueArray(anyRecord, { selector: ([id]) => id, maxLength: 6 });
const anySpaces = fc.array(fc.stringMatching(/^[ \t\r\n]{0,3}$/), { minLength: 1, maxLength: 40 });

describe.each(formats)('%s', (format) => {
  it('is read with any white space between its tokens, and any order of members', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRecords,
        anySpaces,
        fc.integer({ min: 1, max: 99 }),
        async (records, spaces, size) => {
          const value = contentOf(format, records);
          const text = spaced(JSON.stringify(value), spaces);
          const entries = await parseAll(chunksOf(text, size), { format });
          expect(refusedOf(entries)).toEqual([]);
          expect(comparable(recordsOf(entries))).toEqual(comparable(recordsIn(format, JSON.parse(text))));
          const bytes = Buffer.from(text);
          for (const { line, byte } of entries) {
            expect(line).toBe(bytes.subarray(0, byte).toString().split('\n').length);
          }
        },
      ),
    );
  });

  it('is read where a long record has line ends in odd places', async () => {
    const records = ['a', 'x'.repeat(100_000), 'b'].map((id) => {
      return [id, { description: '}, {', coordinates: { latitude: 1, longitude: 2 } }] as const;
    });
    const text = spaced(JSON.stringify(contentOf(format, records)), ['\n']);
    for (const size of [Infinity, 5000]) {
      expect(recordsOf(await parseAll(chunksOf(text, size), { format }))).toEqual(records);
    }
  });

  it('is either read as JSON.parse reads it, or has a fault, after any change of its text', async () => {
    const changes = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
        removed: fc.integer({ min: 0, max: 3 }),
        added: fc.oneof(
          fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '\n', '1', 'null', '{"a":'),
          fc.string({ maxLength: 2 }),
        ),
      }),
      { maxLength: 3 },
    );
    const spaces = fc.constantFrom([''], ['\n', '', ''], ['\n'], [' ', '\n  ', '']);
    await fc.assert(
      fc.asyncProperty(
        anyRecords,
        spaces,
        changes,
        fc.integer({ min: 1, max: 500 }),
        async (records, space, change, size) => {
          let text = spaced(JSON.stringify(contentOf(format, records)), space);
          for (const { at, removed, added } of change) {
            const start = Math.floor(at * text.length);
            text = (text.slice(0, start) + added + text.slice(start + removed)).toWellFormed();
          }
          const entries = await outcomeOf(text, size, format);
          const value = parsed(text);
          if (entries === undefined || refusedOf(entries).length > 0) return;
          expect(value).toBeDefined();
          expect(comparable(recordsOf(entries))).toEqual(comparable(recordsIn(format, value)));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** The entries of a text in order, or `undefined` when it is refused as a whole. */
async function outcomeOf(
  text: string,
  size: number,
  format: TextFormat,
): Promise<readonly ParsedEntry[] | undefined> {
  try {
    const entries = await parseAll(chunksOf(text, size), { format });
    expect(entries.map(({ index }) => index)).toEqual(entries.map((_, index) => index + 1));
    const starts = entries.map(({ byte }) => byte as number);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    return entries;
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
