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

/** A writer into memory, and how often it ran its statements. */
async function openWriter() {
  const database = await openRaw(':memory:');
  onTestFinished(() => database.close());
  createSchema(database, true);
  const runs = new Map<string, number>();
  const counting: DatabaseSync = {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const name = nameOf(sql);
      const run: typeof statement.run = (...values) => {
        runs.set(name, (runs.get(name) ?? 0) + 1);
        return statement.run(...values);
      };
      return {
        run,
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        iterate: (...values) => statement.iterate(...values),
      };
    },
  };
  return { writer: new BatchWriter(counting, 'a path', true), runs };
}

function nameOf(sql: string): string {
  if (sql.includes('INSERT')) return 'put';
  return sql.includes('WHERE latitude') ? 'describe' : 'other';
}
