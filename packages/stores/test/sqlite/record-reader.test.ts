import type { Location } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DatabaseSync, loadEngine, openForReading } from '../../src/sqlite/engine.ts';
import { maxKeptRows, RecordReader } from '../../src/sqlite/record-reader.ts';
import { createSchema } from '../../src/sqlite/schema.ts';
import { openRaw } from './open-raw.ts';
import { temporaryPath } from './temporary-folder.ts';

const timeout = 60_000;

describe('a reader of single records', { timeout }, () => {
  it('reads a row once while no connection commits', async () => {
    const { reader, put, rowsRead } = await openReader();
    put('a', 1);
    put('b', 2);
    for (const id of ['a', 'b']) {
      // The reader does not know yet when the first row was read.
      for (let read = 0; read < 5; read++) expect(reader.get(id)).toEqual(location(id === 'a' ? 1 : 2));
    }
    expect(rowsRead()).toBe(3);
    put('b', 3);
    expect(reader.get('a')).toEqual(location(1));
    expect(reader.get('b')).toEqual(location(3));
    expect(rowsRead()).toBe(5);
  });

  it('returns a copy of a row that it kept', async () => {
    const { reader, put } = await openReader();
    put('a', 1);
    for (let read = 0; read < 4; read++) {
      const found = reader.get('a') as { description?: string; coordinates: { latitude: number } };
      expect(found).toEqual(location(1));
      found.description = 'changed';
      found.coordinates.latitude = 90;
    }
  });

  it('keeps the row that it read as bytes, where text alone would not tell what another program wrote', async () => {
    const { reader, exec } = await openReader();
    const write = (bytes: string) =>
      exec(`INSERT OR REPLACE INTO locations VALUES ('a', CAST(x'${bytes}' AS TEXT), 1, 1)`);
    const readThrice = (check: () => void) => {
      for (let read = 0; read < 3; read++) check();
    };
    write('61ff62');
    readThrice(() => expect(() => reader.get('a')).toThrow('not UTF-8'));
    write('61efbfbd62');
    readThrice(() => expect(reader.get('a')?.description).toBe('a\ufffdb'));
    write('610062');
    readThrice(() => expect(reader.get('a')?.description).toBe('a\0b'));
  });

  it('keeps no row with more than 512 characters', async () => {
    const { reader, put, rowsRead } = await openReader();
    const descriptions = { 'at-bound': 'x'.repeat(512 - 8), 'over-bound': 'x'.repeat(513 - 10) };
    for (const [id, description] of Object.entries(descriptions)) put(id, 1, description);
    reader.get('at-bound');
    reader.get('at-bound');
    const before = rowsRead();
    for (let read = 0; read < 3; read++) {
      for (const [id, description] of Object.entries(descriptions)) {
        expect(reader.get(id)).toEqual({ ...location(1), description });
      }
    }
    expect(rowsRead() - before).toBe(3);
  });

  it(`keeps at most ${maxKeptRows} rows`, async () => {
    const { reader, put, rowsRead } = await openReader();
    const ids = Array.from({ length: maxKeptRows + 1 }, (_, number) => `id-${number}`);
    for (const id of ids) put(id, 1);
    reader.get('id-0');
    for (const id of ids) reader.get(id);
    const before = rowsRead();
    // The last one took the place of all others.
    expect(reader.get(ids[maxKeptRows] as string)).toEqual(location(1));
    expect(rowsRead() - before).toBe(0);
    expect(reader.get('id-0')).toEqual(location(1));
    expect(rowsRead() - before).toBe(1);
  });

  it('returns what the record was at a moment of the read, when others commit around each of its statements', async () => {
    const { reader, put, deleteRecord, setBetween } = await openReader();
    const aChange = fc.record({ id: fc.constantFrom('a', 'b'), latitude: fc.option(fc.nat(3)) });
    const aStep = fc.oneof(
      { weight: 1, arbitrary: fc.record({ change: aChange }) },
      {
        weight: 3,
        arbitrary: fc.record({
          get: fc.constantFrom('a', 'b'),
          between: fc.array(fc.option(aChange, { freq: 3 }), { maxLength: 6 }),
        }),
      },
    );
    let changesBetween = 0;
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 25 }), (steps) => {
        const model = new Map<string, number>();
        const apply = ({ id, latitude }: { id: string; latitude: number | null }) => {
          if (latitude === null) deleteRecord(id);
          else put(id, latitude);
          if (latitude === null) model.delete(id);
          else model.set(id, latitude);
        };
        for (const id of ['a', 'b']) apply({ id, latitude: null });
        for (const step of steps) {
          if ('change' in step) {
            apply(step.change);
            continue;
          }
          const moments = [model.get(step.get)];
          const changes = step.between.values();
          setBetween(() => {
            const change = changes.next().value;
            if (change) {
              apply(change);
              changesBetween++;
            }
            moments.push(model.get(step.get));
          });
          const found = reader.get(step.get);
          setBetween(() => {});
          expect(moments).toContain(found?.coordinates.latitude);
        }
      }),
      { numRuns: 200 },
    );
    expect(changesBetween).toBeGreaterThan(200);
  });
});

function location(latitude: number): Location {
  return { description: 'a place', coordinates: { latitude, longitude: 1 } };
}

/** A reader of a file, another connection that writes to it, and how often the reader has read a row. */
async function openReader() {
  const path = await temporaryPath();
  const raw = await openRaw(path, 'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  createSchema(raw, false);
  let rowsRead = 0;
  let between = () => {};
  const database = openForReading(await loadEngine(), path, 256);
  const watched: DatabaseSync = {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run: (...values) => statement.run(...values),
        get(...values) {
          if (sql.startsWith('SELECT')) rowsRead++;
          between();
          try {
            return statement.get(...values);
          } finally {
            between();
          }
        },
        all: (...values) => statement.all(...values),
        iterate: (...values) => statement.iterate(...values),
      };
    },
  };
  const reader = new RecordReader(watched, path);
  onTestFinished(() => {
    reader.close();
    raw.close();
  });
  const upsert = raw.prepare('INSERT OR REPLACE INTO locations VALUES (?, ?, ?, 1)');
  const deletion = raw.prepare('DELETE FROM locations WHERE id = ?');
  return {
    reader,
    put: (id: string, latitude: number, description = 'a place') => {
      upsert.run(id, description, latitude);
    },
    exec: (sql: string) => raw.exec(sql),
    deleteRecord: (id: string) => {
      deletion.run(id);
    },
    rowsRead: () => rowsRead,
    setBetween: (act: () => void) => {
      between = act;
    },
  };
}
