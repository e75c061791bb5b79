import { makeRecords } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { changeDatabase, readAll, writtenGeoPackage } from './written-geopackage.ts';

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

const secondLayer = [
  `CREATE TABLE "my ""towns""" (id INTEGER PRIMARY KEY, "the geom" POINT, name TEXT);`,
  `INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES ('my "towns"', 'features', 4326)`,
  `INSERT INTO gpkg_geometry_columns VALUES ('my "towns"', 'the geom', 'GEOMETRY', 4326, 0, 0)`,
  `INSERT INTO "my ""towns""" SELECT fid + 10, geom, description FROM locations`,
];

const firstThree = ['id-000000', 'id-000001', 'id-000002'];

function idsOf(entries: Awaited<ReturnType<typeof readAll>>) {
  return entries.map((entry) => ('record' in entry ? entry.record[0] : entry.id));
}

describe('a GeoPackage with several layers', () => {
  it('is refused without the option layer, and the message lists them', async () => {
    await expect(readAll(await changed(...secondLayer))).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'This GeoPackage has several layers: "locations", "my \\"towns\\"". Choose one, as with layer: "locations".',
    });
  });

  it('is read with the option layer', async () => {
    const path = await changed(...secondLayer);
    expect(idsOf(await readAll(path, { layer: 'locations' }))).toEqual(firstThree);
    const settings = { layer: 'my "towns"', descriptionProperty: 'name' };
    const [town] = await readAll(path, settings);
    expect(town).toMatchObject({ index: 1, line: 11, record: ['11', { description: 'description 0' }] });
  });

  it('is refused if the option names no layer', async () => {
    await expect(readAll(await changed(), { layer: 'towns' })).rejects.toMatchObject({
      message: 'This GeoPackage has no layer "towns". It has "locations".',
    });
  });
});

describe('a layer of a GeoPackage', () => {
  it('must exist', async () => {
    await expect(readAll(await changed('DELETE FROM gpkg_contents'))).rejects.toThrow(
      'This GeoPackage has no layer of features.',
    );
  });

  it('must be in EPSG:4326, under any identifier', async () => {
    const other = await changed(
      'UPDATE gpkg_spatial_ref_sys SET organization_coordsys_id = 3857 WHERE srs_id = 4326',
    );
    await expect(readAll(other)).rejects.toThrow(
      'is in EPSG:3857, not in EPSG:4326. Convert it with ogr2ogr',
    );
    const damaged = await changed(
      "UPDATE gpkg_spatial_ref_sys SET organization = 'a' || char(10, 27) || 'b'",
    );
    await expect(readAll(damaged)).rejects.toThrow('is in a\\u000a\\u001bb:4326, not in EPSG:4326.');
    const unknown = await changed('DELETE FROM gpkg_spatial_ref_sys WHERE srs_id = 4326');
    await expect(readAll(unknown)).rejects.toThrow('is in an unknown reference system');
    const undefinedSystem = await changed('UPDATE gpkg_geometry_columns SET srs_id = 0');
    await expect(readAll(undefinedSystem)).rejects.toThrow(
      'is in NONE:0, not in EPSG:4326. If it has longitudes and latitudes, say so with ogr2ogr -a_srs EPSG:4326.',
    );
    const renumbered = await changed(
      "UPDATE gpkg_spatial_ref_sys SET srs_id = 7, organization = 'epsg' WHERE srs_id = 4326",
      'UPDATE gpkg_geometry_columns SET srs_id = 7',
      `UPDATE locations SET geom = CAST(substr(geom, 1, 4) || x'07000000' || substr(geom, 9) AS BLOB)`,
    );
    expect(idsOf(await readAll(renumbered))).toEqual(firstThree);
  });

  it('must have points', async () => {
    const lines = await changed("UPDATE gpkg_geometry_columns SET geometry_type_name = 'LINESTRING'");
    await expect(readAll(lines)).rejects.toThrow('has geometries of the type LINESTRING, not POINT');
  });

  it('must have the column of the identifiers', async () => {
    const path = await changed('ALTER TABLE locations RENAME COLUMN id TO name');
    await expect(readAll(path)).rejects.toThrow(
      'The layer "locations" has no column "id". Its columns are "fid", "name", "description". ' +
        'Name the one with the identifiers, as with idProperty: "fid".',
    );
    expect(idsOf(await readAll(path, { idProperty: 'name' }))).toEqual(firstThree);
    const byNumber = await readAll(path, { idProperty: 'fid', ignoreProperties: true });
    expect(idsOf(byNumber)).toEqual(['1', '2', '3']);
  });

  it('may lack the column of the descriptions, unless the option names it', async () => {
    const path = await changed('ALTER TABLE locations DROP COLUMN description');
    expect((await readAll(path)).map((entry) => 'record' in entry && entry.record[1].description)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await expect(readAll(path, { descriptionProperty: 'text' })).rejects.toThrow('has no column "text"');
  });

  it('with other columns is refused, unless properties is ignore', async () => {
    const path = await changed('ALTER TABLE locations ADD COLUMN height REAL');
    await expect(readAll(path)).rejects.toThrow(
      'has columns that a record does not have: "height". Leave them out with properties: \'ignore\'.',
    );
    expect(idsOf(await readAll(path, { ignoreProperties: true }))).toEqual(firstThree);
  });

  it('may have a text for its primary key', async () => {
    const path = await changed(
      'CREATE TABLE towns (id TEXT PRIMARY KEY, geom POINT)',
      "INSERT INTO towns SELECT 'b' || id, geom FROM locations ORDER BY fid DESC",
      "UPDATE gpkg_contents SET table_name = 'towns'",
      "UPDATE gpkg_geometry_columns SET table_name = 'towns'",
    );
    const entries = await readAll(path);
    expect(idsOf(entries).sort()).toEqual(firstThree.map((id) => `b${id}`));
    expect(entries.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('may have its identifiers in the primary key, and is read in the order of the numbers', async () => {
    const path = await changed(
      'CREATE TABLE towns (id INTEGER PRIMARY KEY, geom POINT)',
      'INSERT INTO towns SELECT fid + 8, geom FROM locations',
      "UPDATE gpkg_contents SET table_name = 'towns'",
      "UPDATE gpkg_geometry_columns SET table_name = 'towns'",
    );
    const entries = await readAll(path);
    expect(idsOf(entries)).toEqual(['9', '10', '11']);
    expect(entries.map(({ line }) => line)).toEqual([9, 10, 11]);
  });

  it('may be a view of a file that is trusted', async () => {
    const path = await changed(
      'CREATE VIEW some AS SELECT geom, id FROM locations WHERE fid > 1',
      "UPDATE gpkg_contents SET table_name = 'some'",
      "UPDATE gpkg_geometry_columns SET table_name = 'some'",
    );
    expect((await readAll(path, { trusted: true })).map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('a row of a GeoPackage', () => {
  it.each([
    [
      'without a geometry',
      'geom = NULL',
      { rule: 'SPEC 2', reason: 'the geometry is missing', id: 'id-000001' },
    ],
    ['with text for a geometry', "geom = 'here'", { rule: 'SPEC 2', reason: 'the geometry is not one' }],
    ['with an empty identifier', "id = ''", { rule: 'D8', reason: 'the identifier is empty' }],
    [
      'with bytes for an identifier',
      "id = x'00'",
      { rule: 'SPEC 2', reason: 'the identifier is bytes, not text' },
    ],
    [
      'with an identifier that is not UTF-8',
      "id = CAST(x'ff' AS TEXT)",
      { rule: 'D1', reason: 'the identifier is not valid UTF-8' },
    ],
    [
      'with a lone surrogate',
      "description = CAST(x'eda080' AS TEXT)",
      { rule: 'D33', reason: 'the description is not valid UTF-8', id: 'id-000001' },
    ],
    [
      'with bytes for a description',
      "description = x''",
      { rule: 'D27', reason: 'the description is bytes, not text' },
    ],
    [
      'with infinity',
      "geom = CAST(substr(geom, 1, 21) || x'000000000000f07f' AS BLOB)",
      { rule: 'D31', reason: 'the latitude is not finite' },
    ],
    [
      'that is too long',
      "description = printf('%.*c', 1000, 'x')",
      { rule: 'maxRecordLength', reason: 'the record is longer than 500 bytes' },
    ],
  ])('is refused alone: %s', async (_, change, refusal) => {
    const path = await changed(`UPDATE locations SET ${change} WHERE fid = 2`);
    const entries = await readAll(path, { maxRecordLength: 500 });
    expect(entries[1]).toMatchObject({ index: 2, line: 2, ...refusal });
    expect(idsOf([entries[0], entries[2]] as typeof entries)).toEqual(['id-000000', 'id-000002']);
    expect(entries).toHaveLength(3);
  });

  it('is refused if the description is a number', async () => {
    const path = await changed('ALTER TABLE locations ADD COLUMN people INTEGER DEFAULT 9007199254740993');
    const entries = await readAll(path, { descriptionProperty: 'people', ignoreProperties: true });
    expect(entries[0]).toMatchObject({ rule: 'D27', reason: 'the description is a number, not a string' });
  });

  it('beyond the usual range has a doubt', async () => {
    const path = await writtenGeoPackage([['pole', { coordinates: { latitude: 91, longitude: 0 } }]]);
    expect(await readAll(path)).toMatchObject([{ doubt: expect.stringContaining('beyond ±90') }]);
    expect(await readAll(path, { strictCoordinates: true })).toMatchObject([{ rule: 'D32', id: 'pole' }]);
  });
});

describe('numbers as identifiers of a GeoPackage', () => {
  it('are read as their digits', async () => {
    const path = await changed(
      'ALTER TABLE locations ADD COLUMN number',
      'UPDATE locations SET number = 9007199254740993 WHERE fid = 1',
      'UPDATE locations SET number = 1.5 WHERE fid = 2',
      "UPDATE locations SET number = '007' WHERE fid = 3",
    );
    const entries = await readAll(path, { idProperty: 'number', ignoreProperties: true });
    expect(idsOf(entries)).toEqual(['9007199254740993', '1.5', '007']);
  });
});

describe('a database in UTF-16', () => {
  it('is read like one in UTF-8', async () => {
    const utf8 = await writtenGeoPackage([
      ['ä\0ö', { description: '\ufeff😀', coordinates: { latitude: 1, longitude: 2 } }],
    ]);
    const path = `${utf8}.utf16`;
    await changeDatabase(path, (database) => {
      database.exec("PRAGMA encoding = 'UTF-16be'");
      for (const table of ['gpkg_spatial_ref_sys', 'gpkg_contents', 'gpkg_geometry_columns', 'locations']) {
        database.exec(`CREATE TABLE ${table} (${columnsOf[table]})`);
      }
    });
    await changeDatabase(path, (database) => {
      const bytes = (text: string) => Buffer.from(text, 'utf16le').swap16();
      database.exec(`INSERT INTO gpkg_contents VALUES ('locations', 'features')`);
      database.exec(`INSERT INTO gpkg_geometry_columns VALUES ('locations', 'geom', 'POINT', 4326)`);
      database.exec(`INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'EPSG', 4326)`);
      database
        .prepare('INSERT INTO locations VALUES (1, ?, CAST(? AS TEXT), CAST(? AS TEXT))')
        .run(Buffer.from(point, 'hex'), bytes('ä\0ö'), bytes('\ufeff😀'));
    });
    expect(await readAll(path)).toEqual(await readAll(utf8));
  });
});

const point = `47500001e61000000101000000${'0000000000000040'}${'000000000000f03f'}`;
const columnsOf: Readonly<Record<string, string>> = {
  gpkg_spatial_ref_sys: 'srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER',
  gpkg_contents: 'table_name TEXT, data_type TEXT',
  gpkg_geometry_columns: 'table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER',
  locations: 'fid INTEGER PRIMARY KEY, geom, id TEXT, description TEXT',
};
