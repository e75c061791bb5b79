import type { LocationRecord } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { type Inspection, inspect } from '../../src/index.ts';
import { recordsOf, refusedOf } from '../parsing.ts';
import { dividedShapes } from './divided-shapes.ts';
import { geojsonShapes } from './geojson-shapes.ts';
import { jsonShapes } from './json-shapes.ts';
import { laterShapes } from './later-shapes.ts';
import { notationShapes } from './notation-shapes.ts';
import { otherCsvShapes } from './other-csv-shapes.ts';
import { otherXmlShapes } from './other-xml-shapes.ts';
import { projectedShapes } from './projected-shapes.ts';
import { publishedCsvShapes } from './published-csv-shapes.ts';
import type { ExpectedRecord, Shape } from './shape.ts';
import { xmlShapes } from './xml-shapes.ts';

const tables = {
  CSV: [...publishedCsvShapes, ...otherCsvShapes],
  'a field close at hand': laterShapes,
  'coordinates in several fields': dividedShapes,
  'coordinates that are not degrees': projectedShapes,
  'other names and notations': notationShapes,
  JSON: jsonShapes,
  GeoJSON: geojsonShapes,
  'KML and GPX': [...xmlShapes, ...otherXmlShapes],
};

/** What became of a file. */
interface Outcome {
  readonly records: readonly LocationRecord[];
  readonly refused: number;
  /** All that is said about the file, its faults and their remedies included. */
  readonly said: string;
  /** Whether it cannot be imported, or not to its end. */
  readonly failed: boolean;
}

async function importShape(shape: Shape): Promise<Outcome> {
  const records: LocationRecord[] = [];
  const said: string[] = [];
  let refused = 0;
  let failed = false;
  try {
    const inspection = await inspect(sourceOf(shape), shape.options);
    said.push(...wordsOf(inspection));
    for await (const entries of inspection.records()) {
      records.push(...recordsOf(entries));
      refused += refusedOf(entries).length;
    }
  } catch (error) {
    failed = true;
    said.push((error as Error).message);
  }
  return { records: distinct(records), refused, said: said.join('\n'), failed };
}

function sourceOf({ file, content }: Shape) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name: file,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

function wordsOf({ formatWords, notes, fault }: Inspection): string[] {
  if (fault === undefined) return [formatWords, ...notes];
  return [formatWords, ...notes, fault.message, ...fault.remedies.map((remedy) => JSON.stringify(remedy))];
}

/** A record that is twice in a file is one place. */
function distinct(records: readonly LocationRecord[]): readonly LocationRecord[] {
  return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

/** Replaces all texts that an expected record allows by what it says, so that a difference is easy to read. */
function compared(
  actual: LocationRecord,
  expected: ExpectedRecord | undefined,
  within: number,
): readonly unknown[] {
  const [id, { description, coordinates }] = actual;
  const row = [id, description, coordinates.latitude, coordinates.longitude];
  return row.map((value, index) => {
    const wanted = expected?.[index];
    return isAllowed(value, wanted, within) ? wanted : value;
  });
}

function isAllowed(value: unknown, wanted: unknown, within: number): boolean {
  if (wanted instanceof RegExp) return wanted.test(String(value ?? ''));
  if (typeof wanted === 'number') return Math.abs((value as number) - wanted) <= within;
  return value === wanted;
}

describe.each(Object.entries(tables))('%s', (_, shapes) => {
  it.each(shapes.map((shape) => [`${shape.from}: ${shape.what}`, shape] as const))('%s', async (_, shape) => {
    const { records, refused, said, failed } = await importShape(shape);
    const { records: expected = [], within = 0 } = shape;

    expect(records.map((record, index) => compared(record, expected[index], within))).toEqual(expected);
    expect(new Set(records.map(([id]) => id)).size).toBe(records.length);
    expect(failed).toBe(shape.fault !== undefined);
    if (shape.fault !== undefined) expect(said).toMatch(shape.fault);
    else expect(refused).toBe(shape.refused ?? 0);
    if (shape.notes !== undefined) expect(said).toMatch(shape.notes);
  });
});
