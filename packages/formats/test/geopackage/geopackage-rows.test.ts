import { join } from 'node:path';
import { makeRecords } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { readGeoPackageRows } from '../../src/geopackage/geopackage-rows.ts';
import type { RowSettings } from '../../src/rows/row.ts';
import { type ReadRows, readRowsOf } from '../rows/rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { changeDatabase, writtenGeoPackage } from './written-geopackage.ts';

/** A GeoPackage with three records and a change by another program. */
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

function readPath(path: string, settings?: Partial<RowSettings>): Promise<ReadRows> {
  const open = () => {
    throw new Error('it is read in place');
  };
  return readRowsOf(readGeoPackageRows, { path, open }, settings);
}

const fieldsOf = ({ rows }: ReadRows) => rows.map(({ fields }) => Object.fromEntries(fields));

/** The hexadecimal digits of a geometry: a header with the system 4326, and well-known binary. */
const blob = (wkb: string) => `x'47500001e6100000${wkb.replaceAll(' ', '')}'`;
const one = '000000000000f03f';
const two = '0000000000000040';
const three = '0000000000000840';
const nan = '000000000000f87f';

describe('the rows of a GeoPackage', () => {
  it('have all columns with their values, and the geometry in GeoJSON', async () => {
    const found = await readPath(
      await changed(
        'ALTER TABLE locations ADD COLUMN size REAL',
        'ALTER TABLE locations ADD COLUMN number INTEGER',
        "UPDATE locations SET size = 2.5, number = 9007199254740993, description = 'a' || char(0) || 'b' WHERE fid = 1",
        'DELETE FROM locations WHERE fid = 2',
      ),
    );
    const [first, second] = found.rows;
    expect(first).toMatchObject({ index: 1, line: 1 });
    expect(second).toMatchObject({ index: 2, line: 3 });
    expect(fieldsOf(found)[0]).toEqual({
      fid: 1,
      id: 'id-000000',
      description: 'a\0b',
      size: 2.5,
      number: '9007199254740993',
      geometry: { type: 'Point', coordinates: [0, 0] },
    });
    expect(found.system).toMatchObject({ name: 'EPSG:4326', definition: expect.stringContaining('GEOGCS') });
    expect(found.notes).toEqual([]);
  });

  it.each([
    ['a point with an altitude', `01e9030000 ${one}${two}${three}`, 'Point', [1, 2, 3]],
    ['a point with an altitude, as PostGIS writes it', `0101000080 ${one}${two}${three}`, 'Point', [1, 2, 3]],
    ['a point with a measure', `01d1070000 ${one}${two}${three}`, 'Point', [1, 2]],
    ['an empty point', `0101000000 ${nan}${nan}`, 'Point', []],
    [
      'a multipoint',
      `0104000000 02000000 0101000000 ${one}${two} 0101000000 ${three}${two}`,
      'MultiPoint',
      [
        [1, 2],
        [3, 2],
      ],
    ],
    [
      'a multipoint with altitudes',
      `01ec030000 01000000 01e9030000 ${one}${two}${three}`,
      'MultiPoint',
      [[1, 2, 3]],
    ],
    ['a line', `0102000000 02000000 ${one}${two}${three}${two}`, 'LineString', []],
    ['an area with altitudes', `01eb030000 00000000`, 'Polygon', []],
  ])('have %s', async (_, wkb, type, coordinates) => {
    const found = await readPath(await changed(`UPDATE locations SET geom = ${blob(wkb)}`));
    expect(fieldsOf(found)[0]?.geometry).toEqual({ type, coordinates });
  });

  it('that cannot be read are refused, and the others are read', async () => {
    const found = await readPath(
      await changed(
        "UPDATE locations SET geom = x'475000' WHERE fid = 1",
        "UPDATE locations SET description = CAST(x'ff' AS TEXT) WHERE fid = 2",
        `UPDATE locations SET description = '${'x'.repeat(3000)}' WHERE fid = 3`,
        'INSERT INTO locations (id) VALUES (4)',
      ),
      { maxRecordLength: 2000 },
    );
    expect(found.refused).toEqual([
      '1: the geometry is cut short',
      '2: the text in "description" is not valid UTF-8',
      '3: the record is longer than 2000 bytes',
    ]);
    expect(fieldsOf(found)).toEqual([{ fid: 4, id: '4' }]);
  });

  it('lack columns of bytes, which is said', async () => {
    const found = await readPath(
      await changed('ALTER TABLE locations ADD COLUMN photo BLOB', "UPDATE locations SET photo = x'00'"),
    );
    expect(found.notes).toEqual(['columns of bytes are left out: "photo"']);
    expect(fieldsOf(found)[0]).not.toHaveProperty('photo');
  });

  it('are in the reference system of their layer', async () => {
    const system = (name: string) =>
      `INSERT INTO gpkg_spatial_ref_sys VALUES ('a grid', 7, '${name}', 2154, 'PROJCS["x"]', '')`;
    const use = (srs: number) => [
      `UPDATE gpkg_geometry_columns SET srs_id = ${srs}`,
      `UPDATE locations SET geom = CAST(substr(geom, 1, 4) || x'${srs === -1 ? 'ffffffff' : '07000000'}' || substr(geom, 9) AS BLOB)`,
    ];
    const named = await readPath(await changed(system('epsg'), ...use(7)));
    expect(named.rows).toHaveLength(3);
    expect(named.system).toEqual({ name: 'EPSG:2154', definition: 'PROJCS["x"]' });
    const custom = await readPath(await changed(system('NONE'), ...use(7)));
    expect(custom.system).toEqual({ name: 'a grid', definition: 'PROJCS["x"]' });
    const unknown = await readPath(await changed(...use(-1)));
    expect(unknown.rows).toHaveLength(3);
    expect(unknown.system).toBeUndefined();
  });
});

const areas = [
  'CREATE TABLE areas (id INTEGER PRIMARY KEY, geom POLYGON)',
  "INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES ('areas', 'features', 4326)",
  "INSERT INTO gpkg_geometry_columns VALUES ('areas', 'geom', 'POLYGON', 4326, 0, 0)",
];
const towns = [
  'CREATE TABLE towns (name TEXT, lat REAL, lon REAL)',
  "INSERT INTO gpkg_contents (table_name, data_type) VALUES ('towns', 'attributes')",
  "INSERT INTO towns VALUES ('a', 1.5, 2.5)",
];

describe('a GeoPackage with several layers', () => {
  it('is read from the only one with points, which is said', async () => {
    const found = await readPath(await changed(...areas, ...towns));
    expect(found.rows).toHaveLength(3);
    expect(found.notes).toEqual(['only the layer "locations" is read, as the only one with points']);
  });

  it('is refused if several may have points, and the message lists them', async () => {
    const path = await changed(...areas, "UPDATE gpkg_geometry_columns SET geometry_type_name = 'GEOMETRY'");
    await expect(readPath(path)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'This GeoPackage has several layers: "areas", "locations". Choose one, as with layer: "areas".',
    });
    expect((await readPath(path, { layer: 'locations' })).rows).toHaveLength(3);
    await expect(readPath(path, { layer: 'roads' })).rejects.toThrow(
      'This GeoPackage has no layer "roads". It has "areas", "locations".',
    );
  });

  it('may have tables without geometries, which are read if they are chosen or alone', async () => {
    const path = await changed(...towns);
    expect(fieldsOf(await readPath(path, { layer: 'towns' }))).toEqual([{ name: 'a', lat: 1.5, lon: 2.5 }]);
    const alone = await changed(
      ...towns,
      "DELETE FROM gpkg_contents WHERE table_name = 'locations'",
      'DROP TABLE gpkg_geometry_columns',
    );
    const found = await readPath(alone);
    expect(fieldsOf(found)).toEqual([{ name: 'a', lat: 1.5, lon: 2.5 }]);
    expect(found.system).toBeUndefined();
  });
});

describe('a database that is not a GeoPackage', () => {
  it('is refused with a command that converts it', async () => {
    const path = join(await temporaryFolder(), 'places.sqlite');
    await changeDatabase(path, (database) => database.exec('CREATE TABLE places (lat, lon)'));
    await expect(readPath(path)).rejects.toMatchObject({
      code: 'FORMAT_UNKNOWN',
      message: `This is an SQLite database that is not a GeoPackage. Convert it first: ogr2ogr places.gpkg ${path}`,
    });
  });

  it('is refused if it is a map of tiles', async () => {
    const path = join(await temporaryFolder(), 'a.mbtiles');
    await changeDatabase(path, (database) =>
      database.exec('CREATE TABLE tiles (x); CREATE TABLE metadata (x)'),
    );
    await expect(readPath(path)).rejects.toThrow(
      'This is a map of tiles (MBTiles). It has no records of places.',
    );
  });

  it('is refused if it is not read from a file', async () => {
    const source = { name: 'places.gpkg', async *open() {} };
    await expect(readRowsOf(readGeoPackageRows, source)).rejects.toMatchObject({ code: 'FORMAT_INVALID' });
  });
});
