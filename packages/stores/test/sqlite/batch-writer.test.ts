import { describe, expect, it, onTestFinished } from 'vitest';
import { BatchWriter } from '../../src/sqlite/batch-writer.ts';
import type { DatabaseSync } from '../../src/sqlite/engine.ts';
import { createSchema } from '../../src/sqlite/schema.ts';
import type { Write } from '../../src/sqlite/writer-protocol.ts';
import { openRaw } from './open-raw.ts';

const put = (latitude: number): Write => ({
  kind: 'put',
  id: 'a',
  description: null,
  latitude,
  longitude: 1,
});

describe('a writer with the index of area queries', () => {
  it('tries few writes twice where each one moves the record', async () => {
    const { writer, runs } = await openWriter();
    for (let latitude = 1; latitude <= 400; latitude++)
      expect(writer.commit([put(latitude)])).toEqual([true]);
    expect(runs.get('put')).toBe(400);
    // The first 32, and 1 of 16 of the others.
    expect(runs.get('describe')).toBe(32 + 23);
  });

  it('leaves the index alone again when writes move nothing again', async () => {
    const { writer, runs } = await openWriter();
    writer.commit(Array.from({ length: 100 }, (_, latitude) => put(latitude)));
    runs.clear();
    expect(writer.commit(Array.from({ length: 400 }, () => put(99)))).toEqual(Array(400).fill(true));
    expect(runs.get('put')).toBeLessThan(16);
  });

  it('goes on trying where some writes move the record and others do not', async () => {
    const { writer, runs } = await openWriter();
    writer.commit(Array.from({ length: 400 }, (_, number) => put(Math.floor(number / 2))));
    expect(runs.get('describe')).toBe(400);
    expect(runs.get('put')).toBe(200);
  });
});

it('a writer decides once for each write whether it may have moved the record', async () => {
  const { writer, runs } = await openWriter();
  const records = Array.from({ length: 400 }, (_, index) => ({ ...put(1), id: `${index}` }) as Write);
  writer.commit(records.map((write) => ({ ...write, description: 'x'.repeat(385) }) as Write));
  runs.clear();
  writer.commit(records);
  // Each goes past the long description once. After at most 16 writes, the writer sees that they move nothing.
  expect(runs.get('put')).toBeLessThan(400 + 16);
});

it('a writer of short descriptions looks at no record, where others have long ones', async () => {
  const { writer, runs } = await openWriter(false);
  writer.commit([{ ...put(1), id: 'b', description: 'x'.repeat(385) } as Write]);
  runs.clear();
  writer.commit([put(1), put(2), { ...put(3), kind: 'replace' } as Write, { kind: 'delete', id: 'a' }]);
  expect([...runs]).toEqual([
    ['put', 2],
    ['other', 2],
  ]);
});

/** A writer into memory, and how often its statements ran. */
async function openWriter(areas = true) {
  const database = await openRaw(':memory:');
  onTestFinished(() => database.close());
  createSchema(database, areas);
  const runs = new Map<string, number>();
  const counting: DatabaseSync = {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const name = nameOf(sql);
      const count = (kind: string) => runs.set(kind, (runs.get(kind) ?? 0) + 1);
      return {
        run: (...values) => count(name) && statement.run(...values),
        get: (...values) => count('get') && statement.get(...values),
        all: (...values) => statement.all(...values),
        iterate: (...values) => statement.iterate(...values),
      };
    },
  };
  return { writer: new BatchWriter(counting, 'a path', areas), runs };
}

function nameOf(sql: string): string {
  if (sql.includes('INSERT')) return 'put';
  return sql.includes('WHERE latitude') ? 'describe' : 'other';
}
