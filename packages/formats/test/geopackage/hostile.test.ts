import { readFile, writeFile } from 'node:fs/promises';
import { makeRecords } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { inspectFile, parseFile } from '../../src/files/index.ts';
import type { InspectOptions } from '../../src/index.ts';
import { changeDatabase, writtenGeoPackage } from './written-geopackage.ts';

/** A GeoPackage with three records and a change by an attacker. */
async function changed(...statements: readonly string[]): Promise<string> {
  const path = await writtenGeoPackage(makeRecords(3));
  await changeDatabase(path, (database) => {
    database.exec('PRAGMA foreign_keys = OFF');
    for (const trigger of ['insert', 'update1', 'update2', 'update3', 'update4', 'delete']) {
      database.exec(`DROP TRIGGER rtree_locations_geom_${trigger}`);
    }
    for (const statement of statements) database.exec(statement);
  });
  return path;
}

/** Makes another table the layer. */
const chooseTable = (name: string) => [
  'DELETE FROM gpkg_geometry_columns',
  `UPDATE gpkg_contents SET table_name = '${name}'`,
  `INSERT INTO gpkg_geometry_columns VALUES ('${name}', 'geom', 'POINT', 4326, 0, 0)`,
];

async function inspected(path: string, options?: InspectOptions): Promise<number> {
  const { records } = await inspectFile(path, options);
  let rows = 0;
  for await (const entries of records()) rows += entries.length;
  return rows;
}

async function parsed(path: string, { trusted }: InspectOptions = {}): Promise<number> {
  let rows = 0;
  for await (const entries of parseFile(path, { trusted, properties: 'ignore' })) rows += entries.length;
  return rows;
}

type Case = [title: string, statements: readonly string[], message: string];

const endless =
  'WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n AS id, NULL AS geom FROM more';
const trust =
  'whose SQL may run for ever or fill the memory. If you trust the file, read it with trusted: true.';

describe('a GeoPackage is refused by both readers', () => {
  it.each<Case>([
    [
      'if its layer is a view, such as one without end',
      [`CREATE VIEW endless AS ${endless}`, ...chooseTable('endless')],
      `The layer "endless" is a view, ${trust}`,
    ],
    [
      'if its layer has generated columns, such as one of 400 MB',
      ['ALTER TABLE locations ADD COLUMN huge BLOB AS (zeroblob(400000000))'],
      `The layer "locations" has generated columns ("huge"), ${trust}`,
    ],
    [
      'if its layer is a virtual table',
      ['CREATE VIRTUAL TABLE searched USING fts5(id, geom)', ...chooseTable('searched')],
      `The layer "searched" is a virtual table, ${trust}`,
    ],
    [
      'if its layer is a virtual table that SQLite makes when it is named',
      chooseTable('pragma_function_list'),
      'The layer "pragma_function_list" is missing in this GeoPackage.',
    ],
    ...['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'].map(
      (table): Case => [
        `if its table ${table} is a view`,
        [`ALTER TABLE ${table} RENAME TO other`, `CREATE VIEW ${table} AS SELECT * FROM other`],
        `The table "${table}" is a view, ${trust}`,
      ],
    ),
  ])('%s', async (_, statements, message) => {
    const path = await changed(...statements);
    for (const read of [inspected, parsed]) {
      await expect(read(path)).rejects.toMatchObject({
        code: 'FORMAT_INVALID',
        message: `Cannot read ${JSON.stringify(path)}. ${message}`,
      });
    }
  });

  it('if pages of its layer refer to each other, so that its rows have no end', async () => {
    const path = await writtenGeoPackage(makeRecords(3));
    let root = 0;
    await changeDatabase(path, (database) => {
      const query = "SELECT rootpage FROM sqlite_schema WHERE name = 'locations'";
      root = (database.prepare(query).get() as { readonly rootpage: number }).rootpage;
    });
    await writeFile(path, withSharedPages(await readFile(path), root));
    for (const read of [inspected, parsed]) {
      await expect(read(path)).rejects.toThrow('is damaged: its layer has more rows than fit into the file.');
    }
  });
});

/**
 * Puts pages above the root of a table, each of which refers to the next one 20 times: the rows of the table
 * repeat 20 ** 12 times.
 */
function withSharedPages(file: Buffer, root: number): Buffer {
  const size = file.readUInt16BE(16);
  const pageAt = (number: number) => file.subarray((number - 1) * size, number * size);
  let next = file.length / size + 1;
  const added: Buffer[] = [Buffer.from(pageAt(root))];
  for (let level = 0; level < 12; level++) added.push(sharedPage(size, next++));
  (added.pop() as Buffer).copy(pageAt(root));
  const whole = Buffer.concat([file, ...added]);
  whole.writeUInt32BE(whole.length / size, 28);
  return whole;
}

/** An inner page of a table (sqlite.org/fileformat2.html, 1.6) with one child many times. */
function sharedPage(size: number, child: number): Buffer {
  const page = Buffer.alloc(size);
  const [cells, header, cellLength] = [19, 12, 5];
  page[0] = 5;
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(size - cells * cellLength, 5);
  page.writeUInt32BE(child, 8);
  for (let cell = 0; cell < cells; cell++) {
    const at = size - (cell + 1) * cellLength;
    page.writeUInt16BE(at, header + 2 * cell);
    page.writeUInt32BE(child, at);
    page[at + 4] = cell;
  }
  return page;
}

describe('a GeoPackage that is trusted', () => {
  it('is read from a view and with generated columns', async () => {
    const path = await changed(
      'CREATE VIEW some AS SELECT fid, id, geom, upper(id) AS name FROM locations WHERE fid > 1',
      'ALTER TABLE locations ADD COLUMN twice INTEGER AS (2 * fid)',
      ...chooseTable('some'),
    );
    expect(await inspected(path, { trusted: true })).toBe(2);
    expect(await parsed(path, { trusted: true })).toBe(2);
  });
});

it('a row of a GeoPackage that is too long is refused without reading it', async () => {
  const path = await changed('UPDATE locations SET description = zeroblob(40000000) WHERE fid = 2');
  const { preview } = await inspectFile(path);
  expect(preview.map((entry) => ('reason' in entry ? entry.reason : 'read'))).toEqual([
    'read',
    'the record is longer than 16777216 bytes',
    'read',
  ]);
});

it('names of a GeoPackage are cut and escaped in messages', async () => {
  const columns = Array.from({ length: 100 }, (_, column) => `a\u202e\u009b${column}${'x'.repeat(100)}`);
  const path = await changed(
    'ALTER TABLE locations RENAME COLUMN id TO name',
    ...columns.map((name) => `ALTER TABLE locations ADD COLUMN "${name}"`),
  );
  await expect(parsed(path)).rejects.toThrow(
    /Its columns are "fid", "name", "description", "a\\u202e\\u009b0x{56}…", .{1,2000} and 83 more\. Name/,
  );
});
