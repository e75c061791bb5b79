import { readFile, writeFile } from 'node:fs/promises';
import type { LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it } from 'vitest';
import type { RecordRow } from '../../src/sqlite/columns.ts';
import type { DatabaseSync, StatementSync } from '../../src/sqlite/engine.ts';
import { ListReader } from '../../src/sqlite/list-readers.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

/** Serial types of a record (sqlite.org/fileformat2.html, section 2.1). */
const types = { null: 0, zero: 8, emptyBlob: 12 };

/** The columns of a record, each with the distance of its type from the text of the identifier. */
const columns = { description: -3, latitude: -2, longitude: -1 };

describe('a row whose page is damaged', () => {
  it.each([
    [
      'description',
      'zero',
      'the description of its record "id-5" is not text, so the file is damaged; restore it',
    ],
    ['latitude', 'null', 'the latitude of its record "id-5" is null, which is not a finite number'],
    ['longitude', 'emptyBlob', 'the longitude of its record "id-5" is , which is not a finite number'],
  ] as const)('is STORE_UNSUITABLE in plain words where the %s is %s', async (column, type, problem) => {
    const store = await damagedStore(column, types[type]);
    const told = { code: 'STORE_UNSUITABLE', message: expect.stringContaining(problem) };
    await expect(readList(store)).rejects.toMatchObject(told);
    await expect(store.get('id-5')).rejects.toMatchObject(told);
  });

  it.each([null, 0, 5n])('is STORE_UNSUITABLE in plain words where the id is %s', (id) => {
    const rows: RecordRow[] = [[id, null, 1, 2]];
    // Stands for pages in which SQLite itself finds no fault.
    const statement = { setReturnArrays() {}, get: () => ({}), all: () => rows } as unknown as StatementSync;
    const database = { prepare: () => statement } as unknown as DatabaseSync;
    expect(() => new ListReader(database, 'a.db').readBatch()).toThrow(
      'Cannot read from the SQLite store "a.db": the identifier of one of its records is not text, so the file is damaged; restore it from a backup.',
    );
  });
});

/** A store with ten records, of which `id-5` has a column of another type. */
async function damagedStore(column: keyof typeof columns, type: number): Promise<LocationStore> {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  for (let number = 0; number < 10; number++) {
    await store.put(`id-${number}`, { coordinates: { latitude: 1, longitude: 1 } });
  }
  await store.close();
  const bytes = await readFile(path);
  const position = bytes.indexOf('id-5');
  // Five bytes of header: its length, and the types of text of four bytes, of NULL and of the number 1, twice.
  expect([...bytes.subarray(position - 5, position)]).toEqual([5, 4 * 2 + 13, types.null, 9, 9]);
  bytes[position + columns[column]] = type;
  await writeFile(path, bytes);
  return openForTest(path);
}

async function readList(store: LocationStore): Promise<void> {
  for await (const _ of store.list());
}
